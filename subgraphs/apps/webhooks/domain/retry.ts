import type { DeliveryStatus } from './deliveries.ts';

/** An attempt's result: the app's response status, or null without a response. */
export interface Attempt {
  readonly statusCode: number | null;
  /** Seconds or an HTTP date, as sent by the app. */
  readonly retryAfter: string | null;
}

/** A delivery's status after an attempt, and the time of the next one. */
export interface AfterAttempt {
  readonly status: DeliveryStatus;
  /** Null if there are no more attempts. */
  readonly nextAttemptAt: Date | null;
}

/** Longest pause an app can request. */
export const MAX_RETRY_AFTER_MS = 60 * 60_000;

/** Each delay is up to this fraction longer, so that simultaneous failures aren't retried simultaneously. */
const JITTER = 0.1;

/**
 * Decides what follows an attempt: 2xx delivers, 410 stops, anything else is retried after the schedule's
 * next delay, or later if the app requests it. `attempts` includes this one; `scheduleMs[n]` is the delay
 * before attempt n + 1. `random` is in [0, 1). See docs/interface/webhooks.md#delivery.
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

/** Returns a `Retry-After` header's delay in milliseconds; 0 if it can't be parsed. */
function retryAfterMs(header: string | null, now: Date): number {
  if (header === null) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}

/** Returns a delivery's longest wait for its next attempt. */
export const longestRetryMs = (scheduleMs: readonly number[]): number =>
  Math.max(MAX_RETRY_AFTER_MS, ...scheduleMs.map((ms) => ms * (1 + JITTER)));
