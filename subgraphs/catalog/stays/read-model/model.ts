import type { Lazy } from '#kit/lazily.ts';
import type { ByNight, Days, NightCalendar } from '../../domain/calendar.ts';
import type { StayContent, StayPhoto } from '../../generated.ts';
import type { NightTerms } from '../../rates/domain/rate-plan.ts';
import type { Sellable } from '../../rates/domain/terms.ts';
import type { SearchedTexts, WrittenProperty, WrittenUnitType } from '../domain/stay-content.ts';

/** A unit type's nights in memory, updated in place when they change in the database. */
export interface Nights extends NightCalendar {
  /** Revision for each night's rate and restrictions: a hold reports the revisions behind its price. */
  readonly revision: ByNight;
}

/** A unit type as offers show it. */
export interface Shown {
  readonly description: string;
  /** Content that agents base their choice on. */
  readonly content: StayContent;
  /** The unit type's ready photos, then its property's, each once. */
  readonly photos: readonly StayPhoto[];
  /** The first photos, for lists. */
  readonly leadPhotos: readonly StayPhoto[];
}

/** A storefront's unit type: content, terms and nights. */
export interface SoldUnitType extends Sellable {
  readonly calendar: Nights;
  readonly active: boolean;
  /** Its position in the host's order within the property. */
  readonly position: number;
  /** Texts and photos, made on first use: a page shows few unit types. */
  readonly shown: Lazy<Shown>;
  /** Rate for nights without their own, under its rate plan. */
  readonly baseRate: number;
  /** The terms with which its nights in memory were computed. */
  readonly made: NightTerms & { readonly baseRate: number };
  /** Text folded for searches (`foldName`), made on first use. */
  readonly searched: Lazy<SearchedTexts>;
  /** The host's texts behind `shown` and `searched`. */
  readonly written: { readonly unitType: WrittenUnitType; readonly property: WrittenProperty };
  /** Revision that covers all price inputs except its nights. */
  readonly revision: number;
}

/** A storefront as search, quotes and holds read it. Replaced entirely when anything except a night changes. */
export interface StorefrontModel {
  readonly id: number;
  readonly name: string;
  /** BCP 47 tag for the language that its agents get. */
  readonly locale: string;
  readonly sandbox: boolean;
  readonly maxHoldsPerGuest: number;
  /** Null: the platform's own limit. */
  readonly maxHeldNights: number | null;
  readonly maxHeldSharePercent: number;
  /** Days whose nights are here; null for all. Other nights aren't on sale. */
  readonly days: Days | null;
  /** In display order: by property in creation order, then by unit type in the host's order. */
  readonly unitTypes: readonly SoldUnitType[];
  readonly byId: ReadonlyMap<number, SoldUnitType>;
  /** Its properties' time zones, each once. */
  readonly timeZones: readonly string[];
  /** The first property's currency and time zone; `XXX` and `UTC` without a property. */
  readonly fallback: { readonly currency: string; readonly timeZone: string };
}
