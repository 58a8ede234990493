import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { BookingRequestEntity } from './entities.ts';

const HOUR_MS = 3_600_000;
/** Mails that confirm a request, to one address in an hour. */
const MOST_MAILS_AN_HOUR = 3;
/** Requests of one address that wait at a storefront, confirmed or not. */
const MOST_OF_GUEST = 3;
/** Confirmed requests that wait at a storefront. */
const MOST_OF_STOREFRONT = 200;

/** Anyone else who places a request for the same address waits until this transaction ends. */
export async function lockGuest(em: Transaction, email: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`request ${email.toLowerCase()}`}, 0))`.execute(
    em.getKysely<unknown>(),
  );
}

/**
 * Whether an address may place another request at a storefront (docs/interface/requests.md#limits). Anyone who asks about one address
 * waits for the others until this transaction ends.
 */
export async function mayRequest(
  ctx: SubgraphContext,
  em: Transaction,
  storefrontId: number,
  guestEmail: string,
): Promise<boolean> {
  const hourAgo = new Date(ctx.clock.now().getTime() - HOUR_MS);
  const mailed = await em.count(BookingRequestEntity, { guestEmail, createdAt: { $gt: hourAgo } });
  if (mailed >= MOST_MAILS_AN_HOUR) return false;
  const waiting = { $in: ['unverified', 'pending'] as const };
  const own = await em.count(BookingRequestEntity, {
    guestEmail,
    storefrontId,
    status: { $in: [...waiting.$in] },
  });
  return own < MOST_OF_GUEST && (await hasRoom(em, storefrontId));
}

/** Whether a storefront takes another confirmed request. */
export const hasRoom = async (em: Transaction, storefrontId: number): Promise<boolean> =>
  (await em.count(BookingRequestEntity, { storefrontId, status: 'pending' })) < MOST_OF_STOREFRONT;
