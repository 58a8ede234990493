import type { Selectable } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import type { Recording, Sent } from '#db/jobs/lease-states.ts';
import type { LeasedWork, WaitingItem } from '#db/jobs/leased-work.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { type Tables, tables } from '../../store/tables.ts';
import { CLAIM_MS, EXPIRED, MAIL_RETRIES } from '../domain/mail-schedule.ts';
import { logoOf, printRecord } from '../outbox/printed-mail.ts';
import { deliverMail, isRefusedForGood } from '../outside/deliver-mail.ts';
import { readLogo } from '../outside/read-logo.ts';
import { Mail } from '../store/entities.ts';
import { MAIL_MOVES, scanMails } from '../store/mail-queue.ts';

const CLAIMED = [
  ...(['id', 'key', 'recipient', 'template', 'params'] as const),
  ...(['linkSealed', 'notice', 'attempts', 'expiresAt', 'messageId'] as const),
];

interface ClaimedMail extends Readonly<Pick<Selectable<Tables['mails']>, (typeof CLAIMED)[number]>> {
  /** Set if it has expired. */
  readonly giveUp?: string;
}

/**
 * Sends emails from the outbox, each in one process at a time, so that an email is only sent twice if a process dies
 * between sending and recording. Without a mail server, emails stay in the outbox. Many emails to one recipient don't
 * delay other recipients' emails.
 */
export const EMAILS: LeasedWork<WaitingItem<string>, ClaimedMail, null, string> = {
  name: 'emails',
  slots: 8, // they wait on the mail server
  slotsPerShare: 4,
  retry: () => MAIL_RETRIES,
  scan: scanMails,
  claim,
  send,
  record,
  renew: { everyMs: CLAIM_MS / 4, run: renew },
};

/** Starts sending the next emails, if there is a mail server, without waiting for them. */
export async function sendMails(ctx: SubgraphContext): Promise<void> {
  if (ctx.config.mailUrl !== null) ctx.services.apps.emails.wake(() => ctx);
}

/** Performs the moves `claim` and `lapse`; null if the email isn't due. */
async function claim(ctx: SubgraphContext, { id }: WaitingItem<string>): Promise<ClaimedMail | null> {
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  const mail = await tables(reader(ctx))
    .updateTable('mails')
    .set((eb) => ({ claimedUntil: until, attempts: eb('attempts', '+', MAIL_MOVES.claim.attempts) }))
    .where('id', '=', id)
    .where('status', '=', MAIL_MOVES.claim.from)
    .where('dueAt', '<=', now)
    .where(({ or, eb }) => or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<=', now)]))
    .returning(CLAIMED)
    .executeTakeFirst();
  if (!mail) return null;
  return mail.expiresAt <= now ? { ...mail, giveUp: EXPIRED } : mail;
}

async function send(ctx: SubgraphContext, mail: ClaimedMail): Promise<Sent<null, string>> {
  try {
    const logo = logoOf(mail);
    const logoFile = logo && (await readLogo(ctx, logo));
    const printed = printRecord(ctx, mail, { hasLogo: logoFile !== null });
    await deliverMail(ctx, { id: mail.key, to: mail.recipient, ...printed, logoFile });
    return { move: 'finish', done: null };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    ctx.log.warn({ mailId: mail.id, attempts: mail.attempts, reason: problem }, 'Failed to send an email');
    return { move: isRefusedForGood(error) ? 'give_up' : 'retry', problem };
  }
}

/** Extends the lease while the mail server is slow. If that fails, the email may be sent twice. */
function renew(ctx: SubgraphContext, { id, attempts }: ClaimedMail): Promise<unknown> {
  const claimedUntil = new Date(ctx.clock.now().getTime() + CLAIM_MS);
  const leased = { id, status: MAIL_MOVES.lapse.from, attempts, claimedUntil: { $ne: null } };
  return reader(ctx).nativeUpdate(Mail, leased, { claimedUntil });
}

async function record(
  ctx: SubgraphContext,
  mail: ClaimedMail,
  recording: Recording<null, string>,
): Promise<void> {
  const { from, to, attempts: added } = MAIL_MOVES[recording.move];
  const { id, attempts } = mail;
  const now = ctx.clock.now();
  if ('inMs' in recording) {
    await reader(ctx).nativeUpdate(
      Mail,
      { id, status: from, attempts },
      {
        status: to,
        attempts: attempts + added,
        claimedUntil: null,
        dueAt: new Date(now.getTime() + recording.inMs),
        ...('problem' in recording ? { lastError: shortened(recording.problem) } : {}),
      },
    );
    return;
  }
  // The link is kept only until the email is sent or abandoned.
  const ended = { status: to, endedAt: now, linkSealed: null, claimedUntil: null };
  if (recording.move === 'finish') {
    // The email was sent, so this is recorded even if another process has the lease.
    await reader(ctx).nativeUpdate(Mail, { id, status: from }, { ...ended, lastError: null });
    return;
  }
  const lastError = shortened(recording.problem ?? INTERRUPTED);
  await inTransaction(ctx, async (em) => {
    const ends = await em.nativeUpdate(Mail, { id, status: from, attempts }, { ...ended, lastError });
    const { messageId } = mail;
    if (ends > 0 && messageId !== null)
      await publish(ctx, em, 'message.mail_failed', { messageId, code: 'MAIL_FAILED' });
  });
}

const INTERRUPTED = 'Every attempt to send it was interrupted.';

const shortened = (problem: string) => problem.slice(0, 300).toWellFormed();
