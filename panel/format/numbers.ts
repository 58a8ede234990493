import { conventions, perLanguage } from '../i18n/language.ts';

/** Formats a number: `1,234.5`. */
export const decimal = (number: number): string => number.toLocaleString(conventions());

/** Returns the decimal point. */
export const decimalPoint = perLanguage(
  (tag) => new Intl.NumberFormat(tag).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.',
);
