/** Checkout session status; `CheckoutStatus` in the SDL. */
export type CheckoutStatus =
  | 'incomplete'
  | 'ready_for_complete'
  | 'complete_in_progress'
  | 'completed'
  | 'canceled';

/** Booking status; `BookingStatus` in the SDL. */
export type BookingStatus = 'held' | 'confirmed' | 'released' | 'cancelled';

/** Kind of author; `BookingSourceKind` in the SDL. */
export type BookingSourceKind = 'agent' | 'channel' | 'direct' | 'host' | 'request';

/** Kind of caller that cancelled a booking; `BookingCancellerKind` in the SDL. */
export type BookingCancellerKind = 'guest' | 'host' | 'app' | 'platform' | 'channel';

/** Collector for a channel reservation's payment; `ChannelCollector` in the SDL. */
export type ChannelCollector = 'channel' | 'property';

/** Payment mode; `RatePlanPaymentMode` in the SDL. */
export type PaymentMode = 'now' | 'deposit' | 'at_property';

/** Agreement about a booking's price that isn't calculated. */
export type AgreedPriceMode = 'total' | 'nightly';

/** Payment of an entered booking; `BookingEntryPayment` in the SDL. */
export type EntryPayment = 'paid' | 'unpaid' | 'link';
