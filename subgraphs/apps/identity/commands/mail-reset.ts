import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { KNOWN_NETWORK_MS, MAIL_WINDOW_MS, MOST_RESETS_OF_STRANGER } from '../../emails/domain/mail-links.ts';
import { mayMail, mayMailOwner } from '../../emails/outbox/may-mail.ts';
import { isWritten, writeMail } from '../../emails/outbox/outbox.ts';
import { tables } from '../../store/tables.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { readForgotten } from '../store/forgot-job.ts';
import { mintLink } from '../store/mail-tokens.ts';

/**
 * Emails the link for choosing a new password, if the address has an account. Requests from a network where
 * the owner signed in have their own budget, and a single other network can't use up the strangers' budget.
 * Safe to repeat.
 */
export async function mailReset(ctx: SubgraphContext, data: unknown): Promise<void> {
  const { id, email, address } = readForgotten(data);
  await inTransaction(ctx, async (em) => {
    const account = await tables(em)
      .selectFrom('accounts')
      .select(['id', 'name'])
      .where('email', '=', email)
      .where('status', 'in', ['unverified', 'active'])
      .forUpdate()
      .executeTakeFirst();
    if (!account) return;
    const { id: accountId, name } = account;
    const isOwner = (await countEvents(ctx, em, { accountId, address, kind: 'session.started' })) > 0;
    const key = `reset/${id}`;
    if (await isWritten(em, key)) return;
    const asked = { accountId, address, kind: 'password.reset_asked' } as const;
    const isAllowed = isOwner
      ? await mayMailOwner(ctx, em, email, 'reset')
      : (await countEvents(ctx, em, asked)) < MOST_RESETS_OF_STRANGER && (await mayMail(ctx, em, email));
    if (!isAllowed) return;
    const { path: link, expiresAt } = await mintLink(ctx, em, { accountId, purpose: 'reset' });
    const mail = { key, to: email, params: { name }, link, expiresAt, byStranger: !isOwner };
    await writeMail(ctx, em, { ...mail, template: 'reset' });
    await recordAccountEvent(ctx, em, asked);
  });
}

interface Counted {
  readonly accountId: number;
  readonly address: string;
  readonly kind: keyof typeof WITHIN_MS;
}

const WITHIN_MS = { 'session.started': KNOWN_NETWORK_MS, 'password.reset_asked': MAIL_WINDOW_MS } as const;

/** Counts an account's recent events from one network, up to `MOST_RESETS_OF_STRANGER`. */
async function countEvents(
  ctx: SubgraphContext,
  em: Transaction,
  { accountId, address, kind }: Counted,
): Promise<number> {
  const since = new Date(ctx.clock.now().getTime() - WITHIN_MS[kind]);
  const events = await tables(em)
    .selectFrom('account_events')
    .select('id')
    .where('accountId', '=', accountId)
    .where('kind', '=', kind)
    .where('address', '=', address)
    .where('at', '>', since)
    .limit(MOST_RESETS_OF_STRANGER)
    .execute();
  return events.length;
}
