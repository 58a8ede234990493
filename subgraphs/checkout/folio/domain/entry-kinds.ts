/** Sides of a folio. */
export type EntryType = 'charge' | 'payment' | 'refund';

/** Kinds of charges; `FolioChargeKind` in the SDL. */
export type ChargeKind =
  | 'accommodation'
  | 'fee'
  | 'tax'
  | 'extra'
  | 'discount'
  | 'cancellation'
  | 'adjustment';

/** Refund status; `FolioRefundStatus` in the SDL. */
export type RefundStatus = 'due' | 'requested' | 'refunded' | 'failed';

/** Dispute status; `PaymentDisputeStatus` in the SDL. */
export type DisputeStatus = 'open' | 'won' | 'lost';

/** Payment methods without an app. A payment app's method is `app:` followed by its slug. */
export const MANUAL_METHODS = ['bank_transfer', 'cash', 'card_terminal', 'other'] as const;

/** True if a payment app moved the money. */
export const isAppMethod = (method: string): boolean => method.startsWith('app:');
