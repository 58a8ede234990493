import { currencyDigits, type Minor } from '#kit/money.ts';

/** Languages that mails about bookings are written in. */
export type MailLanguage = 'en' | 'de';

/** How dates, times and amounts are printed in each: British dates, because `04/12` means two days elsewhere. */
const LOCALES: Readonly<Record<MailLanguage, string>> = { en: 'en-GB', de: 'de-DE' };

/** The language of a person by their preferred locale (`de-CH`); English where it is not known, or none of ours. */
export function mailLanguage(locale: string | null): MailLanguage {
  return /^de(?:-|$)/i.test(locale ?? '') ? 'de' : 'en';
}

/** `Friday, 4 December 2026`. */
export const longDay = (language: MailLanguage, date: string): string =>
  Temporal.PlainDate.from(date).toLocaleString(LOCALES[language], { dateStyle: 'full' });

/** An instant by the clock of a place, which is named: the reader may be elsewhere. */
export function localTime(language: MailLanguage, instant: string, timeZone: string): string {
  const shown = new Date(instant).toLocaleString(LOCALES[language], {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone,
  });
  const place = timeZone.replaceAll('_', ' ');
  return language === 'de' ? `${shown} (Zeitzone ${place})` : `${shown} (${place} time)`;
}

/** An amount with the digits of ISO 4217 and the currency's code: `EUR 1,067.50`, `1.067,50 EUR`. */
export function moneyIn(language: MailLanguage, amount: Minor, currency: string): string {
  const digits = currencyDigits(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const decimal = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
    .format(`${amount < 0 ? '-' : ''}${decimal}` as Intl.StringNumericLiteral)
    .replaceAll('\u00a0', ' ');
}
