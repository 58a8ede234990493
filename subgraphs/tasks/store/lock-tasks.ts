import { LockMode } from '@mikro-orm/core';
import type { Transaction } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import { TaskEntity } from './entities.ts';

/** Locks a booking's tasks, in the common lock order. */
export const lockTasks = (
  em: Transaction,
  { bookingId, teamId }: Pick<BookingEvent, 'bookingId' | 'teamId'>,
) =>
  em.find(
    TaskEntity,
    { bookingId, teamId },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );
