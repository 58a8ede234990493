import type { SubgraphContext } from '#db/context.ts';
import { lockName, type Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { MOST_BY_OWNER, MOST_BY_STRANGERS, mailboxOf } from '../domain/mail-budget.ts';
import { MAIL_WINDOW_MS } from '../domain/mail-links.ts';
import type { MailTemplate } from '../domain/mail-templates.ts';

/**
 * Checks an address's budget for emails that strangers trigger (docs/interface/mails.md#strangers).
 * Concurrent checks for the same mailbox wait for this transaction, in every process, so that no two count
 * the same emails.
 */
export async function mayMail(ctx: SubgraphContext, em: Transaction, to: string): Promise<boolean> {
  const since = new Date(ctx.clock.now().getTime() - MAIL_WINDOW_MS);
  const budget = mailboxOf(to);
  await lockName(em, `mail ${budget}`);
  const mails = await tables(em)
    .selectFrom('mails')
    .select('id')
    .where('budget', '=', budget)
    .where('createdAt', '>', since)
    .limit(MOST_BY_STRANGERS)
    .execute();
  return mails.length < MOST_BY_STRANGERS;
}

/**
 * Checks an address's budget for an email that only its account's owner can trigger: strangers can't use it
 * up.
 */
export async function mayMailOwner(
  ctx: SubgraphContext,
  em: Transaction,
  to: string,
  template: MailTemplate,
): Promise<boolean> {
  const since = new Date(ctx.clock.now().getTime() - MAIL_WINDOW_MS);
  await lockName(em, `mail ${mailboxOf(to)}`);
  const mails = await tables(em)
    .selectFrom('mails')
    .select('id')
    .where('recipient', '=', to)
    .where('template', '=', template)
    .where('budget', 'is', null)
    .where('createdAt', '>', since)
    .limit(MOST_BY_OWNER)
    .execute();
  return mails.length < MOST_BY_OWNER;
}
