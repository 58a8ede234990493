/** Where a checkout session is; `CheckoutStatus` of the SDL. */
export type CheckoutStatus =
  | 'incomplete'
  | 'ready_for_complete'
  | 'complete_in_progress'
  | 'completed'
  | 'canceled';

/** Where a booking is; `BookingStatus` of the SDL. */
export type BookingStatus = 'held' | 'confirmed' | 'released' | 'cancelled';

/** Who made a booking; `BookingSourceKind` of the SDL. */
export type BookingSourceKind = 'agent' | 'channel' | 'direct' | 'host' | 'request';

/** Who collects the money of a channel's reservation; `ChannelCollector` of the SDL. */
export type ChannelCollector = 'channel' | 'property';

/** When a booking is paid; `RatePlanPaymentMode` of the SDL. */
export type PaymentMode = 'now' | 'deposit' | 'at_property';
