/** Members are written to about one conversation at most once in this long. */
const HOST_MAIL_EVERY_MS = 10 * 60_000;

interface HostMails {
  /** When members were last written to about the conversation; null for never. */
  readonly written: Date | null;
  /** When the message came. */
  readonly received: Date;
  readonly now: Date;
}

/**
 * When members are written to about a message that no one has read: at once, at a later instant where they were written to a moment
 * ago, or never where a mail that was written after it came has said so.
 */
export function nextHostMail({ written, received, now }: HostMails): 'now' | 'never' | Date {
  if (written === null) return 'now';
  if (written >= received) return 'never';
  const next = new Date(written.getTime() + HOST_MAIL_EVERY_MS);
  return next <= now ? 'now' : next;
}
