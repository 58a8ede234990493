/** Shortest time between emails to members about one conversation. */
const HOST_MAIL_EVERY_MS = 10 * 60_000;

interface HostMails {
  /** Time of the last email to members about the conversation, or null. */
  readonly written: Date | null;
  /** Time at which the message was received. */
  readonly received: Date;
  readonly now: Date;
}

/**
 * Returns when to email members about an unread message: now; at a later time if they were emailed recently;
 * or never if an email written after its arrival already covers it.
 */
export function nextHostMail({ written, received, now }: HostMails): 'now' | 'never' | Date {
  if (written === null) return 'now';
  if (written >= received) return 'never';
  const next = new Date(written.getTime() + HOST_MAIL_EVERY_MS);
  return next <= now ? 'now' : next;
}
