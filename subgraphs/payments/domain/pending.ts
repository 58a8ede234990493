/** Longest wait for a pending payment, from the session's opening (docs/interface/payments.md#pending). */
export const MAX_PENDING_MS = 72 * 3_600_000;

/**
 * Returns a pending session's deadline, before the check-in limit: the time the app requested, at most 72 h
 * after opening.
 */
export function pendingUntil(asked: Date, openedAt: Date): Date {
  return new Date(Math.min(asked.getTime(), openedAt.getTime() + MAX_PENDING_MS));
}
