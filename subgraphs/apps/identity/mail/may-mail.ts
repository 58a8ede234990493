import type { SubgraphContext } from '#db/context.ts';
import { lockName, type Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { MAIL_WINDOW_MS, MOST_MAILS_AN_HOUR, MOST_UNPAID_MAILS_AN_HOUR } from '../domain/mail-links.ts';
import type { MailTemplate } from '../domain/mail-templates.ts';

/** Mails that someone else than the address's owner can cause. */
const WITH_LINKS = ['verify', 'sign-up-known', 'reset', 'address-change'] as const;

/** The same of bookings: anyone can place one with any address. */
const UNPAID = ['guest-held', 'guest-held-at-property', 'guest-released'] as const;

/** Whether an address may get another mail that a stranger could cause: 5 an hour (docs/interface/accounts.md#limits). */
export const mayMail = (ctx: SubgraphContext, em: Transaction, to: string): Promise<boolean> =>
  isBelow(ctx, em, to, WITH_LINKS, MOST_MAILS_AN_HOUR);

/** Whether an address may get another mail about a booking no one paid: 20 an hour (docs/interface/mails.md#bookings). */
export const mayMailUnpaid = (ctx: SubgraphContext, em: Transaction, to: string): Promise<boolean> =>
  isBelow(ctx, em, to, UNPAID, MOST_UNPAID_MAILS_AN_HOUR);

/** Anyone who asks about one address waits for the others until this transaction ends, so that no two count the same mails. */
async function isBelow(
  ctx: SubgraphContext,
  em: Transaction,
  to: string,
  counted: readonly MailTemplate[],
  most: number,
): Promise<boolean> {
  const since = new Date(ctx.clock.now().getTime() - MAIL_WINDOW_MS);
  await lockName(em, `mail ${to}`);
  const mails = await tables(em)
    .selectFrom('mails')
    .select('id')
    .where('recipient', '=', to)
    .where('createdAt', '>', since)
    .where('template', 'in', counted)
    .limit(most)
    .execute();
  return mails.length < most;
}
