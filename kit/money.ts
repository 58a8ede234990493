import currencyCodes from 'currency-codes';

/**
 * An amount in a currency's minor unit, always a safe integer: 12345 is 123.45 if the currency has two
 * digits.
 */
export type Minor = number;

const DIGITS: ReadonlyMap<string, number> = new Map(
  currencyCodes.data.map(({ code, digits }) => [code, digits]),
);

/**
 * Returns a currency's ISO 4217 digits. `Intl` isn't used, because its digits for HUF, IDR and MGA differ
 * from ISO. Throws on unknown codes.
 */
export function currencyDigits(currency: string): number {
  const digits = DIGITS.get(currency);
  if (digits === undefined) throw new RangeError(`"${currency}" isn't an ISO 4217 currency code.`);
  return digits;
}

/** True for an upper-case ISO 4217 code. */
export function isCurrency(code: string): boolean {
  return DIGITS.has(code);
}

/**
 * Divides `numerator / denominator` to an integer, rounding halves away from zero. Exact for safe integers,
 * because it avoids a float quotient.
 */
export function divideHalfAwayFromZero(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  const rounded = (2n * n + d) / (2n * d);
  return negative ? -rounded : rounded;
}

/** Returns `basisPoints` (1/100 of a percent) of an amount, rounded half away from zero once. */
export const basisPointsOf = (amount: Minor, basisPoints: number): Minor =>
  shareOf(amount, basisPoints, 10_000);

/** Returns `thousandths` (1/1000 of a percent) of an amount, rounded half away from zero once. */
export const thousandthsOf = (amount: Minor, thousandths: number): Minor =>
  shareOf(amount, thousandths, 100_000);

/** Returns `part / whole` of an amount, rounded half away from zero once. */
function shareOf(amount: Minor, part: number, whole: number): Minor {
  const product = amount * part;
  // Numbers are much faster than BigInts while they're exact, and searches price every stay they find.
  if (Number.isSafeInteger(product)) {
    const rest = product % whole;
    const away = Math.abs(rest) * 2 >= whole ? Math.sign(rest) : 0;
    return (product - rest) / whole + away;
  }
  return Number(divideHalfAwayFromZero(BigInt(amount) * BigInt(part), BigInt(whole)));
}

/** Formats an amount for people: `USD 123.45`, `JPY 12,000`. */
export function formatMoney(amount: Minor, currency: string): string {
  const digits = currencyDigits(currency);
  const sign = amount < 0 ? '-' : '';
  const padded = Math.abs(amount)
    .toString()
    .padStart(digits + 1, '0');
  const whole = grouped(padded.slice(0, padded.length - digits));
  return `${currency} ${sign}${whole}${digits ? `.${padded.slice(-digits)}` : ''}`;
}

/** Adds commas between thousands. */
function grouped(digits: string): string {
  let end = digits.length - 3;
  if (end <= 0) return digits;
  let text = digits.slice(end);
  for (; end > 0; end -= 3) text = `${digits.slice(Math.max(0, end - 3), end)},${text}`;
  return text;
}

/**
 * Splits an amount in proportion to `shares` by largest remainder: the parts sum to `amount`, each is within
 * one of its exact share, and ties go to the earlier part. The parts of a negative amount are the negated parts
 * of its opposite. Shares can be negative, e.g. a discount next to what it reduces; equal parts if they sum to 0.
 */
export function allocate(amount: Minor, shares: readonly number[]): Minor[] {
  if (shares.length === 1) return [amount];
  if (amount < 0) return allocate(-amount, shares).map((part) => 0 - part);
  const total = shares.reduce((sum, share) => sum + share, 0);
  if (total === 0 && shares.length > 0) {
    return allocate(
      amount,
      shares.map(() => 1),
    );
  }
  if (total < 0) {
    return allocate(
      amount,
      shares.map((share) => -share),
    );
  }
  const divisor = BigInt(Math.max(total, 1));
  const exact = shares.map((share) => divideDown(BigInt(amount) * BigInt(share), divisor));
  const parts = exact.map(({ quotient }) => Number(quotient));
  const byRemainder = exact
    .map(({ remainder }, index) => ({ index, remainder }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1));
  const missing = amount - parts.reduce((sum, part) => sum + part, 0);
  for (const { index } of byRemainder.slice(0, missing)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

/** Divides down to an integer, so that no remainder is negative. */
function divideDown(numerator: bigint, denominator: bigint) {
  const rest = numerator % denominator;
  const remainder = rest < 0n ? rest + denominator : rest;
  return { quotient: (numerator - remainder) / denominator, remainder };
}
