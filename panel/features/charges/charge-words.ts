import { msg, plural, t } from '@lingui/core/macro';
import { dayAndYear } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { decimal } from '../../format/numbers.ts';
import { translated } from '../../i18n/translated.ts';
import type { EditedFeeFragment, EditedTaxFragment } from './generated.ts';

/** Bases for a fee, in the order of the options. */
export const BASES = translated([
  { value: 'per_stay', label: msg`per stay` },
  { value: 'per_night', label: msg`per night` },
  { value: 'per_unit_per_stay', label: msg`per unit and stay` },
  { value: 'per_guest_per_night', label: msg`per guest and night` },
]);

/** `EUR 45.00 per stay`. */
export const feeWords = ({ amount, basis }: EditedFeeFragment, currency: string): string =>
  `${money(amount, currency)} ${BASES.find(({ value }) => value === basis)?.label ?? basis}`;

/** `optional, at most 4 per booking, `; empty for a mandatory fee. */
export const extraWords = ({
  optional,
  maxPerBooking,
}: Pick<EditedFeeFragment, 'optional' | 'maxPerBooking'>): string =>
  optional ? t`optional, at most ${maxPerBooking ?? 0} per booking, ` : '';

/** `9.975%`, or `EUR 2.75 per adult and night, for at most 21 nights`. */
export function taxWords(tax: EditedTaxFragment, currency: string): string {
  const most =
    tax.maxNights === null
      ? ''
      : plural(tax.maxNights, { one: ', for at most # night', other: ', for at most # nights' });
  if (tax.percent !== null) return t`${decimal(tax.percent)}%${most}`;
  const amount = money(tax.amountPerNight ?? 0, currency);
  return tax.exemptUnderAge === 0
    ? t`${amount} per guest and night${most}`
    : t`${amount} per adult and night${most}`;
}

/** Describes in a few words when and for which nights a charge applies. */
export function whenWords({
  collect,
  validFrom,
  validUntil,
  ...charge
}: Pick<EditedFeeFragment, 'collect' | 'validFrom' | 'validUntil'> & {
  readonly inclusive?: boolean;
}): string {
  const paid = charge.inclusive
    ? t`part of the rate`
    : collect === 'property'
      ? t`paid at the property`
      : t`paid with the booking`;
  const from = validFrom && t`from ${dayAndYear(validFrom)}`;
  const until = validUntil && t`until ${dayAndYear(validUntil)}`;
  return [paid, from, until].filter(Boolean).join(', ');
}

/** Parses a percentage; null unless it's 0 to 100 with at most three decimals. */
export function percentOf(typed: string): number | null {
  if (!/^\d{1,3}([.,]\d{1,3})?$/.test(typed.trim())) return null;
  const percent = Number(typed.trim().replace(',', '.'));
  return percent <= 100 ? percent : null;
}

/** Parses a number of nights: null if the field is empty, undefined unless it's 1 to 365. */
export function nightsOf(typed: string): number | null | undefined {
  if (typed.trim() === '') return null;
  const nights = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0;
  return nights >= 1 && nights <= 365 ? nights : undefined;
}
