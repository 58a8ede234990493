import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { cancelCharges } from '../domain/cancelling.ts';
import { derivedCharges, type FolioBooking, type NewEntry } from '../domain/derived-entries.ts';
import { openCharges, reversalOf, todayIn } from '../domain/reversals.ts';
import { storedEntries } from '../store/entries.ts';
import { appendEntries, newEntryId, withCharges } from './append-entries.ts';
import { lockedCharges, planRecharge } from './charge-stay.ts';

/** Charges for nights that the guests don't use. */
interface Unused {
  /** Price of the nights that they keep; null if they keep none, which reverses all charges. */
  readonly price: Pick<FolioBooking, 'totals' | 'total' | 'checkIn'> | null;
  /** Fee under the cancellation policy; 0 if there is none. */
  readonly fee: number;
  /** The fee's name. */
  readonly name: string;
}

/**
 * Charges a locked booking for nights that its guests gave up or never used: the price of the nights they keep,
 * and the policy's fee. Fees for earlier cancellations stay. Returns the ids of the entries added, for
 * `undoCharges`.
 */
export async function chargeUnused(
  ctx: SubgraphContext,
  em: Transaction,
  booking: FolioBooking,
  { price, fee, name }: Unused,
): Promise<readonly string[]> {
  const today = todayIn(booking.timeZone, ctx.clock.now());
  const recharged = price
    ? await planRecharge(ctx, em, booking, price, null)
    : await reverseAll(em, booking, today);
  const { entries, charged } = recharged ?? withCharges(booking, []);
  const fees = fee === 0 ? [] : [feeOf(booking, name, fee, today)];
  await appendEntries(ctx, em, booking, [...entries, ...fees], { charged: charged + fee });
  const known = new Set(booking.charged === null ? derivedCharges(booking).map(({ id }) => id) : []);
  return [...entries, ...fees].map(({ id }) => id).filter((id) => !known.has(id));
}

/** Reverses all charges, except for earlier cancellations. */
async function reverseAll(em: Transaction, booking: FolioBooking, today: string) {
  const { dropped, added } = cancelCharges(await lockedCharges(em, booking));
  return withCharges(booking, [
    ...dropped.map((charge) => reversalOf(charge, today)),
    ...added.map((charge) => ({ ...charge, id: newEntryId(booking.id), date: today })),
  ]);
}

const feeOf = ({ id }: FolioBooking, name: string, amount: number, date: string): NewEntry => ({
  id: newEntryId(id),
  entry: 'charge',
  kind: 'cancellation',
  name,
  amount,
  date,
});

/**
 * Undoes `chargeUnused` on a locked booking: reverses the charges it added that are still open, and adds those
 * it reversed once more.
 */
export async function undoCharges(
  ctx: SubgraphContext,
  em: Transaction,
  booking: FolioBooking,
  entryIds: readonly string[],
): Promise<void> {
  const stored = await storedEntries(em, booking.id);
  const today = todayIn(booking.timeZone, ctx.clock.now());
  const byId = new Map(stored.map((entry) => [entry.id, entry]));
  const open = new Set(openCharges(stored).map(({ id }) => id));
  const undone = entryIds.flatMap((id) => byId.get(id) ?? []);
  const again = undone.flatMap(({ reverses }) => (reverses === null ? [] : (byId.get(reverses) ?? [])));
  const newIds = new Map(again.map(({ id }) => [id, newEntryId(booking.id)]));
  const { entries, charged } = withCharges(booking, [
    ...undone.filter(({ id }) => open.has(id)).map((charge) => reversalOf(charge, today)),
    ...again.map(({ kind, name, amount, quantity, taxIds, date, sold, addedTo, ...charge }) => ({
      id: newIds.get(charge.id) ?? newEntryId(booking.id),
      entry: charge.entry,
      kind,
      name,
      amount,
      quantity,
      taxIds: [...taxIds],
      date,
      sold,
      addedTo: addedTo === null ? null : (newIds.get(addedTo) ?? addedTo),
    })),
  ]);
  if (entries.length > 0) await appendEntries(ctx, em, booking, entries, { charged });
}
