import { LockMode } from '@mikro-orm/core';
import type { Transaction } from '#db/transaction.ts';
import { type Booking, type ChangeRequest, ChangeRequestEntity } from '../../store/entities.ts';

/** Finds a booking's pending request and locks it. Callers lock the booking first. */
export const lockOpenChange = (em: Transaction, bookingId: number): Promise<ChangeRequest | null> =>
  em.findOne(ChangeRequestEntity, { bookingId, status: 'pending' }, { lockMode: LockMode.PESSIMISTIC_WRITE });

/** Finds a request and locks it. Callers lock its booking first. */
export const lockChange = (em: Transaction, id: number): Promise<ChangeRequest | null> =>
  em.findOne(ChangeRequestEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });

/** True while a change that accepts the request is in progress: it then ends the request. */
export const isBeingAccepted = (
  { changing }: Pick<Booking, 'changing'>,
  { id }: Pick<ChangeRequest, 'id'>,
): boolean => changing !== null && 'requestId' in changing && changing.requestId === id;
