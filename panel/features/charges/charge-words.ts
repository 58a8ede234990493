import { dayAndYear } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import type { EditedFeeFragment, EditedTaxFragment } from './generated.ts';

/** What a fee can be charged for, in the order to choose from. */
export const BASES = [
  { value: 'per_stay', label: 'per stay' },
  { value: 'per_night', label: 'per night' },
  { value: 'per_unit_per_stay', label: 'per unit and stay' },
  { value: 'per_guest_per_night', label: 'per guest and night' },
] as const;

/** `EUR 45.00 per stay`. */
export const feeWords = ({ amount, basis }: EditedFeeFragment, currency: string): string =>
  `${money(amount, currency)} ${BASES.find(({ value }) => value === basis)?.label ?? basis}`;

/** `8.1 %`, or `EUR 2.75 per adult and night`. */
export function taxWords(tax: EditedTaxFragment, currency: string): string {
  if (tax.basisPoints !== null) return `${percentOf(tax.basisPoints)} %`;
  const who = tax.exemptUnderAge === 0 ? 'guest' : 'adult';
  return `${money(tax.amountPerNight ?? 0, currency)} per ${who} and night`;
}

/** When and for which nights something is charged, in a few words. */
export function whenWords({
  collect,
  validFrom,
  validUntil,
  ...charge
}: Pick<EditedFeeFragment, 'collect' | 'validFrom' | 'validUntil'> & {
  readonly inclusive?: boolean;
}): string {
  const paid = charge.inclusive
    ? 'part of the rate'
    : collect === 'property'
      ? 'paid at the property'
      : 'paid with the booking';
  const from = validFrom && `from ${dayAndYear(validFrom)}`;
  const until = validUntil && `until ${dayAndYear(validUntil)}`;
  return [paid, from, until].filter(Boolean).join(', ');
}

/** Basis points as a percentage: 810 is `8.1`. */
export const percentOf = (basisPoints: number): string => String(basisPoints / 100);

/** A typed percentage in basis points; null if it is none of 0 to 100 with at most two decimals. */
export function basisPointsOf(typed: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(typed.trim());
  if (!match) return null;
  const points = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return points <= 10_000 ? points : null;
}
