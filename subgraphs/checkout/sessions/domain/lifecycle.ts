import type { CheckoutStatus } from '../../generated.ts';

/** A mutation's reaction to a session's status. */
export type Reply =
  /** Execute it. */
  | 'go'
  /** Wait until the current completion ends, then check again. */
  | 'wait'
  /** Return the session unchanged. */
  | 'show'
  /** Return the session unchanged with a message that it's finished. */
  | 'finished';

/**
 * Each mutation's behavior by session status. See docs/interface/checkout.md#session-states; mutating a
 * finished session returns it unchanged, and completing it again returns the same order.
 */
export const REPLIES = {
  update: {
    incomplete: 'go',
    ready_for_complete: 'go',
    complete_in_progress: 'wait',
    completed: 'finished',
    canceled: 'finished',
  },
  complete: {
    incomplete: 'show',
    ready_for_complete: 'go',
    complete_in_progress: 'wait',
    completed: 'show',
    canceled: 'finished',
  },
  cancel: {
    incomplete: 'go',
    ready_for_complete: 'go',
    complete_in_progress: 'finished',
    completed: 'finished',
    canceled: 'finished',
  },
} as const satisfies Record<string, Record<CheckoutStatus, Reply>>;

/** True if an agent can change a session: it hasn't ended and isn't being completed. */
export function isOpen(status: CheckoutStatus): boolean {
  return status === 'incomplete' || status === 'ready_for_complete';
}

/**
 * Returns a session's status at a given time: an expired open session is canceled, even before the job
 * records that. See docs/interface/checkout.md#sessions.
 */
export function statusAt(
  session: { readonly status: CheckoutStatus; readonly expiresAt: Date },
  now: Date,
): CheckoutStatus {
  return isOpen(session.status) && session.expiresAt <= now ? 'canceled' : session.status;
}
