/** Where a delivery stands (docs/interface/webhooks.md#status). */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'retrying', 'failed', 'forwarded'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Each poll of `forward` keeps deliveries waiting for it this much longer (docs/interface/webhooks.md#forwarding). */
export const FORWARD_TTL_MS = 60_000;

/** Deliveries one poll takes at most; the next poll takes the rest. */
export const FORWARD_BATCH = 100;

/** Deliveries that came to an end are kept, and can be sent again, for 30 days. */
export const DELIVERIES_KEPT_MS = 30 * 24 * 60 * 60_000;

/** The value of `X-Platform-Timestamp`: whole seconds since 1970. */
export const unixSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1_000);
