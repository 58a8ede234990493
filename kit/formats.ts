import { LRUCache } from 'lru-cache';

/**
 * Maximum number of formats cached per kind: enough for each language with a dozen currencies or time zones
 * in use.
 */
const MOST = 100;

/**
 * Caches the formats that `make` returns, keyed by locale and variant (a currency or time zone), and evicts
 * the least recently used. Creating an `Intl` object takes up to a hundred times longer than using it.
 */
function kept<Format extends object>(make: (locale: string, variant: string) => Format) {
  const formats = new LRUCache<string, Format>({ max: MOST });
  return (locale: string, variant = ''): Format => {
    const key = `${locale} ${variant}`;
    const known = formats.get(key);
    if (known) return known;
    const made = make(locale, variant);
    formats.set(key, made);
    return made;
  };
}

export const numberFormat = kept((locale) => new Intl.NumberFormat(locale));

export const percentFormat = kept((locale) => new Intl.NumberFormat(locale, { style: 'percent' }));

/** Formats an amount with its currency code; `variant` is the currency, followed by the number of its digits. */
export const moneyFormat = kept((locale, variant) => {
  const [currency, digits] = variant.split(' ');
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: Number(digits),
    maximumFractionDigits: Number(digits),
  });
});

export const pluralRules = kept((locale) => new Intl.PluralRules(locale));

export const longDate = kept((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full' }));

export const shortDate = kept(
  (locale) =>
    new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' }),
);

/** Formats an instant in a time zone. */
export const timeInZone = kept(
  (locale, timeZone) => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone }),
);

/** Formats an instant's date in a time zone, without the weekday. */
export const dayInZone = kept(
  (locale, timeZone) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }),
);

export const regionNames = kept(
  (locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }),
);

export const languageNames = kept((locale) => new Intl.DisplayNames(locale, { type: 'language' }));

/** Formats a month: `December 2026`. */
export const monthOfYear = kept(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

/** Formats a day of the week: `Mon`. */
export const shortWeekday = kept(
  (locale) => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }),
);
