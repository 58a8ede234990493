/**
 * Queues whose jobs can be discarded: each loses only an email, which the person can request again or whose
 * content is also in the panel. Other queues carry events, money and tasks, or are rescheduled by scans for
 * unfinished work.
 */
const DISCARDABLE: ReadonlySet<string> = new Set([
  'apps/mail-booking',
  'apps/mail-request',
  'apps/sign-up',
  'apps/forgot-password',
]);

/** True if an operator can delete a failed job in this queue. */
export const mayDiscard = (queue: string): boolean => DISCARDABLE.has(queue);
