import { LockMode } from '@mikro-orm/core';
import type { Transaction } from '#db/transaction.ts';
import { type Invoice, InvoiceEntity } from '../../store/entities.ts';

/** Returns a booking's invoice that isn't fully credited; null if a new one can be issued. */
export const openInvoice = (em: Transaction, bookingId: number): Promise<Invoice | null> =>
  em.findOne(InvoiceEntity, { bookingId, isOpen: true });

/** Locks a team's invoice before it's credited; null if there isn't one. */
export const lockInvoice = (
  em: Transaction,
  { id, teamId, propertyId }: { readonly id: number; readonly teamId: number; readonly propertyId?: object },
): Promise<Invoice | null> =>
  em.findOne(
    InvoiceEntity,
    { id, teamId, kind: 'invoice', ...(propertyId && { propertyId }) },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );

/** Returns an invoice's credit notes, oldest first. */
export const creditNotesOf = (em: Transaction, id: number): Promise<readonly Invoice[]> =>
  em.find(InvoiceEntity, { creditNoteOf: id }, { orderBy: { id: 'asc' } });
