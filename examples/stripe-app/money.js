/** @import { PaymentSessionDecline } from '@platform/app-sdk' */

/**
 * Currencies whose amounts at Stripe don't have two decimals (https://docs.stripe.com/currencies). UGX and ISK have no
 * decimals in ISO 4217 but two at Stripe, MGA the other way around; HUF and TWD have two in both.
 * @type {Readonly<Record<string, 0 | 3>>}
 */
const DECIMALS = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  MGA: 0,
  PYG: 0,
  RWF: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  JOD: 3,
  KWD: 3,
  OMR: 3,
  TND: 3,
};

/** Stripe's largest amount, in its own unit. */
const LARGEST = 99_999_999n;

/**
 * Smallest card payments, in Stripe's unit. Other currencies' limits depend on the account; Stripe reports them.
 * @type {Readonly<Record<string, bigint>>}
 */
const SMALLEST = {
  AED: 200n,
  AUD: 50n,
  BGN: 100n,
  BRL: 50n,
  CAD: 50n,
  CHF: 50n,
  CZK: 1500n,
  DKK: 250n,
  EUR: 50n,
  GBP: 30n,
  HKD: 400n,
  HUF: 17500n,
  INR: 50n,
  JPY: 50n,
  MXN: 1000n,
  MYR: 200n,
  NOK: 300n,
  NZD: 50n,
  PLN: 200n,
  RON: 200n,
  SEK: 300n,
  SGD: 50n,
  THB: 1000n,
  USD: 50n,
};

const decimalsAt = (/** @type {string} */ currency) => DECIMALS[currency.toUpperCase()] ?? 2;

/** @param {PaymentSessionDecline['code']} code @param {string} message @returns {{ decline: PaymentSessionDecline }} */
const declined = (code, message) => ({ decline: { code, message } });

/**
 * Converts the platform's decimal string to Stripe's unit; null if Stripe can't represent it exactly. Throws RangeError if
 * it isn't a decimal string.
 * @param {string} amount in major units with the currency's ISO 4217 digits @param {string} currency ISO 4217 code
 */
export function exactUnits(amount, currency) {
  const decimals = decimalsAt(currency);
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (!whole) throw new RangeError(`${amount} isn't a decimal amount.`);
  const kept = fraction.padEnd(decimals, '0');
  const units = BigInt(whole + kept.slice(0, decimals));
  // Stripe takes three decimals, but the last one must be 0.
  const isExact = /^0*$/.test(kept.slice(decimals)) && (decimals < 3 || units % 10n === 0n);
  return isExact ? units : null;
}

/**
 * Converts a payment's amount to Stripe's unit. An amount that Stripe can't take exactly is declined, never rounded.
 * @param {string} amount in major units with the currency's ISO 4217 digits @param {string} currency ISO 4217 code
 * @returns {{ amount: number } | { decline: PaymentSessionDecline }}
 */
export function toStripe(amount, currency) {
  const code = currency.toUpperCase();
  const decimals = decimalsAt(code);
  const units = exactUnits(amount, code);
  if (units === null) {
    return declined('not_exact', `Stripe can't charge ${code} ${amount} to the last decimal.`);
  }
  if (units > LARGEST) {
    return declined('too_large', `Stripe takes at most ${code} ${fromUnits(LARGEST, decimals)} at once.`);
  }
  const smallest = SMALLEST[code] ?? 1n;
  if (units < smallest) {
    return declined('too_small', `Stripe takes at least ${code} ${fromUnits(smallest, decimals)}.`);
  }
  return { amount: Number(units) };
}

/**
 * Converts an amount in Stripe's unit to the platform's decimal string. Throws RangeError if it needs more decimals.
 * @param {number} amount @param {string} currency
 * @param {number} digits the currency's ISO 4217 digits, as in the platform's own amounts
 */
export function fromStripe(amount, currency, digits) {
  const text = fromUnits(BigInt(amount), decimalsAt(currency));
  const [whole = '', fraction = ''] = text.split('.');
  if (/[1-9]/.test(fraction.slice(digits))) throw new RangeError(`${text} has more than ${digits} decimals.`);
  return digits === 0 ? whole : `${whole}.${fraction.slice(0, digits).padEnd(digits, '0')}`;
}

/** Returns how many decimals the platform's decimal string has. @param {string} amount */
export const digitsOf = (amount) => amount.split('.')[1]?.length ?? 0;

/** Converts a decimal string to the platform's minor units. @param {string} amount */
export const toMinor = (amount) => Number(amount.replace('.', ''));

/** @param {bigint} units @param {number} decimals */
function fromUnits(units, decimals) {
  const text = String(units).padStart(decimals + 1, '0');
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}
