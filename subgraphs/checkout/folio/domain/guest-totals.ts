import type { BookedTotal } from '../../store/entities.ts';
import { isEarlierFee } from './cancelling.ts';
import type { ChargeKind } from './entry-kinds.ts';
import { openCharges, type Reversible } from './reversals.ts';

/** Kinds in display order, as entries of a price; null for a kind that a price doesn't have. */
const ENTRY_KINDS: Readonly<Record<Exclude<ChargeKind, 'cancellation'>, BookedTotal['kind'] | null>> = {
  accommodation: 'subtotal',
  discount: 'discount',
  fee: 'fee',
  extra: null,
  adjustment: null,
  tax: 'tax',
};
const ORDER: readonly (string | null)[] = Object.keys(ENTRY_KINDS);

/**
 * Returns a folio's open charges as a price for its guest, with their total last. Cancellation charges are left out:
 * they don't belong to the stay's price.
 */
export function guestTotals(charges: readonly Reversible[]): readonly BookedTotal[] {
  const all = openCharges(charges);
  const open = all.filter((charge) => !isEarlierFee(charge, all));
  const placeOf = ({ kind = null }: Reversible) => ORDER.indexOf(kind);
  const entries = open
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map(({ kind, name, amount, quantity = 1 }): BookedTotal => {
      const entry = kind == null || kind === 'cancellation' ? null : ENTRY_KINDS[kind];
      return { ...(entry ? { kind: entry } : {}), label: chargeLabel(kind, name, quantity), amount };
    });
  const total = open.reduce((sum, { amount }) => sum + amount, 0);
  return [...withTaxesOnce(entries), { kind: 'total', label: 'Total', amount: total }];
}

/** Names a charge for its guest, e.g. `2 × Breakfast`. */
export const chargeLabel = (
  kind: string | null | undefined,
  name: string | null | undefined,
  quantity: number,
) => (kind === 'extra' && quantity > 1 ? `${quantity} × ${name ?? ''}` : (name ?? ''));

/** Sums the taxes with the same name, which were charged for the stay and for extras. */
function withTaxesOnce(entries: readonly BookedTotal[]): readonly BookedTotal[] {
  const groups = Map.groupBy(entries, (entry) => (entry.kind === 'tax' ? entry.label : entry));
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, amount: others.reduce((sum, { amount }) => sum + amount, first.amount) }] : [],
  );
}
