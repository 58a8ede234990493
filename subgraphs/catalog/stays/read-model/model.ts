import type { NightCalendar } from '../../domain/calendar.ts';
import type { StayContent, StayPhoto } from '../../generated.ts';
import type { NightTerms } from '../../rates/domain/rate-plan.ts';
import type { Sellable } from '../../rates/domain/terms.ts';
import type { SearchedTexts } from '../domain/stay-content.ts';

/** A unit type's nights in memory, changed in place as they change in the database. */
export interface Nights extends NightCalendar {
  /** Revision of each night's rate and restrictions: what a hold says its price was made from. */
  readonly revision: Int32Array;
}

/** A unit type of a storefront: what it is, what it costs, its nights. */
export interface SoldUnitType extends Sellable {
  readonly calendar: Nights;
  readonly active: boolean;
  /** Where the host puts it among the property's. */
  readonly position: number;
  readonly description: string;
  /** What it can be chosen by. */
  readonly content: StayContent;
  /** Its photos that are ready, then its property's, each once. */
  readonly photos: readonly StayPhoto[];
  /** The first of them, for lists. */
  readonly leadPhotos: readonly StayPhoto[];
  /** Rate of a night that has none of its own, under its rate plan. */
  readonly baseRate: number;
  /** What its nights in memory were made with. */
  readonly made: NightTerms & { readonly baseRate: number };
  /** Texts as searches compare them (domain/name-match). */
  readonly searched: SearchedTexts;
  /** Revision of everything its price depends on but its nights. */
  readonly revision: number;
}

/** One storefront as search, quotes and holds read it. Replaced whole when anything but a night changes. */
export interface StorefrontModel {
  readonly id: number;
  readonly name: string;
  readonly sandbox: boolean;
  readonly maxHoldsPerGuest: number;
  /** Null: the platform's own limit. */
  readonly maxHeldNights: number | null;
  readonly maxHeldSharePercent: number;
  /** In the order offers are shown: by property as they were made, then by unit type as the host puts them. */
  readonly unitTypes: readonly SoldUnitType[];
  readonly byId: ReadonlyMap<number, SoldUnitType>;
  /** Time zones of its properties, each once. */
  readonly timeZones: readonly string[];
  /** Currency and time zone of the first property; `XXX` and `UTC` where there is none. */
  readonly fallback: { readonly currency: string; readonly timeZone: string };
}
