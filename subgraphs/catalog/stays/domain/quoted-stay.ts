import type { CancellationTerms } from '#kit/cancellation.ts';
import type { IsoDate } from '#kit/dates.ts';
import type { Minor } from '#kit/money.ts';
import type { NamedPlan } from '../../rates/domain/terms.ts';

/** A quote line in the schema's form (`StayQuoteLine`), with the time zone for its cancellation. */
export interface QuotedStay {
  readonly itemId: string;
  readonly quantity: number;
  readonly unitTypeId: number | null;
  readonly propertyId: number | null;
  readonly title: string;
  readonly checkIn: IsoDate | null;
  readonly checkOut: IsoDate | null;
  readonly timeZone: string | null;
  readonly adults: number | null;
  readonly children: number | null;
  readonly base: Minor;
  readonly nightly: readonly Minor[] | null;
  /** Null for a new stay. */
  readonly net: readonly Minor[] | null;
  readonly droppedFees: Minor | null;
  readonly discount: Minor;
  readonly subtotal: Minor;
  readonly tax: Minor;
  readonly total: Minor;
  /** Null for its unit type's default. */
  readonly ratePlan: NamedPlan | null;
  readonly cancellation: CancellationTerms | null;
}
