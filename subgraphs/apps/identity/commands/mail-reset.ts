import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { mayMail } from '../mail/may-mail.ts';
import { isWritten, writeMail } from '../mail/outbox.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { readForgotten } from '../store/forgot-job.ts';
import { mintLink } from '../store/mail-tokens.ts';

/** Mails the link that chooses a new password, where the address has an account. Safe to repeat. */
export async function mailReset(ctx: SubgraphContext, data: unknown): Promise<void> {
  const { id, email, address } = readForgotten(data);
  await inTransaction(ctx, async (em) => {
    const key = `reset/${id}`;
    if (!(await mayMail(ctx, em, email)) || (await isWritten(em, key))) return;
    const { rows } = await sql<{ readonly id: number; readonly name: string }>`
      SELECT id, name FROM apps.accounts
      WHERE email = ${email} AND status IN ('unverified', 'active') FOR UPDATE`.execute(
      em.getKysely<unknown>(),
    );
    const [account] = rows;
    if (!account) return;
    const { id: accountId, name } = account;
    const { path: link, expiresAt } = await mintLink(ctx, em, { accountId, purpose: 'reset' });
    await writeMail(ctx, em, { key, to: email, template: 'reset', params: { name }, link, expiresAt });
    await recordAccountEvent(ctx, em, { accountId, kind: 'password.reset_asked', address });
  });
}
