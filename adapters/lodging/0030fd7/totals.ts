import type { LodgingCheckoutFragment } from '../generated.ts';
import type { Lodging } from './status.ts';

/** A bill entry; all entries except the total add up to it. */
interface Total {
  readonly type: 'subtotal' | 'discount' | 'fee' | 'tax' | 'total';
  readonly display_text: string;
  readonly amount: number;
  readonly lines?: readonly { readonly display_text: string; readonly amount: number }[];
}

type Stays = Lodging['stays'];

/** Returns the amount due at the property, in minor units. */
export const chargesOf = ({ dueAtProperty }: Lodging): number =>
  dueAtProperty.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Returns a session's bill (docs/interface/lodging.md#totals): our totals plus charges paid at the property,
 * because the draft's total is the stay's full price.
 */
export function totalsOf({ totals }: LodgingCheckoutFragment, lodging: Lodging): readonly Total[] {
  const charges = chargesOf(lodging);
  return [
    ...totals
      .filter(({ kind }) => kind !== 'total')
      .map(({ kind, label, amount }) => ({
        type: kind,
        display_text: label,
        amount,
        ...(kind === 'subtotal' ? linesOf(lodging.stays, amount) : {}),
      })),
    ...lodging.dueAtProperty.map(({ label, amount }) => ({
      type: 'fee' as const,
      display_text: `${label} (paid at the property)`,
      amount,
    })),
    ...totals
      .filter(({ kind }) => kind === 'total')
      .map(({ label, amount }) => ({
        type: 'total' as const,
        display_text: label,
        amount: amount + charges,
      })),
  ];
}

/** Returns a stay's price: accommodation and its part of the taxes. */
export function stayTotals(
  { base, discount, tax, total }: LodgingCheckoutFragment['lines'][number],
  stay: Stays[number] | undefined,
): readonly Total[] {
  return [
    {
      type: 'subtotal',
      display_text: 'Accommodation',
      amount: base,
      ...linesOf(stay ? [stay] : [], base),
    },
    ...(discount ? [{ type: 'discount' as const, display_text: 'Discount', amount: -discount }] : []),
    ...(tax ? [{ type: 'tax' as const, display_text: 'Taxes', amount: tax }] : []),
    { type: 'total', display_text: 'Total', amount: total },
  ];
}

/**
 * Returns the nights of an accommodation, which are the same for all stays in a session. Empty if they don't
 * add up to the amount.
 */
function linesOf(stays: Stays, amount: number): Pick<Total, 'lines'> {
  const [first] = stays;
  if (!first?.checkIn || stays.some(({ nightly }) => nightly.length !== first.nightly.length)) return {};
  const arrival = Temporal.PlainDate.from(first.checkIn);
  const lines = first.nightly.map((_, night) => ({
    display_text: arrival.add({ days: night }).toString(),
    amount: stays.reduce((sum, { nightly }) => sum + (nightly[night] ?? 0), 0),
  }));
  const sum = lines.reduce((all, line) => all + line.amount, 0);
  return lines.length > 0 && sum === amount ? { lines } : {};
}
