import type { SubgraphContext } from '#db/context.ts';
import { reader, type Transaction } from '#db/transaction.ts';
import type { Departure } from '../domain/conversation-window.ts';
import { tables } from './tables.ts';

type Where = Pick<SubgraphContext, 'db'> | Transaction;

const managerOf = (where: Where): Transaction => ('db' in where ? reader(where) : where);

/** A stay that a conversation is about, in the order in which they joined. */
export interface StayRow {
  readonly conversationId: number;
  readonly bookingId: number | null;
  readonly requestId: string | null;
}

/** What some conversations are about. */
export const staysOf = (where: Where, conversationIds: readonly number[]): Promise<readonly StayRow[]> =>
  tables(managerOf(where))
    .selectFrom('conversation_stays')
    .select(['conversationId', 'bookingId', 'requestId'])
    .where('conversationId', 'in', conversationIds)
    .orderBy('id')
    .execute();

/** When the guests of some stays leave. */
export async function departuresOf(where: Where, stays: readonly StayRow[]): Promise<readonly Departure[]> {
  const bookingIds = stays.flatMap(({ bookingId }) => bookingId ?? []);
  const requestIds = stays.flatMap(({ requestId }) => requestId ?? []);
  const db = tables(managerOf(where));
  const booked =
    bookingIds.length === 0
      ? []
      : await db
          .selectFrom('bookings')
          .select(['checkOut', 'timeZone'])
          .where('id', 'in', bookingIds)
          .execute();
  const requested =
    requestIds.length === 0
      ? []
      : await db
          .selectFrom('booking_requests')
          .select(['checkOut', 'timeZone'])
          .where('id', 'in', requestIds)
          .execute();
  return [...booked, ...requested];
}
