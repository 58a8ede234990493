import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import type { Minor } from '#kit/money.ts';
import type { RefundCause } from '#schema/events.ts';
import { FOLIO_ENTRY_COLUMNS, type FolioEntryRow } from '../../store/columns.ts';
import { FolioEntryEntity } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import type { NewEntry } from '../domain/derived-entries.ts';
import { isUnclaimed, owedBack, type RefundPart, refundParts } from '../domain/due-refunds.ts';
import { insertEntries, newEntryId } from './append-entries.ts';

/** Conditions under which a refund becomes due. */
interface Settling {
  /** Cause, if the refund may start automatically; absent if a person decides. */
  readonly cause?: RefundCause;
  /** True to open a refund for an active booking that's overpaid. */
  readonly isOverpaid?: boolean;
}

/**
 * Makes a locked booking's due refund follow its folio: opens it, changes its amount, or removes it once the guest is
 * owed 0. With a `cause`, payments may start it. Refunds requested from an app, or left to a person by an app, stay.
 * The caller publishes the folio's change.
 */
export async function settleDue(
  ctx: SubgraphContext,
  em: Transaction,
  id: number,
  { cause, isOverpaid = false }: Settling = {},
): Promise<void> {
  const booking = await tables(em)
    .selectFrom('bookings')
    .select(['id', 'teamId', 'storefrontId', 'status', 'total', 'paid', 'charged', 'refundDue'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { rows: entries } = await sql<FolioEntryRow>`
    SELECT ${FOLIO_ENTRY_COLUMNS} FROM checkout.folio_entries WHERE booking_id = ${id}::bigint ORDER BY number`.execute(
    statements(em),
  );
  const due = entries.find(isUnclaimed);
  // Once a change opened it, an active booking's refund follows the folio like an ended booking's.
  const amount = owedBack(booking, entries, { isOverpaid: isOverpaid || due !== undefined });
  if (amount === (due?.amount ?? 0) && !(due && cause)) return;
  const now = ctx.clock.now();
  if (amount === 0) {
    await em.nativeDelete(FolioEntryEntity, { number: due?.number ?? 0 });
    return;
  }
  const parts = refundParts(entries, amount);
  const payer = payerOf(parts, amount);
  const entryId = due?.id ?? newEntryId(id);
  if (due) {
    await em.nativeUpdate(FolioEntryEntity, { number: due.number }, { amount, ...payer, updatedAt: now });
  } else {
    const refund: NewEntry = { ...payer, id: entryId, entry: 'refund', amount, status: 'due' };
    await insertEntries(em, booking, [refund], now);
  }
  if (cause === undefined) return;
  const { teamId, storefrontId } = booking;
  for (const { paymentSessionId } of parts) {
    await publish(ctx, em, 'refund.due', {
      teamId,
      bookingId: id,
      storefrontId,
      entryId,
      paymentSessionId,
      cause,
    });
  }
}

/** Returns the payment that covers a refund; a refund of several payments, or of money paid otherwise, names no payment. */
function payerOf([part]: readonly RefundPart[], amount: Minor) {
  if (part?.amount !== amount) return { method: 'other', paymentSessionId: null };
  return { method: part.method, paymentSessionId: part.paymentSessionId };
}
