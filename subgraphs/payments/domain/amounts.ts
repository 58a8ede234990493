import { currencyDigits, type Minor } from '#kit/money.ts';

/**
 * An amount in major units with the currency's ISO 4217 digits: 12345 is `123.45` in EUR, `12345` in JPY, `12.345` in KWD.
 * Exact: no float is made. The one place where major units are (docs/interface/README.md#words; docs/interface/payments.md#opening-a-session).
 */
export function toMajor(amount: Minor, currency: string): string {
  const digits = currencyDigits(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const sign = amount < 0 ? '-' : '';
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** The amount that such a text stands for; null if it is not one: other digits, a sign beside `-`, no safe integer. */
export function toMinor(text: string, currency: string): Minor | null {
  const digits = currencyDigits(currency);
  const form = digits === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+\\.\\d{${digits}}$`);
  if (!form.test(text)) return null;
  const amount = Number(text.replace('.', ''));
  return Number.isSafeInteger(amount) ? amount + 0 : null;
}
