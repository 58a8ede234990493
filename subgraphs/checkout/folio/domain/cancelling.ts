import type { Minor } from '#kit/money.ts';
import type { NewEntry } from './derived-entries.ts';
import { openCharges, type Reversible } from './reversals.ts';

/** Amounts in a folio that determine what a cancellation costs. */
export interface CancellableCharges {
  /** Accommodation after discounts, plus fees, without removed ones: the basis of the policy. */
  readonly base: Minor;
  /** The most that the policy can charge: the base less the host's adjustments. */
  readonly most: Minor;
  /** Earlier cancellation charges that stay because the host didn't waive them. */
  readonly kept: Minor;
  /** Part of the host's adjustments that waives earlier cancellation charges. */
  readonly waived: Minor;
}

/**
 * Weighs a folio's charges before a cancellation. An adjustment that reduces the total waives earlier
 * cancellation charges first; the rest limits the fee, so that cancelling never raises what's owed.
 */
export function weighCharges(charges: readonly Reversible[]): CancellableCharges {
  const open = openCharges(charges);
  const base = sum(open.filter(({ sold, kind }) => sold && kind !== 'tax'));
  const earlier = sum(open.filter((one) => isEarlierFee(one, open)));
  const credit = -sum(open.filter(isCredit));
  const waived = Math.min(credit, earlier);
  return { base, most: Math.max(0, base - (credit - waived)), kept: earlier - waived, waived };
}

/**
 * Returns the charges that a cancellation reverses: all except earlier cancellation charges and the adjustments
 * that waive them. If only part of an adjustment waives one, that part is entered again.
 */
export function cancelCharges(charges: readonly Reversible[]): {
  readonly dropped: readonly Reversible[];
  readonly added: readonly NewEntry[];
} {
  const open = openCharges(charges);
  const dropped: Reversible[] = [];
  const added: NewEntry[] = [];
  let { waived } = weighCharges(charges);
  for (const charge of open.filter((one) => !isEarlierFee(one, open))) {
    const part = isCredit(charge) ? Math.min(waived, -charge.amount) : 0;
    waived -= part;
    if (part > 0 && part === -charge.amount) continue;
    dropped.push(charge);
    const { entry, kind = null, name = null } = charge;
    if (part > 0) added.push({ id: charge.id, entry, kind, name, amount: -part });
  }
  return { dropped, added };
}

/** True for an earlier cancellation charge or a tax on it. */
export const isEarlierFee = ({ kind, addedTo }: Reversible, charges: readonly Reversible[]): boolean =>
  kind === 'cancellation' ||
  (addedTo != null && charges.some((one) => one.id === addedTo && one.kind === 'cancellation'));

/** True for a host's adjustment that reduces the total. */
const isCredit = ({ kind, sold, amount }: Reversible): boolean =>
  kind === 'adjustment' && !sold && amount < 0;

const sum = (charges: readonly Pick<Reversible, 'amount'>[]): Minor =>
  charges.reduce((whole, { amount }) => whole + amount, 0);
