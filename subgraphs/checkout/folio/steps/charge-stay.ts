import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import type { AddedTax } from '../domain/added-taxes.ts';
import { cancelCharges, isEarlierFee } from '../domain/cancelling.ts';
import { derivedCharges, type FolioBooking, type NewEntry, soldCharges } from '../domain/derived-entries.ts';
import { openCharges, type Reversible, reversalOf, todayIn } from '../domain/reversals.ts';
import { storedEntries } from '../store/entries.ts';
import { appendEntries, newEntryId, withCharges } from './append-entries.ts';
import { type ExtrasChange, repriceExtras } from './charge-extras.ts';
import { settleDue } from './settle-due.ts';

/** Entries that change a folio's charges, and the new sum of all charges. */
export interface Recharging {
  readonly entries: readonly NewEntry[];
  readonly charged: number;
}

/**
 * Plans the charges for a stay's new price: reverses what changed, keeps the rest. What the host removed
 * from a charge stays removed. The guest's extras follow `extras`, and stay without it. Null if the charges stay the same, whether stored
 * or derived.
 */
export async function planRecharge(
  ctx: SubgraphContext,
  em: Transaction,
  booking: FolioBooking,
  price: Pick<FolioBooking, 'totals' | 'total' | 'checkIn'>,
  extras: ExtrasChange | null,
): Promise<Recharging | null> {
  const open = openCharges(await lockedCharges(em, booking));
  const sold = open.filter((charge) => charge.sold);
  const isEnded = booking.status === 'cancelled';
  const earlier = sold.some(({ kind }) => kind === 'adjustment') ? sold : soldCharges(booking); // a difference
  const before = Map.groupBy(isEnded ? [] : earlier, keyOf);
  const after = Map.groupBy(soldCharges({ ...price, id: booking.id }), keyOf);
  const current = Map.groupBy(sold, keyOf);
  const fees = isEnded ? open.filter((charge) => isEarlierFee(charge, open)) : [];
  const changes = [...new Set([...current.keys(), ...before.keys(), ...after.keys()])].map((key) =>
    recharge(before.get(key) ?? [], after.get(key) ?? [], current.get(key) ?? []),
  );
  const repriced = extras ? repriceExtras(booking.id, open, extras) : { dropped: [], added: [] };
  const dropped = [...changes.flatMap((change) => change.dropped), ...fees, ...repriced.dropped];
  const added = changes.flatMap((change) => change.added);
  if (added.length + repriced.added.length === 0 && dropped.length === 0) return null;
  const today = todayIn(booking.timeZone, ctx.clock.now());
  return withCharges(booking, [
    ...dropped.map((charge) => reversalOf(charge, today)),
    ...added.map((charge) => ({ ...charge, id: newEntryId(booking.id) })),
    ...repriced.added,
  ]);
}

/** Charges of one kind and name follow the price together. */
const keyOf = ({ kind, name }: Reversible): string => JSON.stringify([kind, name]);

/** Compares the charges of one kind and name in the old price, in the new one, and in the folio. */
function recharge(
  before: readonly NewEntry[],
  after: readonly NewEntry[],
  current: readonly Reversible[],
): { readonly dropped: readonly Reversible[]; readonly added: readonly NewEntry[] } {
  const amounts = (charges: readonly Reversible[]) => charges.map(({ amount }) => amount).join();
  if (amounts(before) === amounts(after)) return { dropped: [], added: [] };
  const removed = sum(before) - sum(current);
  const [first] = after;
  if (removed === 0 || !first) return { dropped: current, added: after };
  const rest = sum(after) - removed;
  const amount = sum(after) > 0 ? Math.max(0, rest) : Math.min(0, rest);
  if (amount === sum(current)) return { dropped: [], added: [] };
  return { dropped: current, added: amount === 0 ? [] : [{ ...first, amount }] };
}

const sum = (charges: readonly Reversible[]): number =>
  charges.reduce((whole, { amount }) => whole + amount, 0);

/** Adds the charge for dropped nights to a change of a folio's charges. Unlike the price, it's never reversed later. */
export function withDropped(
  ctx: SubgraphContext,
  booking: FolioBooking,
  recharging: Recharging | null,
  dropped: number,
): Recharging | null {
  if (dropped === 0) return recharging;
  const charge = {
    ...feeCharge(booking, dropped, todayIn(booking.timeZone, ctx.clock.now())),
    name: 'Cancelled nights',
  };
  if (recharging === null) return withCharges(booking, [charge]);
  return { entries: [...recharging.entries, charge], charged: recharging.charged + dropped };
}

/** Returns a locked booking's charges: the stored ones, or those derived from its price. */
export const lockedCharges = async (
  em: Transaction,
  booking: FolioBooking,
): Promise<readonly Reversible[]> =>
  booking.charged === null ? derivedCharges(booking) : storedEntries(em, booking.id);

/** Fee of a cancellation under the policy; 0 if it's free. */
interface CancellationCharge {
  readonly fee: number;
  /** Taxes on the fee. */
  readonly taxes: readonly AddedTax[];
  /** True if payments may start the refund. */
  readonly startsRefund: boolean;
}

/**
 * Charges for a cancellation: reverses the open charges, adds the fee and its taxes, and opens a refund for
 * what's due back. Earlier cancellation charges stay, with the adjustments that waive them. `booking` is the
 * booking before its cancellation, which has been written.
 */
export async function chargeCancellation(
  ctx: SubgraphContext,
  em: Transaction,
  booking: FolioBooking,
  { fee, taxes, startsRefund }: CancellationCharge,
): Promise<void> {
  const charges = await lockedCharges(em, booking);
  const today = todayIn(booking.timeZone, ctx.clock.now());
  const { dropped, added } = cancelCharges(charges);
  const { entries, charged } = withCharges(booking, [
    ...dropped.map((charge) => reversalOf(charge, today)),
    ...added.map((charge) => ({ ...charge, id: newEntryId(booking.id), date: today })),
    ...feeCharges(booking, fee, taxes, today),
  ]);
  await appendEntries(ctx, em, booking, entries, { charged });
  await settleDue(ctx, em, booking.id, startsRefund ? { cause: 'cancellation' } : {});
}

const feeCharge = ({ id }: FolioBooking, amount: number, date: string): NewEntry => ({
  id: newEntryId(id),
  entry: 'charge',
  kind: 'cancellation',
  name: 'Cancellation',
  amount,
  date,
});

/** Returns a fee and its taxes as charges. */
function feeCharges(
  booking: FolioBooking,
  fee: number,
  taxes: readonly AddedTax[],
  date: string,
): readonly NewEntry[] {
  if (fee === 0) return [];
  const charge = { ...feeCharge(booking, fee, date), taxIds: taxes.map((tax) => tax.id) };
  const added = taxes.map((tax) => ({
    ...charge,
    id: newEntryId(booking.id),
    kind: 'tax' as const,
    name: tax.name,
    amount: tax.amount,
    taxIds: [tax.id],
    addedTo: charge.id,
  }));
  return [charge, ...added];
}
