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
 * they don't belong to the price of the stay.
 */
export function guestTotals(charges: readonly Reversible[]): readonly BookedTotal[] {
  const all = openCharges(charges);
  const open = all.filter((charge) => !isEarlierFee(charge, all));
  const placeOf = ({ kind = null }: Reversible) => ORDER.indexOf(kind);
  const entries = open
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map(({ kind, name, amount, quantity = 1 }) => {
      const entry = kind == null || kind === 'cancellation' ? null : ENTRY_KINDS[kind];
      const label = kind === 'extra' && quantity > 1 ? `${quantity} × ${name ?? ''}` : (name ?? '');
      return { ...(entry ? { kind: entry } : {}), label, amount };
    });
  const total = open.reduce((sum, { amount }) => sum + amount, 0);
  return [...entries, { kind: 'total', label: 'Total', amount: total }];
}
