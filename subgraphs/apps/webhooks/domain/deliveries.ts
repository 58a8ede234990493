/** Status of a delivery (docs/interface/webhooks.md#status). */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'retrying', 'failed', 'forwarded'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Each `forward` poll keeps deliveries waiting this much longer (docs/interface/webhooks.md#forwarding). */
export const FORWARD_TTL_MS = 60_000;

/** Maximum deliveries per poll; the next poll takes the rest. */
export const FORWARD_BATCH = 100;

/** Limits for a development install's deliveries that wait for the first `forward` poll: number and time. */
export const FORWARD_QUEUE = {
  most: 1_000,
  keptMs: 24 * 60 * 60_000,
  whyExpired: "forward didn't poll for it in time. At most 1,000 deliveries are queued, for up to 24 hours.",
} as const;

/** Ended deliveries are kept for replays for 30 days. */
export const DELIVERIES_KEPT_MS = 30 * 24 * 60 * 60_000;
