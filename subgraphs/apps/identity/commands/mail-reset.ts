import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
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
    const account = await tables(em)
      .selectFrom('accounts')
      .select(['id', 'name'])
      .where('email', '=', email)
      .where('status', 'in', ['unverified', 'active'])
      .forUpdate()
      .executeTakeFirst();
    if (!account) return;
    const { id: accountId, name } = account;
    const { path: link, expiresAt } = await mintLink(ctx, em, { accountId, purpose: 'reset' });
    await writeMail(ctx, em, { key, to: email, template: 'reset', params: { name }, link, expiresAt });
    await recordAccountEvent(ctx, em, { accountId, kind: 'password.reset_asked', address });
  });
}
