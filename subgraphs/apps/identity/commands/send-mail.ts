import { sql } from 'kysely';
import { z } from 'zod';
import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { CLAIM_MS, nextAttempt } from '../domain/mail-schedule.ts';
import { deliverMail, isRefusedForGood } from '../mail/deliver-mail.ts';
import { SEND_MAIL } from '../mail/outbox.ts';
import { type MailRecord, printRecord } from '../mail/printed-mail.ts';

const JOB = z.object({ mailId: z.int() });

interface ClaimedMail extends MailRecord {
  readonly id: number;
  readonly recipient: string;
  readonly attempts: number;
  readonly expiresAt: Date | string;
}

/**
 * Sends a mail of the outbox, unless it was sent meanwhile: by one process at a time, so that it goes twice only where one
 * dies between sending and recording it. What cannot be sent is tried again after 1 min, 5 min, 30 min, 2 h and 8 h. Without a server it stays.
 */
export async function sendMail(ctx: SubgraphContext, data: unknown): Promise<void> {
  const { mailId } = JOB.parse(data);
  if (ctx.config.mailUrl === null) return;
  const mail = await claim(ctx, mailId);
  if (mail === null) return;
  if (mail === 'elsewhere') return again(ctx, mailId);
  if (new Date(mail.expiresAt) <= ctx.clock.now()) return fail(ctx, mail, 'It was of no use any more.');
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

/** The mail, for this process alone; `elsewhere` while another one has it, null where it was sent or given up. */
async function claim(ctx: SubgraphContext, mailId: number): Promise<ClaimedMail | 'elsewhere' | null> {
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  const db = statements(ctx);
  const { rows } = await sql<ClaimedMail>`
    UPDATE apps.mails SET claimed_until = ${until}, attempts = attempts + 1
    WHERE id = ${mailId} AND status = 'queued' AND coalesce(claimed_until <= ${now}, true)
    RETURNING id, key, recipient, template, params, link_sealed AS "linkSealed", attempts,
      expires_at AS "expiresAt"`.execute(db);
  if (rows[0]) return rows[0];
  const { rows: claimed } =
    await sql`SELECT 1 FROM apps.mails WHERE id = ${mailId} AND status = 'queued'`.execute(db);
  return claimed.length > 0 ? 'elsewhere' : null;
}

/** Keeps the mail for this process while the server takes its time. Where that fails, the mail may go twice. */
async function renew(ctx: SubgraphContext, { id, attempts }: ClaimedMail): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() + CLAIM_MS);
  try {
    await sql`
      UPDATE apps.mails SET claimed_until = ${until}
      WHERE id = ${id} AND status = 'queued' AND attempts = ${attempts}
        AND claimed_until IS NOT NULL`.execute(statements(ctx));
  } catch (error) {
    ctx.log.warn({ err: error, mailId: id }, 'the claim of a mail was not renewed');
  }
}

/** Anyone who has the mail may have died: looks again when its claim is over. */
const again = (ctx: SubgraphContext, mailId: number) =>
  inTransaction(ctx, (em) =>
    schedule(ctx, em, SEND_MAIL, { mailId }, { at: new Date(ctx.clock.now().getTime() + CLAIM_MS) }),
  );

async function retryLater(ctx: SubgraphContext, mail: ClaimedMail, reason: string): Promise<void> {
  const at = nextAttempt(mail.attempts, ctx.clock.now());
  if (at === null) return fail(ctx, mail, reason);
  await inTransaction(ctx, async (em) => {
    await sql`
      UPDATE apps.mails SET claimed_until = NULL, due_at = ${at}, last_error = ${shortened(reason)}
      WHERE id = ${mail.id} AND status = 'queued'`.execute(em.getKysely<unknown>());
    await schedule(ctx, em, SEND_MAIL, { mailId: mail.id }, { at });
  });
}

const fail = (ctx: SubgraphContext, mail: ClaimedMail, reason: string) => end(ctx, mail, 'failed', reason);

/** Ends a mail. Its link is not kept. */
async function end(
  ctx: SubgraphContext,
  { id }: ClaimedMail,
  status: 'sent' | 'failed',
  reason: string | null,
): Promise<void> {
  await sql`
    UPDATE apps.mails SET status = ${status}, ended_at = ${ctx.clock.now()}, link_sealed = NULL, claimed_until = NULL,
      last_error = ${shortened(reason)}::text
    WHERE id = ${id} AND status = 'queued'`.execute(statements(ctx));
}

const shortened = (reason: string | null) => reason?.slice(0, 300).toWellFormed() ?? null;
