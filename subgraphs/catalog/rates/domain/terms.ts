import type { CancellationTerms } from '#kit/cancellation.ts';
import type { Minor } from '#kit/money.ts';
import type { EpochDay, NightCalendar } from '../../domain/calendar.ts';
import type { ChildAgeBand } from '../../domain/content.ts';
import type { BookingWindow, PaymentTerms } from './rate-plan.ts';

/** How a mandatory fee counts: once a stay, each night, each unit, or each guest and night. */
export const FEE_BASES = ['per_stay', 'per_night', 'per_unit_per_stay', 'per_guest_per_night'] as const;
export type FeeBasis = (typeof FEE_BASES)[number];

/** What a tax is charged by: a percentage of the price, or an amount for each guest and night. */
export type TaxBasis = 'percent' | 'per_adult_per_night';

/** When a guest pays a charge: with the booking, or at the property. */
export const COLLECTIONS = ['booking', 'property'] as const;
export type Collection = (typeof COLLECTIONS)[number];

/** First and last night that something applies to, both inclusive; null for an open end. */
export interface Validity {
  readonly validFrom: EpochDay | null;
  readonly validUntil: EpochDay | null;
}

/** What every fee and every tax has. */
export interface Charge extends Validity {
  readonly id: number;
  readonly name: string;
  readonly collect: Collection;
}

/** A mandatory fee of a property: a fixed amount in minor units. */
export interface Fee extends Charge {
  readonly basis: FeeBasis;
  readonly amount: Minor;
  /** Whether percent taxes are charged on it too. */
  readonly taxable: boolean;
}

/** A tax of a property. `inclusive` taxes are inside the rate and never added (docs/interface/catalog.md#fees-and-taxes). */
export type Tax = Charge & {
  readonly inclusive: boolean;
  /** Nights from check-in that it is charged for at most; null for all. */
  readonly maxNights: number | null;
} & (
    | { readonly kind: 'percent' /** In thousandths of a percent: 9975 is 9.975 %. */; readonly rate: number }
    | {
        readonly kind: 'per_guest_per_night';
        readonly amount: Minor;
        /** 0: every guest pays. Anything else: adults alone, as no one knows how old the children are. */
        readonly exemptUnderAge: number;
      }
  );

/** What a property adds to the price of a stay, and in which currency it sells. */
export interface PropertyTerms {
  readonly id: number;
  readonly name: string;
  readonly currency: string;
  /** IANA name: decides when a night begins. */
  readonly timeZone: string;
  readonly fees: readonly Fee[];
  readonly taxes: readonly Tax[];
}

/** Whom one unit takes; null for no limit beside that on all guests. */
export interface Capacity {
  readonly maxGuests: number;
  readonly maxAdults: number | null;
  readonly maxChildren: number | null;
}

/** What the price of a stay depends on besides the nights' rates. Supplements are minor units a guest and night. */
export interface UnitTypeTerms extends Capacity {
  readonly id: number;
  readonly name: string;
  /** Rate plan that it is sold with; `standard` where the host wrote none. */
  readonly ratePlanId: string;
  /** None of them overlap; empty where the host set no limits by age. */
  readonly childAgeBands: readonly ChildAgeBand[];
  /** Guests the rate includes, per unit. */
  readonly baseGuests: number;
  readonly adultSupplement: Minor;
  readonly childSupplement: Minor;
  /** Length-of-stay discounts of its rate plan in basis points; null if the plan has none. */
  readonly weekDiscount: number | null;
  readonly monthDiscount: number | null;
  /** When its rate plan lets it be booked. */
  readonly window: BookingWindow;
  /** When a guest who cancels pays what; null where the host wrote nothing. */
  readonly cancellation: CancellationTerms | null;
  /** How its rate plan has it paid. */
  readonly payment: PaymentTerms;
}

/** A unit type on sale, with its property and its nights: everything a quote reads. */
export interface Sellable {
  readonly unitType: UnitTypeTerms;
  readonly property: PropertyTerms;
  readonly calendar: NightCalendar;
  /** Units of every night that agents are not offered, because a feed of it cannot be read. */
  readonly heldBack: number;
  /** What it is sold with where that is not its default plan. */
  readonly ratePlan?: NamedPlan;
}

/** A rate plan as guests read of it. */
export interface NamedPlan {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
}

/** Who stays. */
export interface Party {
  readonly adults: number;
  readonly children: number;
}
