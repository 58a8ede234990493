import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { type Tables, tables } from '../../store/tables.ts';
import { CLAIM_MS, nextAttempt } from '../domain/mail-schedule.ts';
import { SEND_MAIL } from '../outbox/outbox.ts';
import { printRecord } from '../outbox/printed-mail.ts';
import { deliverMail, isRefusedForGood } from '../outside/deliver-mail.ts';
import { Mail } from '../store/entities.ts';

const JOB = z.object({ mailId: z.int() });

const CLAIMED = [
  ...(['id', 'key', 'recipient', 'template', 'params'] as const),
  ...(['linkSealed', 'notice', 'attempts', 'expiresAt', 'messageId'] as const),
];

type ClaimedMail = Readonly<Pick<Selectable<Tables['mails']>, (typeof CLAIMED)[number]>>;

/**
 * Sends an unsent email from the outbox, in one process at a time, so that it's only sent twice if a process
 * dies between sending and recording. Retries failures after 1 min, 5 min, 30 min, 2 h and 8 h. Without a
 * mail server, the email stays in the outbox.
 */
export async function sendMail(ctx: SubgraphContext, data: unknown): Promise<void> {
  const { mailId } = JOB.parse(data);
  if (ctx.config.mailUrl === null) return;
  const mail = await claim(ctx, mailId);
  if (mail === null) return;
  if (mail === 'elsewhere') return again(ctx, mailId);
  if (mail.expiresAt <= ctx.clock.now()) return fail(ctx, mail, 'It was of no use any more.');
  const renewing = setInterval(() => void renew(ctx, mail), CLAIM_MS / 4);
  try {
    await deliverMail(ctx, { id: mail.key, to: mail.recipient, ...printRecord(ctx, mail) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    ctx.log.warn({ mailId, attempts: mail.attempts, reason }, 'a mail was not sent');
    return isRefusedForGood(error) ? fail(ctx, mail, reason) : retryLater(ctx, mail, reason);
  } finally {
    clearInterval(renewing);
  }
  await end(ctx, mail, 'sent', null);
}

/**
 * Claims the email for this process; returns `elsewhere` while another process has it, and null if it was
 * sent or dropped.
 */
async function claim(ctx: SubgraphContext, mailId: number): Promise<ClaimedMail | 'elsewhere' | null> {
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  const em = reader(ctx);
  const mail = await tables(em)
    .updateTable('mails')
    .set((eb) => ({ claimedUntil: until, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', mailId)
    .where('status', '=', 'queued')
    .where(({ or, eb }) => or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<=', now)]))
    .returning(CLAIMED)
    .executeTakeFirst();
  return mail ?? ((await em.count(Mail, { id: mailId, status: 'queued' })) > 0 ? 'elsewhere' : null);
}

/** Extends this process's claim while the server is slow. If that fails, the email may be sent twice. */
async function renew(ctx: SubgraphContext, { id, attempts }: ClaimedMail): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() + CLAIM_MS);
  try {
    await reader(ctx).nativeUpdate(
      Mail,
      { id, status: 'queued', attempts, claimedUntil: { $ne: null } },
      { claimedUntil: until },
    );
  } catch (error) {
    ctx.log.warn({ err: error, mailId: id }, 'the claim of a mail was not renewed');
  }
}

/** A process with a claim may have died: checks again when the claim expires. */
const again = (ctx: SubgraphContext, mailId: number) =>
  inTransaction(ctx, (em) =>
    schedule(ctx, em, SEND_MAIL, { mailId }, { at: new Date(ctx.clock.now().getTime() + CLAIM_MS) }),
  );

async function retryLater(ctx: SubgraphContext, mail: ClaimedMail, reason: string): Promise<void> {
  const at = nextAttempt(mail.attempts, ctx.clock.now());
  if (at === null) return fail(ctx, mail, reason);
  await inTransaction(ctx, async (em) => {
    await em.nativeUpdate(
      Mail,
      { id: mail.id, status: 'queued' },
      { claimedUntil: null, dueAt: at, lastError: shortened(reason) },
    );
    await schedule(ctx, em, SEND_MAIL, { mailId: mail.id }, { at });
  });
}

const fail = (ctx: SubgraphContext, mail: ClaimedMail, reason: string) => end(ctx, mail, 'failed', reason);

/**
 * Finishes an email and deletes its link; on failure, the same transaction also marks the message it carried
 * as failed.
 */
async function end(
  ctx: SubgraphContext,
  { id, messageId }: ClaimedMail,
  status: 'sent' | 'failed',
  reason: string | null,
): Promise<void> {
  const ended = { status, endedAt: ctx.clock.now(), lastError: shortened(reason) };
  const change = { ...ended, linkSealed: null, claimedUntil: null };
  if (messageId === null || status === 'sent') {
    await reader(ctx).nativeUpdate(Mail, { id, status: 'queued' }, change);
    return;
  }
  await inTransaction(ctx, async (em) => {
    const ends = await em.nativeUpdate(Mail, { id, status: 'queued' }, change);
    if (ends > 0) await publish(ctx, em, 'message.mail_failed', { messageId, code: 'MAIL_FAILED' });
  });
}

const shortened = (reason: string | null) => reason?.slice(0, 300).toWellFormed() ?? null;
