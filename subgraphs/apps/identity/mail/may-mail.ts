import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { MAIL_WINDOW_MS, MOST_MAILS_AN_HOUR, MOST_UNPAID_MAILS_AN_HOUR } from '../domain/mail-links.ts';
import type { MailTemplate } from '../domain/mail-templates.ts';

/** Mails that someone else than the address's owner can cause. */
const WITH_LINKS = ['verify', 'sign-up-known', 'reset', 'address-change'] as const;

/** The same of bookings: anyone can place one with any address. */
const UNPAID = ['guest-held', 'guest-released'] as const;

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
  const db = em.getKysely<unknown>();
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`mail ${to}`}, 0))`.execute(db);
  const { rows } = await sql<{ readonly count: number }>`
    SELECT count(*)::int AS count FROM apps.mails
    WHERE recipient = ${to} AND created_at > ${since} AND template = ANY(${[...counted]}::text[])`.execute(
    db,
  );
  return (rows[0]?.count ?? 0) < most;
}
