import { LockMode } from '@mikro-orm/core';
import type { Transaction } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import { TaskEntity } from './entities.ts';

/** The tasks of a booking, locked in the order in which everyone locks them. */
export const lockTasks = (em: Transaction, { bookingId, teamId }: BookingEvent) =>
  em.find(
    TaskEntity,
    { bookingId, teamId },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );
