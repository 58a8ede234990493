import { currencyDigits, type Minor } from '#kit/money.ts';

/**
 * Formats an amount in major units with the currency's ISO 4217 digits: 12345 is `123.45` in EUR, `12345` in
 * JPY, `12.345` in KWD. Exact, without floats. Major units exist only here (docs/interface/README.md#words;
 * docs/interface/payments.md#opening-a-session).
 */
export function toMajor(amount: Minor, currency: string): string {
  const digits = currencyDigits(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const sign = amount < 0 ? '-' : '';
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/**
 * Parses an amount in major units; null if it has the wrong digits, a sign other than `-`, or isn't a safe
 * integer.
 */
export function toMinor(text: string, currency: string): Minor | null {
  const digits = currencyDigits(currency);
  const form = digits === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+\\.\\d{${digits}}$`);
  if (!form.test(text)) return null;
  const amount = Number(text.replace('.', ''));
  return Number.isSafeInteger(amount) ? amount + 0 : null;
}
