/** Status of a delivery (docs/interface/webhooks.md#status). */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'retrying', 'failed', 'forwarded'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Each poll of `forward` keeps deliveries waiting for it this much longer (docs/interface/webhooks.md#forwarding). */
export const FORWARD_TTL_MS = 60_000;

/** Deliveries one poll takes at most; the next poll takes the rest. */
export const FORWARD_BATCH = 100;

/** What waits for the first poll of `forward` of an install for development: so many deliveries, so long. */
export const FORWARD_QUEUE = {
  most: 1_000,
  keptMs: 24 * 60 * 60_000,
  whyExpired:
    'It was not polled by forward in time: at most 1,000 deliveries are queued, for up to 24 hours.',
} as const;

/** Deliveries that came to an end are kept, and can be sent again, for 30 days. */
export const DELIVERIES_KEPT_MS = 30 * 24 * 60 * 60_000;
