import type { SubgraphContext } from '#db/context.ts';
import { reader, type Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import type { Departure } from '../domain/conversation-window.ts';

/** Inside or outside a transaction. */
export type Where = Pick<SubgraphContext, 'db'> | Transaction;

export const managerOf = (where: Where): Transaction => ('db' in where ? reader(where) : where);

/** A stay in a conversation; stays are listed in the order they were added. */
export interface StayRow {
  readonly conversationId: number;
  readonly bookingId: number | null;
  readonly requestId: string | null;
}

/** Reads the stays for several conversations. */
export const staysOf = (where: Where, conversationIds: readonly number[]): Promise<readonly StayRow[]> =>
  tables(managerOf(where))
    .selectFrom('conversation_stays')
    .select(['conversationId', 'bookingId', 'requestId'])
    .where('conversationId', 'in', conversationIds)
    .orderBy('id')
    .execute();

/** Reads the departures for several conversations, by conversation. */
export async function departuresOf(
  where: Where,
  conversationIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Departure[]>> {
  const db = tables(managerOf(where));
  const booked = await db
    .selectFrom('conversation_stays')
    .innerJoin('bookings', 'bookings.id', 'conversation_stays.bookingId')
    .select(['conversation_stays.conversationId', 'bookings.checkOut', 'bookings.timeZone'])
    .where('conversation_stays.conversationId', 'in', conversationIds)
    .execute();
  const requested = await db
    .selectFrom('conversation_stays')
    .innerJoin('booking_requests', 'booking_requests.id', 'conversation_stays.requestId')
    .select(['conversation_stays.conversationId', 'booking_requests.checkOut', 'booking_requests.timeZone'])
    .where('conversation_stays.conversationId', 'in', conversationIds)
    .execute();
  return Map.groupBy([...booked, ...requested], ({ conversationId }) => conversationId);
}
