import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { FOLIO_ENTRY_COLUMNS, type FolioEntryRow } from '../../store/columns.ts';
import { FolioEntryEntity } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import type { NewEntry } from '../domain/derived-entries.ts';
import { isUnclaimed, owedBack } from '../domain/due-refunds.ts';
import { insertEntries, newEntryId } from './append-entries.ts';

/**
 * Makes the due refund of a locked booking follow its folio: opens it, changes its amount, or removes it if
 * nothing is owed to the guest anymore. Refunds that are requested or left to a person by an app stay. The
 * caller publishes the folio's change.
 */
export async function settleDue(ctx: SubgraphContext, em: Transaction, id: number): Promise<void> {
  const booking = await tables(em)
    .selectFrom('bookings')
    .select(['id', 'teamId', 'status', 'total', 'paid', 'charged', 'refundDue'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { rows: entries } = await sql<FolioEntryRow>`
    SELECT ${FOLIO_ENTRY_COLUMNS} FROM checkout.folio_entries WHERE booking_id = ${id}::bigint ORDER BY number`.execute(
    statements(em),
  );
  const due = entries.find(isUnclaimed);
  const amount = owedBack(booking, entries);
  if (amount === (due?.amount ?? 0)) return;
  const now = ctx.clock.now();
  if (amount === 0) await em.nativeDelete(FolioEntryEntity, { number: due?.number ?? 0 });
  else if (due) {
    const change = { amount, ...payerOf(entries, amount), updatedAt: now };
    await em.nativeUpdate(FolioEntryEntity, { number: due.number }, change);
  } else {
    const refund: NewEntry = {
      ...payerOf(entries, amount),
      id: newEntryId(id),
      entry: 'refund',
      amount,
      status: 'due',
    };
    await insertEntries(em, booking, [refund], now);
  }
}

/** Returns the method that can pay a refund back: the app that took a payment of at least this amount. */
function payerOf(entries: readonly FolioEntryRow[], amount: number) {
  const payment = entries.findLast(
    (one) => one.entry === 'payment' && one.accepted && one.paymentSessionId !== null && one.amount >= amount,
  );
  return { method: payment?.method ?? 'other', paymentSessionId: payment?.paymentSessionId ?? null };
}
