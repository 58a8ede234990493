import { LockMode } from '@mikro-orm/core';
import type { Transaction } from '#db/transaction.ts';
import { MAX_FOLIO_ENTRIES } from '#schema/limits.ts';
import type { Booking, FolioEntry } from '../../store/entities.ts';
import { BookingEntity, FolioEntryEntity } from '../../store/entities.ts';

/** Locks a team's booking whose folio changes in this transaction; null if there isn't one. */
export const lockBooking = (em: Transaction, teamId: number, id: number): Promise<Booking | null> =>
  em.findOne(BookingEntity, { id, teamId }, { lockMode: LockMode.PESSIMISTIC_WRITE });

/** True if a booking's folio has too many stored entries to add one. */
export const isFull = async (em: Transaction, bookingId: number): Promise<boolean> =>
  (await em.count(FolioEntryEntity, { bookingId })) >= MAX_FOLIO_ENTRIES;

/** Returns a booking's stored entries in order. */
export const storedEntries = (em: Transaction, bookingId: number): Promise<readonly FolioEntry[]> =>
  em.find(FolioEntryEntity, { bookingId }, { orderBy: { number: 'asc' } });
