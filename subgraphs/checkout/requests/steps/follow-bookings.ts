import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import type { RequestMove } from '../../domain/request-status.ts';
import { BookingRequestEntity, ChangeRequestEntity } from '../../store/entities.ts';
import { moveChangeRequest } from './move-change-request.ts';
import { moveRequest } from './move-request.ts';

/** A request's move for each booking status. */
const MOVE_OF: Readonly<Record<BookingEvent['status'], RequestMove | null>> = {
  held: null,
  confirmed: 'pay',
  released: 'lapse',
  cancelled: 'lapse',
};

/**
 * Moves requests along with their bookings' status, in the same transaction. A booking that ends withdraws its
 * guest's request to change it.
 */
export async function followBookings(
  ctx: SubgraphContext,
  em: Transaction,
  bookings: readonly Pick<BookingEvent, 'bookingId' | 'status'>[],
): Promise<void> {
  if (bookings.length === 0) return;
  const statuses = new Map(bookings.map(({ bookingId, status }) => [bookingId, status]));
  const requests = await em.find(
    BookingRequestEntity,
    { bookingId: { $in: [...statuses.keys()] } },
    { orderBy: { number: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  for (const request of requests) {
    const move = MOVE_OF[statuses.get(request.bookingId ?? 0) ?? 'held'];
    if (move !== null) await moveRequest(ctx, em, request, move);
  }
  const ended = [...statuses].filter(([, status]) => status === 'cancelled' || status === 'released');
  if (ended.length === 0) return;
  const changes = await em.find(
    ChangeRequestEntity,
    { bookingId: { $in: ended.map(([id]) => id) }, status: 'pending' },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  for (const change of changes) await moveChangeRequest(ctx, em, change, 'withdrawn');
}
