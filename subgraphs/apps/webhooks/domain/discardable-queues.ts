/**
 * Queues whose jobs may be discarded: what is lost with one is a mail, which the person can ask for again or learns in the panel. The
 * others carry events, money and tasks, or are booked again by what looks for work left undone.
 */
const DISCARDABLE: ReadonlySet<string> = new Set([
  'apps/mail-booking',
  'apps/mail-request',
  'apps/sign-up',
  'apps/forgot-password',
]);

/** Whether an operator may delete a failed job of a queue. */
export const mayDiscard = (queue: string): boolean => DISCARDABLE.has(queue);
