import type { SubgraphContext } from '#db/context.ts';
import { lockName, type Transaction } from '#db/transaction.ts';
import { BookingRequestEntity } from '../../store/entities.ts';
import { UNVERIFIED_KEPT_MS, VERIFY_TTL_MS } from '../domain/request-times.ts';

/** Mails that confirm a request, to one address in an hour. */
const MOST_MAILS_AN_HOUR = 3;
/** Requests of one address that wait at a storefront, confirmed or not. */
const MOST_OF_GUEST = 3;
/** Confirmed requests that wait at a storefront. */
const MOST_OF_STOREFRONT = 200;

/** Anyone else who places a request for the same address waits until this transaction ends. */
export async function lockGuest(em: Transaction, email: string): Promise<void> {
  await lockName(em, `request ${email.toLowerCase()}`);
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
 * Whether a storefront takes another confirmed request, for the transaction that confirms it: others wait for it to end, so that
 * simultaneous ones don't get past the limit.
 */
export async function takeRoom(em: Transaction, storefrontId: number): Promise<boolean> {
  await lockName(em, `confirmed requests ${storefrontId}`);
  return hasRoom(em, storefrontId);
}

/** Whether a storefront takes another confirmed request now. */
const hasRoom = async (em: Transaction, storefrontId: number): Promise<boolean> =>
  (await em.count(BookingRequestEntity, { storefrontId, status: 'pending' })) < MOST_OF_STOREFRONT;
