import type { DeliveryStatus } from './deliveries.ts';

/** What became of one attempt: the status an app answered with, or null if no answer came. */
export interface Attempt {
  readonly statusCode: number | null;
  /** Seconds or HTTP date, as the app wrote it. */
  readonly retryAfter: string | null;
}

/** Where a delivery is after an attempt, and when the next one follows. */
export interface AfterAttempt {
  readonly status: DeliveryStatus;
  /** Null when none follows. */
  readonly nextAttemptAt: Date | null;
}

/** An app may ask for at most this long a pause. */
export const MAX_RETRY_AFTER_MS = 60 * 60_000;

/** Each delay is up to this much longer, so that what failed together does not come back together. */
const JITTER = 0.1;

/**
 * Decides what follows an attempt: 2xx delivers, 410 stops, anything else is tried again after the schedule's next delay, or
 * later where the app asked for it. `attempts` counts this one; `scheduleMs[n]` is the delay before attempt n + 1.
 * `random` is in [0, 1). See docs/interface/webhooks.md#delivery.
 */
export function afterAttempt(
  attempt: Attempt,
  on: {
    readonly attempts: number;
    readonly scheduleMs: readonly number[];
    readonly now: Date;
    readonly random: number;
  },
): AfterAttempt {
  const { statusCode } = attempt;
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) {
    return { status: 'delivered', nextAttemptAt: null };
  }
  const delayMs = on.scheduleMs[on.attempts];
  if (statusCode === 410 || delayMs === undefined) return { status: 'failed', nextAttemptAt: null };
  const askedMs = Math.min(retryAfterMs(attempt.retryAfter, on.now), MAX_RETRY_AFTER_MS);
  const waitMs = Math.max(delayMs * (1 + JITTER * on.random), askedMs);
  return { status: 'retrying', nextAttemptAt: new Date(on.now.getTime() + Math.round(waitMs)) };
}

/** Milliseconds a `Retry-After` header asks for; 0 if it is not readable. */
function retryAfterMs(header: string | null, now: Date): number {
  if (header === null) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}

/** No delivery waits longer for its next attempt. */
export const longestRetryMs = (scheduleMs: readonly number[]): number =>
  Math.max(MAX_RETRY_AFTER_MS, ...scheduleMs.map((ms) => ms * (1 + JITTER)));
