import type { Minor } from '#kit/money.ts';
import type { CheckoutLine, CheckoutTotalKind } from '../generated.ts';
import type { BookedLine, BookedTotal, Line, Quote } from '../store/entities.ts';

/** A bill entry in minor units; a discount is negative. */
export interface Entry {
  readonly kind: CheckoutTotalKind;
  readonly label: string;
  readonly amount: Minor;
}

/**
 * Returns the bill in display order: one subtotal, a discount if any, fees, taxes, then the total. The other
 * entries sum exactly to the total (docs/interface/checkout.md#totals); throws if the quote's don't.
 */
export function toTotals({ entries, total }: Quote): readonly Entry[] {
  const sum = entries.reduce((whole, { amount }) => whole + amount, 0);
  if (sum !== total) throw new Error(`The entries of a quote add up to ${sum}, but its total is ${total}.`);
  return [
    ...entries.filter(({ kind, amount }) => kind !== 'discount' || amount !== 0),
    { kind: 'total', label: 'Total', amount: total },
  ];
}

/** Returns the lines with their prices. Unpriced lines cost zero; they keep the session from being ready. */
export function toLines(lines: readonly Line[], quote: Quote): readonly CheckoutLine[] {
  return lines.map(({ itemId, quantity }, index) => {
    const priced = quote.lines[index] ?? UNPRICED;
    const { base, discount, subtotal, tax, total } = priced;
    return {
      id: `line_${index + 1}`,
      itemId,
      quantity,
      title: priced.title || itemId,
      unitPrice: quantity > 0 ? Math.floor(base / quantity) : 0,
      base,
      discount,
      subtotal,
      tax,
      total,
    };
  });
}

const UNPRICED = { title: '', base: 0, discount: 0, subtotal: 0, tax: 0, total: 0 };

/** Describes the booked stay in one line: `2 x Lake Suite, 2026-03-01 to 2026-03-04`. */
export function orderLabel({ lines, checkIn, checkOut }: Quote): string {
  const stays = lines.map(({ title, quantity }) => (quantity > 1 ? `${quantity} x ${title}` : title));
  return `${stays.join(' + ')}, ${checkIn} to ${checkOut}`;
}

/** True if booking this quote makes a test booking; quotes from before test bookings existed lack the field. */
export const isTest = ({ test }: Partial<Pick<Quote, 'test'>>): boolean => test ?? false;

/** Copies the lines for a booking, because names and rates change later. */
export const bookedLines = (quote: Quote): readonly BookedLine[] =>
  quote.lines.map(
    ({ unitTypeId, propertyId, title, quantity, subtotal, nightly, net, ratePlan, ...line }) => ({
      unitTypeId: unitTypeId === null ? null : Number(unitTypeId),
      title,
      quantity,
      subtotal,
      nightly: nightly ?? [],
      ...(net ? { net } : {}),
      ...(ratePlan ? { ratePlanId: ratePlan.id } : {}),
      ...(line.cancellation ? { cancellation: line.cancellation } : {}),
      ...(line.checkIn == null || line.checkIn === quote.checkIn ? {} : { checkIn: line.checkIn }),
      ...(line.adults == null ? {} : { adults: line.adults, children: line.children ?? 0 }),
      ...(propertyId === quote.lines[0]?.propertyId ? {} : { propertyId: Number(propertyId) }),
    }),
  );

/** Returns the total party; each line has its own. */
export const bookedParty = ({ lines }: Quote): { readonly adults: number; readonly children: number } => ({
  adults: lines.reduce((sum, { adults }) => sum + (adults ?? 0), 0),
  children: lines.reduce((sum, { children }) => sum + (children ?? 0), 0),
});

/** Returns a booking's totals, exactly as last shown in the session. */
export const bookedTotals = (quote: Quote): readonly BookedTotal[] =>
  toTotals(quote).map(({ kind, label, amount }) => ({ kind, label, amount }));

/** Returns charges due at the property; older quotes lack the field. */
export const dueAtProperty = ({
  dueAtProperty: due,
}: Partial<Pick<Quote, 'dueAtProperty'>>): readonly BookedTotal[] => due ?? [];
