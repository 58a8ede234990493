import { hasCardNumber } from '#kit/card-numbers.ts';
import type { Minor } from '#kit/money.ts';
import { isName } from '#kit/names.ts';
import { MAX_EXTRAS } from '#schema/limits.ts';
import { ADULT_AGE } from '../../domain/child-ages.ts';
import { cardMistake, type EditMistake } from '../../domain/content-change.ts';
import { readExternalId } from '../../domain/content-input.ts';
import type { Collection, FeeBasis, TaxBasis } from './terms.ts';

const LONGEST_NAME = 120;
/** Maximum amount in minor units for a fee, or for a tax per guest and night. */
const HIGHEST_AMOUNT = 100_000_000;
const ALL_BASIS_POINTS = 10_000;
/** More nights than any stay has. */
const MOST_TAXED_NIGHTS = 365;

/** Maximum number of fees, and of taxes, that a property charges for one stay. */
export const MOST_CHARGES = 20;

/** A client's fee or tax; null and omitted fields get their defaults. */
interface GivenCharge {
  readonly name: string;
  readonly collect?: Collection | null;
  readonly validFrom?: Temporal.PlainDate | null;
  readonly validUntil?: Temporal.PlainDate | null;
  readonly externalId?: string | null;
}

export interface GivenFee extends GivenCharge {
  readonly basis: FeeBasis;
  readonly amount: Minor;
  readonly taxable?: boolean | null;
  readonly optional?: boolean | null;
  readonly maxPerBooking?: number | null;
}

/** A percentage or an amount, each with two possible field names. */
export interface GivenTax extends GivenCharge {
  readonly inclusive?: boolean | null;
  readonly basis?: TaxBasis | null;
  readonly percent?: number | null;
  readonly amount?: Minor | null;
  readonly basisPoints?: number | null;
  readonly amountPerNight?: Minor | null;
  readonly exemptUnderAge?: number | null;
  readonly maxNights?: number | null;
}

/** A complete fee for storage, or all validation errors. */
export function readFee(given: GivenFee) {
  const { basis, amount, taxable, maxPerBooking = null } = given;
  const optional = given.optional ?? false;
  const isMost = maxPerBooking === null || (maxPerBooking >= 1 && maxPerBooking <= MAX_EXTRAS);
  const mistakes = [
    ...chargeMistakes(given),
    ...mistakeUnless(isWithin(amount, HIGHEST_AMOUNT), 'amount', AMOUNT),
    ...mistakeUnless(!optional || given.collect !== 'property', 'collect', COLLECTED),
    ...mistakeUnless(optional || maxPerBooking === null, 'maxPerBooking', ONLY_OPTIONAL),
    ...mistakeUnless(isMost, 'maxPerBooking', MOST),
  ];
  const most = optional ? (maxPerBooking ?? MAX_EXTRAS) : null;
  return mistakes.length > 0
    ? { mistakes }
    : {
        columns: {
          ...chargeOf(given),
          basis,
          amount,
          taxable: taxable ?? false,
          optional,
          maxPerBooking: most,
        },
      };
}

/** A complete tax for storage, either a percentage or an amount; or all validation errors. */
export function readTax(given: GivenTax) {
  const inclusive = given.inclusive ?? false;
  const { percent = null, amount = null, basis = null } = given;
  const rate =
    given.basisPoints != null
      ? given.basisPoints * 10
      : percent === null
        ? null
        : Math.round(percent * 1_000);
  const amountPerNight = given.amountPerNight ?? amount;
  const { maxNights = null } = given;
  const exemptUnderAge = given.exemptUnderAge ?? (amountPerNight === null ? null : ADULT_AGE);
  const one = (rate === null) !== (amountPerNight === null);
  const mistakes = [
    ...chargeMistakes(given),
    ...mistakeUnless(one, 'percent', 'Give either a percent or an amount per guest and night.'),
    ...mistakeUnless(percent === null || given.basisPoints == null, 'percent', TWICE),
    ...mistakeUnless(amount === null || given.amountPerNight == null, 'amount', TWICE),
    ...mistakeUnless(percent === null || isPercent(percent), 'percent', PERCENT),
    ...mistakeUnless(
      !one || basis === null || (basis === 'percent') === (amountPerNight === null),
      'basis',
      'The basis must be percent with a percent and per_adult_per_night with an amount.',
    ),
    ...mistakeUnless(isWithin(given.basisPoints ?? 0, ALL_BASIS_POINTS), 'basisPoints', BASIS_POINTS),
    ...mistakeUnless(isWithin(given.amountPerNight ?? 0, HIGHEST_AMOUNT), 'amountPerNight', AMOUNT),
    ...mistakeUnless(isWithin(amount ?? 0, HIGHEST_AMOUNT), 'amount', AMOUNT),
    ...mistakeUnless(isWithin(exemptUnderAge ?? 0, ADULT_AGE), 'exemptUnderAge', AGE),
    ...mistakeUnless(
      given.exemptUnderAge == null || rate === null,
      'exemptUnderAge',
      'A percentage applies to the price, not to guests. Leave the age out.',
    ),
    ...mistakeUnless(
      maxNights === null || (maxNights >= 1 && maxNights <= MOST_TAXED_NIGHTS),
      'maxNights',
      NIGHTS,
    ),
    ...mistakeUnless(
      !(inclusive && given.collect === 'property'),
      'collect',
      'A tax included in the rate is paid with it. Leave collect out or set inclusive to false.',
    ),
  ];
  return mistakes.length > 0
    ? { mistakes }
    : {
        columns: {
          ...chargeOf(given),
          inclusive,
          percent: rate === null ? null : rate / 1_000,
          basisPoints: rate === null ? null : Math.round(rate / 10),
          amountPerNight,
          exemptUnderAge,
          maxNights,
        },
      };
}

const TWICE = 'You gave this twice, under both of its names. Leave one out.';
const PERCENT = 'A percent must be 0 to 100 with at most three decimals, such as 8.1 or 9.975.';
const AMOUNT = `An amount must be 0 to ${HIGHEST_AMOUNT} minor units.`;
const COLLECTED = 'An optional fee is paid with the booking. Leave collect out, or set optional to false.';
const ONLY_OPTIONAL =
  'Only an optional fee has a maximum per booking. Leave it out, or set optional to true.';
const MOST = `A booking can have at most 1 to ${MAX_EXTRAS} of an optional fee.`;
const BASIS_POINTS = `A percentage must be 0 to ${ALL_BASIS_POINTS} basis points: 810 is 8.1 %.`;
const NIGHTS = `A tax can be charged for 1 to ${MOST_TAXED_NIGHTS} nights from check-in. Leave maxNights out to charge all nights.`;
const AGE = `An age must be from 0 (everyone) to ${ADULT_AGE} (adults only).`;

function chargeMistakes({ name, validFrom, validUntil, externalId }: GivenCharge): readonly EditMistake[] {
  const id = readExternalId(externalId ?? '');
  const inOrder = !validFrom || !validUntil || Temporal.PlainDate.compare(validFrom, validUntil) <= 0;
  return [
    ...mistakeUnless(
      isName(name, LONGEST_NAME),
      'name',
      `The name must have 1 to ${LONGEST_NAME} visible characters.`,
    ),
    ...(hasCardNumber(name) ? [cardMistake('name')] : []),
    ...mistakeUnless(inOrder, 'validUntil', 'The last night must not be before the first.'),
    ...('mistake' in id ? [{ field: 'externalId', message: id.mistake }] : []),
  ];
}

const chargeOf = ({ name, collect, validFrom, validUntil, externalId }: GivenCharge) => ({
  name: name.trim(),
  collect: collect ?? 'booking',
  validFrom: validFrom?.toString() ?? null,
  validUntil: validUntil?.toString() ?? null,
  externalId: externalId?.trim() || null,
});

/** True for a percentage with at most three decimals. */
const isPercent = (percent: number) =>
  isWithin(percent, ALL_BASIS_POINTS / 100) && Math.abs(percent * 1_000 - Math.round(percent * 1_000)) < 1e-6;

const isWithin = (value: number, most: number) => value >= 0 && value <= most;

const mistakeUnless = (right: boolean, field: string, message: string): readonly EditMistake[] =>
  right ? [] : [{ field, message }];
