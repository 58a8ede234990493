import type { CancellationTerms } from '#kit/cancellation.ts';
import type { Minor } from '#kit/money.ts';
import type { EpochDay, NightCalendar } from '../../domain/calendar.ts';
import type { ChildAgeBand } from '../../domain/content.ts';
import type { BookingWindow, PaymentTerms } from './rate-plan.ts';

/** A mandatory fee's basis: per stay, per night, per unit, or per guest and night. */
export const FEE_BASES = ['per_stay', 'per_night', 'per_unit_per_stay', 'per_guest_per_night'] as const;
export type FeeBasis = (typeof FEE_BASES)[number];

/** A tax's basis: a percentage of the price, or an amount per guest and night. */
export type TaxBasis = 'percent' | 'per_adult_per_night';

/** Collection time for a charge: with the booking, or at the property. */
export const COLLECTIONS = ['booking', 'property'] as const;
export type Collection = (typeof COLLECTIONS)[number];

/** First and last night on which a charge applies, both inclusive; null for an open end. */
export interface Validity {
  readonly validFrom: EpochDay | null;
  readonly validUntil: EpochDay | null;
}

/** Fields common to fees and taxes. */
export interface Charge extends Validity {
  readonly id: number;
  readonly name: string;
  readonly collect: Collection;
}

/** A property's fee: a fixed amount in minor units. */
export interface Fee extends Charge {
  readonly basis: FeeBasis;
  readonly amount: Minor;
  /** True if percentage taxes also apply to it. */
  readonly taxable: boolean;
}

/** An optional fee, which guests can add to a stay. */
export interface Extra extends Fee {
  /** How many one booking can have. */
  readonly max: number;
}

/**
 * A property's tax. `inclusive` taxes are already in the rate and never added
 * (docs/interface/catalog.md#fees-and-taxes).
 */
export type Tax = Charge & {
  readonly inclusive: boolean;
  /** Maximum number of taxed nights from check-in; null for all. */
  readonly maxNights: number | null;
} & (
    | { readonly kind: 'percent' /** In thousandths of a percent: 9975 is 9.975 %. */; readonly rate: number }
    | {
        readonly kind: 'per_guest_per_night';
        readonly amount: Minor;
        /** 0: every guest pays. Any other value: only adults pay, because children's ages are unknown. */
        readonly exemptUnderAge: number;
      }
  );

/** A property's additions to a stay's price, and its currency. */
export interface PropertyTerms {
  readonly id: number;
  readonly name: string;
  readonly currency: string;
  /** IANA name of the time zone that determines when a night begins. */
  readonly timeZone: string;
  /** Mandatory fees. */
  readonly fees: readonly Fee[];
  readonly extras: readonly Extra[];
  readonly taxes: readonly Tax[];
}

/** Maximum numbers of guests in a unit; null for no limit beyond the total. */
export interface Capacity {
  readonly maxGuests: number;
  readonly maxAdults: number | null;
  readonly maxChildren: number | null;
}

/** Inputs to a stay's price in addition to the nights' rates. Supplements are minor units per guest and night. */
export interface UnitTypeTerms extends Capacity {
  readonly id: number;
  readonly name: string;
  /** The unit type's default rate plan; `standard` if the host didn't set one. */
  readonly ratePlanId: string;
  /** Bands never overlap; empty if the host set no limits by age. */
  readonly childAgeBands: readonly ChildAgeBand[];
  /** Guests included in the rate, per unit. */
  readonly baseGuests: number;
  readonly adultSupplement: Minor;
  readonly childSupplement: Minor;
  /** Its rate plan's length-of-stay discounts in basis points; null if the plan has none. */
  readonly weekDiscount: number | null;
  readonly monthDiscount: number | null;
  /** The rate plan's booking window. */
  readonly window: BookingWindow;
  /** Cancellation costs for a guest; null if the host didn't set any. */
  readonly cancellation: CancellationTerms | null;
  /** The rate plan's payment terms. */
  readonly payment: PaymentTerms;
}

/** A unit type on sale, with its property and its nights: every input to a quote. */
export interface Sellable {
  readonly unitType: UnitTypeTerms;
  readonly property: PropertyTerms;
  readonly calendar: NightCalendar;
  /** Units per night withheld from agents because a feed or channel is failing. */
  readonly heldBack: number;
  /** The rate plan, if it isn't the default. */
  readonly ratePlan?: NamedPlan;
}

/** A rate plan as guests see it. */
export interface NamedPlan {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
}

/** The guests on a stay. */
export interface Party {
  readonly adults: number;
  readonly children: number;
}
