/** A session waits for its money at most this long after it was opened (docs/interface/payments.md#pending). */
export const MAX_PENDING_MS = 72 * 3_600_000;

/** Until when a session may wait, before check-in has its say: what the app asks, at most 72 h after the opening. */
export function pendingUntil(asked: Date, openedAt: Date): Date {
  return new Date(Math.min(asked.getTime(), openedAt.getTime() + MAX_PENDING_MS));
}
