import type { CheckoutStatus } from '../../generated.ts';

/** What a mutation does with a session in a given status. */
export type Reply =
  /** Carry it out. */
  | 'go'
  /** Wait until the completion under way has ended, then look again. */
  | 'wait'
  /** Nothing to do: answer the session as it is. */
  | 'show'
  /** Leave it as it is and say that it is finished. */
  | 'finished';

/**
 * What each mutation does at each status. See docs/interface/checkout.md#life-of-a-session; mutating a
 * finished session answers it unchanged, completing it again answers the same order.
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

/** Whether an agent may still change a session: it is neither over nor being completed. */
export function isOpen(status: CheckoutStatus): boolean {
  return status === 'incomplete' || status === 'ready_for_complete';
}

/**
 * Where a session is at an instant: an open one whose time is over is canceled, whether or not the job that writes so
 * has come by. See docs/interface/checkout.md#sessions.
 */
export function statusAt(
  session: { readonly status: CheckoutStatus; readonly expiresAt: Date },
  now: Date,
): CheckoutStatus {
  return isOpen(session.status) && session.expiresAt <= now ? 'canceled' : session.status;
}
