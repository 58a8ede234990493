import type { BuyerField } from '../../../domain/readiness.ts';

/** Values inserted into message text. */
export interface Facts {
  /** Catalog's reason why a stay can't be booked. */
  readonly reason: string;
  readonly field: BuyerField;
  /** Previous and current total, formatted. */
  readonly was: string;
  readonly now: string;
  /** ISO 8601 timestamp. */
  readonly until: string;
  /** Cancellation terms as text; empty if absent. */
  readonly terms: string;
  /** Charges due at the property, with formatted amounts. */
  readonly charges: string;
  /** Amount due to confirm the booking, and the balance, formatted. */
  readonly due: string;
  readonly rest: string;
  /** Date on which the balance is due. */
  readonly by: string;
}

/** Messages with their own text; the others pass on catalog's reason. */
export type WordedKind =
  | 'buyer_absent'
  | 'buyer_missing'
  | 'buyer_malformed'
  | 'no_lines'
  | 'too_many_lines'
  | 'price_changed'
  | 'due_at_property'
  | 'deposit'
  | 'pay_at_property'
  | 'deposit_required'
  | 'agreement_required'
  | 'payment_required'
  | 'confirmed'
  | 'hold_released'
  | 'finished'
  | 'being_completed';

/** Session message text in one language. */
export type MessageWords = Readonly<Record<WordedKind, (facts: Facts) => string>>;

/** Buyer field names on the wire. */
export const FIELD_NAMES: Readonly<Record<BuyerField, string>> = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phoneNumber: 'phone_number',
};
