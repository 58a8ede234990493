import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { newUuid } from '#kit/ids.ts';
import { derivedCharges, type FolioBooking, type NewEntry, soldCharges } from '../domain/derived-entries.ts';
import { claimed } from '../domain/folio-sums.ts';
import { openCharges, type Reversible, reversalOf, todayIn } from '../domain/reversals.ts';
import { storedEntries } from '../store/entries.ts';
import { appendEntries, withCharges } from './append-entries.ts';

/** Entries that change a folio's charges, and the new sum of all charges. */
export interface Recharging {
  readonly entries: readonly NewEntry[];
  readonly charged: number;
}

/**
 * Plans the charges for a stay's new price: reverses what changed, keeps the rest. Null if the charges stay
 * the same, whether stored or derived.
 */
export async function planRecharge(
  ctx: SubgraphContext,
  em: Transaction,
  booking: FolioBooking,
  price: Pick<FolioBooking, 'totals' | 'total' | 'checkIn'>,
): Promise<Recharging | null> {
  const charges = await chargesOf(em, booking);
  const isEnded = booking.status === 'cancelled';
  const before = openCharges(charges).filter(
    ({ sold, kind }) => sold || (isEnded && kind === 'cancellation'),
  );
  const wanted = soldCharges({ ...price, id: booking.id });
  const kept = new Set<string>();
  const added = wanted.filter((charge) => {
    const same = before.find((one) => !kept.has(one.id) && isSameCharge(one, charge));
    if (same) kept.add(same.id);
    return !same;
  });
  const dropped = before.filter(({ id }) => !kept.has(id));
  if (added.length === 0 && dropped.length === 0) return null;
  const today = todayIn(booking.timeZone, ctx.clock.now());
  return withCharges(booking, [
    ...dropped.map((charge) => reversalOf(charge, today)),
    ...added.map((charge) => ({ ...charge, id: newEntryId(booking.id) })),
  ]);
}

const isSameCharge = (one: Reversible, other: NewEntry): boolean =>
  one.kind === other.kind && one.name === other.name && one.amount === other.amount;

/** Returns an id for a new entry. */
export const newEntryId = (bookingId: number): string => `${bookingId}-${newUuid()}`;

/** Returns a booking's charges: the stored ones, or those derived from its price. */
async function chargesOf(em: Transaction, booking: FolioBooking): Promise<readonly Reversible[]> {
  return booking.charged === null ? derivedCharges(booking) : storedEntries(em, booking.id);
}

/** Effect of a cancellation on a folio. */
interface Cancelling {
  /** Cancellation fee under the policy; 0 if cancelling is free. */
  readonly fee: number;
  /** Part of the paid amount that's due back, before refunds; null if the booking was sold without terms. */
  readonly refundDue: number | null;
}

/**
 * Charges for a cancellation: reverses the open charges, adds the fee, and opens a refund for what's due back
 * and hasn't been refunded yet. Fees for earlier cancellations stay. `booking` is the booking before its
 * cancellation.
 */
export async function chargeCancellation(
  ctx: SubgraphContext,
  em: Transaction,
  booking: FolioBooking,
  { fee, refundDue }: Cancelling,
): Promise<void> {
  const charges = await chargesOf(em, booking);
  const stored = booking.charged === null ? await storedEntries(em, booking.id) : charges;
  const today = todayIn(booking.timeZone, ctx.clock.now());
  const dropped = openCharges(charges).filter(({ kind }) => kind !== 'cancellation');
  const { entries, charged } = withCharges(booking, [
    ...dropped.map((charge) => reversalOf(charge, today)),
    ...(fee === 0 ? [] : [cancellationFee(booking, fee, today)]),
  ]);
  const due = dueRefund(booking, stored, refundDue);
  await appendEntries(ctx, em, booking, [...entries, ...(due ? [due] : [])], { charged });
}

const cancellationFee = ({ id }: FolioBooking, amount: number, date: string): NewEntry => ({
  id: newEntryId(id),
  entry: 'charge',
  kind: 'cancellation',
  name: 'Cancellation',
  amount,
  date,
});

/**
 * Returns the refund due to a cancelled booking's guest, less what was already refunded or is on its way;
 * null if nothing is due. Its method is the app that took the payment, if there was one.
 */
export function dueRefund(
  { id }: Pick<FolioBooking, 'id'>,
  entries: readonly Reversible[],
  refundDue: number | null,
): NewEntry | null {
  const accepted = entries.filter((one) => one.entry === 'payment' && one.accepted !== false);
  const unaccepted = new Set(
    entries
      .filter((one) => one.entry === 'payment' && one.accepted === false)
      .map(({ paymentSessionId }) => paymentSessionId),
  );
  const refunds = entries.filter(
    ({ entry, paymentSessionId }) =>
      entry === 'refund' && (paymentSessionId == null || !unaccepted.has(paymentSessionId)),
  );
  const amount = (refundDue ?? 0) - claimed(refunds.map((one) => ({ ...one, status: one.status ?? null })));
  if (amount <= 0) return null;
  const app = accepted.findLast(
    ({ paymentSessionId, amount: paid }) => paymentSessionId != null && paid >= amount,
  );
  return {
    id: newEntryId(id),
    entry: 'refund',
    method: app?.method ?? 'other',
    amount,
    status: 'due',
    paymentSessionId: app?.paymentSessionId ?? null,
  };
}
