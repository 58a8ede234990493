import { conventions, currentLanguage } from '../i18n/language.ts';
import { decimalPoint } from './numbers.ts';

/** Currencies whose minor unit isn't a hundredth, by ISO 4217 digits; `Intl` differs for some. */
const DIGITS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/** Returns the number of digits in a currency's minor unit. */
export function digitsOf(currency: string): number {
  const entry = Object.entries(DIGITS).find(([, currencies]) => currencies.split(' ').includes(currency));
  return entry ? Number(entry[0]) : 2;
}

/** Converts an amount in minor units to major units. */
export const majorUnits = (minor: number, currency: string): number => minor / 10 ** digitsOf(currency);

/** Formats an amount in minor units for people: `CHF 1,234.50`, in German `1.234,50 CHF`. */
export function money(minor: number, currency: string): string {
  const digits = digitsOf(currency);
  return new Intl.NumberFormat(conventions(), {
    style: 'currency',
    currency,
    currencyDisplay: currentLanguage() === 'en' ? 'code' : 'symbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(majorUnits(minor, currency));
}

/** Formats an amount in major units, as the API gives payments (`1440.00`), for people: `CHF 1,440.00`. */
export function majorMoney(major: string, currency: string): string {
  const minor = minorUnits(major, currency);
  return minor === null ? `${currency} ${major}` : money(minor, currency);
}

/** Formats an amount without its currency, for calendars and fields: 12300 is `123`, 12345 is `123.45`. */
export function plainAmount(minor: number, currency: string): string {
  const digits = digitsOf(currency);
  const major = (minor / 10 ** digits).toFixed(digits);
  return major.replace(/\.0+$/, '').replace('.', decimalPoint());
}

/** Parses typed text as an amount in minor units; null if it isn't an amount in this currency. */
export function minorUnits(typed: string, currency: string): number | null {
  const digits = digitsOf(currency);
  const match = /^(\d{1,12})(?:[.,](\d+))?$/.exec(typed.trim());
  const [, whole = '', fraction = ''] = match ?? [];
  if (!match || fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, '0'));
}
