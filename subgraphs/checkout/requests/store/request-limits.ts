import type { SubgraphContext } from '#db/context.ts';
import { lockName, type Transaction } from '#db/transaction.ts';
import { BookingRequestEntity } from '../../store/entities.ts';
import { UNVERIFIED_KEPT_MS, VERIFY_TTL_MS } from '../domain/request-times.ts';

/** Maximum confirmation emails per address and hour. */
const MOST_MAILS_AN_HOUR = 3;
/** Maximum waiting requests per address and storefront, confirmed or not. */
const MOST_OF_GUEST = 3;
/** Maximum confirmed waiting requests per storefront. */
const MOST_OF_STOREFRONT = 200;

/** Concurrent requests from the same address wait until this transaction ends. */
export async function lockGuest(em: Transaction, email: string): Promise<void> {
  await lockName(em, `request ${email.toLowerCase()}`);
}

/**
 * True if an address can place another request on a storefront (docs/interface/requests.md#limits).
 * Concurrent calls for the same address wait until this transaction ends.
 */
export async function mayRequest(
  ctx: SubgraphContext,
  em: Transaction,
  storefrontId: number,
  guestEmail: string,
): Promise<boolean> {
  const ago = (ms: number) => new Date(ctx.clock.now().getTime() - ms);
  const mailed = await em.count(BookingRequestEntity, {
    guestEmail,
    createdAt: { $gt: ago(UNVERIFIED_KEPT_MS) },
  });
  if (mailed >= MOST_MAILS_AN_HOUR) return false;
  const own = await em.count(BookingRequestEntity, {
    guestEmail,
    storefrontId,
    $or: [{ status: 'pending' }, { status: 'unverified', createdAt: { $gt: ago(VERIFY_TTL_MS) } }],
  });
  return own < MOST_OF_GUEST && (await hasRoom(em, storefrontId));
}

/**
 * True if a storefront can accept another confirmed request. Called in the confirming transaction; concurrent
 * ones wait, so they can't exceed the limit.
 */
export async function takeRoom(em: Transaction, storefrontId: number): Promise<boolean> {
  await lockName(em, `confirmed requests ${storefrontId}`);
  return hasRoom(em, storefrontId);
}

/** True if a storefront is below its limit now. */
const hasRoom = async (em: Transaction, storefrontId: number): Promise<boolean> =>
  (await em.count(BookingRequestEntity, { storefrontId, status: 'pending' })) < MOST_OF_STOREFRONT;
