import { usableZone } from './dates.ts';
import {
  dayInZone,
  languageNames,
  longDate,
  moneyFormat,
  monthOfYear,
  numberFormat,
  percentFormat,
  pluralRules,
  regionNames,
  shortDate,
  shortWeekday,
  timeInZone,
} from './formats.ts';
import { LANGUAGES } from './languages.ts';
import { currencyDigits, type Minor } from './money.ts';

/** A language for guests' pages and emails. */
export type Language = (typeof LANGUAGES)[number];

/** Formats for dates, times and amounts: British dates, because `04/12` is ambiguous; Swiss amounts. */
const LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  de: 'de-CH',
  fr: 'fr-FR',
  es: 'es-ES',
  it: 'it-IT',
  nl: 'nl-NL',
};

/** Returns the supported language for a BCP 47 tag (`de-CH`), in upper or lower case; null if there is none. */
export const knownLanguage = (tag: string): Language | null =>
  LANGUAGES.find((language) => tag.toLowerCase().split('-')[0] === language) ?? null;

/**
 * True for a BCP 47 tag, e.g. `de-CH`, up to 35 characters: the longest that RFC 5646 requires everyone to
 * accept.
 */
export function isLanguageTag(text: string): boolean {
  if (text.length > 35) return false;
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Returns a person's language by their preferred locale (`de-CH`); English if it's unknown or unsupported. */
export const languageOf = (locale: string | null): Language => knownLanguage(locale ?? '') ?? LANGUAGES[0];

/** A language, and optionally a script or region. */
const LOCALE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})?$/;

/** Returns a guest's locale if it can be stored with their booking, null otherwise (docs/interface/mails.md#contents). */
export const keptLocale = (locale: string | null | undefined): string | null =>
  locale != null && LOCALE.test(locale) ? locale : null;

/** Ranges read from an `Accept-Language` header. */
const MOST_RANGES = 20;
const RANGE = /^([a-z]{1,8}(?:-[a-z\d]{1,8})*|\*)(?:;q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

/**
 * Returns the supported language that an `Accept-Language` header prefers (RFC 9110, 12.5.4): the highest
 * weight wins, then the earlier range; `*` never selects a language refused with `q=0`. If the header names no
 * supported language, returns the fallback, or another language if the header refuses the fallback.
 */
export function preferredLanguage(header: string | undefined, fallback: Language = LANGUAGES[0]): Language {
  const { wanted, refused } = rangesOf(header);
  const anyOther = [fallback, ...LANGUAGES].find((language) => !refused.includes(language));
  const [best] = wanted.flatMap((tag) => (tag === '*' ? anyOther : knownLanguage(tag)) ?? []);
  return best ?? anyOther ?? fallback;
}

/** Returns the supported language named in an `Accept-Language` header; null if it names none, or any (`*`). */
export const namedLanguage = (header: string | undefined): Language | null =>
  rangesOf(header).wanted.flatMap((tag) => knownLanguage(tag) ?? [])[0] ?? null;

/** Returns a header's tags by descending weight, with the supported languages that it refuses. */
function rangesOf(header: string | undefined) {
  const ranges = (header ?? '').split(',', MOST_RANGES).flatMap((text) => {
    const match = RANGE.exec(text.replaceAll(/\s/g, ''));
    return match ? { tag: match[1] ?? '', weight: Number(match[2] ?? 1) } : [];
  });
  return {
    wanted: ranges
      .filter(({ weight }) => weight > 0)
      .toSorted((one, other) => other.weight - one.weight)
      .map(({ tag }) => tag),
    refused: ranges.flatMap(({ tag, weight }) => (weight === 0 ? knownLanguage(tag) : [])),
  };
}

/**
 * Returns the host's best text for a language: in that language, otherwise in English, otherwise the first
 * text, which is the main one.
 */
export function nearestText<Text extends { readonly locale: string }>(
  texts: readonly Text[],
  language: Language,
): Text | null {
  const inOne = (wanted: Language) => texts.find(({ locale }) => knownLanguage(locale) === wanted);
  return inOne(language) ?? inOne(LANGUAGES[0]) ?? texts[0] ?? null;
}

/** Writes the first of a month in French as `1er`, which `Intl` doesn't. */
const withFirst = (language: Language, shown: string): string =>
  language === 'fr' ? shown.replace(/(?<!\d)1 (?=\p{L})/u, '1er ') : shown;

/** Formats a date as `Friday, 4 December 2026`. */
export const longDay = (language: Language, date: string): string =>
  withFirst(language, longDate(LOCALES[language]).format(Temporal.PlainDate.from(date)));

/** Formats a date as `Fri, 4 December 2026`. */
export const shortDay = (language: Language, date: string): string =>
  withFirst(language, shortDate(LOCALES[language]).format(Temporal.PlainDate.from(date)));

/** Formats a date without its weekday: `4 December 2026`. */
export const plainDay = (language: Language, date: string): string =>
  dayThere(language, `${date}T12:00:00Z`, 'UTC');

/** Formats a date's month as `December 2026`. */
export const monthIn = (language: Language, date: string): string =>
  monthOfYear(LOCALES[language]).format(new Date(`${date}T00:00:00Z`));

/** Returns weekday names, starting with Monday: `Mon`. */
export const weekdaysIn = (language: Language): readonly string[] =>
  Array.from({ length: 7 }, (_, day) =>
    shortWeekday(LOCALES[language]).format(new Date(Date.UTC(2026, 5, 1 + day))),
  );

/** Formats an amount without its currency: `1,067.50`. */
export const amountIn = (language: Language, amount: Minor, currency: string): string =>
  moneyIn(language, amount, currency).replace(currency, '').trim();

/** Formats an instant in a property's local time, marked as such because the reader may be elsewhere. */
export function localTime(language: Language, instant: string, timeZone: string): string {
  const usable = usableZone(timeZone);
  const shown = withFirst(language, timeInZone(LOCALES[language], usable).format(new Date(instant)));
  const { clock, local } = TIME_WORDS[language];
  return `${shown}${clock} (${usable === 'UTC' ? 'UTC' : local})`;
}

/**
 * Formats a deadline in a property's local time and names the time zone's city, because the reader may be
 * elsewhere: `13 March 2027, 18:00 (time in New York)`.
 */
export function deadlineIn(language: Language, instant: string, timeZone: string): string {
  const usable = usableZone(timeZone);
  const day = dayThere(language, instant, timeZone);
  const time = Temporal.Instant.from(instant).toZonedDateTimeISO(usable).toPlainTime();
  const city = usable.split('/').at(-1)?.replaceAll('_', ' ') ?? usable;
  const zone = usable === 'UTC' ? 'UTC' : TIME_IN[language](city);
  return `${day}, ${time.toString({ smallestUnit: 'minute' })}${TIME_WORDS[language].clock} (${zone})`;
}

const TIME_IN: Readonly<Record<Language, (city: string) => string>> = {
  en: (city) => `time in ${city}`,
  de: (city) => `Ortszeit in ${city}`,
  fr: (city) => `heure locale\u00a0: ${city}`,
  es: (city) => `hora local de ${city}`,
  it: (city) => `ora locale di ${city}`,
  nl: (city) => `plaatselijke tijd in ${city}`,
};

/** Formats an instant's date at a property: `13 March 2027`. */
export const dayThere = (language: Language, instant: string, timeZone: string): string =>
  withFirst(language, dayInZone(LOCALES[language], usableZone(timeZone)).format(new Date(instant)));

const TIME_WORDS: Readonly<Record<Language, { readonly clock: string; readonly local: string }>> = {
  en: { clock: '', local: 'local time at the property' },
  de: { clock: ' Uhr', local: 'Ortszeit der Unterkunft' },
  fr: { clock: '', local: 'heure locale de l’établissement' },
  es: { clock: '', local: 'hora local del alojamiento' },
  it: { clock: '', local: 'ora locale della struttura' },
  nl: { clock: ' uur', local: 'plaatselijke tijd bij de accommodatie' },
};

/** Formats an amount with ISO 4217 digits and the currency's code: `EUR 1,067.50`, in German `EUR 1'067.50`. */
export function moneyIn(language: Language, amount: Minor, currency: string): string {
  const digits = currencyDigits(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const decimal = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return moneyFormat(LOCALES[language], `${currency} ${digits}`)
    .format(`${amount < 0 ? '-' : ''}${decimal}` as Intl.StringNumericLiteral)
    .replaceAll('\u00a0', ' ');
}

/** Formats a number: `1,250`, in German `1'250`. */
export const numberIn = (language: Language, number: number): string =>
  numberFormat(LOCALES[language]).format(number);

/** Formats a percentage: `50%`, in French `50 %`. */
export const percentIn = (language: Language, percent: number): string =>
  percentFormat(LOCALES[language]).format(percent / 100);

/**
 * A noun's plural forms: `{ one: 'night', other: 'nights' }`. French, Spanish and Italian also have `many`,
 * for millions: `de nuits`.
 */
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }>;

/** Formats a count with its noun: `1 night`, `2 nights`. Missing forms fall back to `other`. */
export const countIn = (language: Language, count: number, forms: Forms): string =>
  `${numberIn(language, count)} ${forms[pluralRules(LOCALES[language]).select(count)] ?? forms.other}`;

/** Returns the plural form for a count: `one`, `other`, or `many` for a million in French. */
export const pluralFormIn = (language: Language, count: number): Intl.LDMLPluralRule =>
  pluralRules(LOCALES[language]).select(count);

/** Returns the plural forms that a language distinguishes: `one` and `other` in English. */
export const formsNeeded = (language: Language): readonly Intl.LDMLPluralRule[] =>
  pluralRules(LOCALES[language]).resolvedOptions().pluralCategories;

/** Returns a country's name by its ISO 3166-1 code, or the code itself if there is no name. */
export const countryIn = (language: Language, code: string): string =>
  regionNames(LOCALES[language]).of(code) ?? code;

/** Returns the language name for a BCP 47 tag, or the tag itself if it has no name. */
export const languageNameIn = (language: Language, tag: string): string =>
  languageNames(LOCALES[language]).of(tag) ?? tag;

export const PARTY_FORMS: Readonly<Record<Language, { readonly adults: Forms; readonly children: Forms }>> = {
  en: { adults: { one: 'adult', other: 'adults' }, children: { one: 'child', other: 'children' } },
  de: { adults: { one: 'Erwachsener', other: 'Erwachsene' }, children: { one: 'Kind', other: 'Kinder' } },
  fr: {
    adults: { one: 'adulte', many: 'd’adultes', other: 'adultes' },
    children: { one: 'enfant', many: 'd’enfants', other: 'enfants' },
  },
  es: {
    adults: { one: 'adulto', many: 'de adultos', other: 'adultos' },
    children: { one: 'niño', many: 'de niños', other: 'niños' },
  },
  it: {
    adults: { one: 'adulto', many: 'di adulti', other: 'adulti' },
    children: { one: 'bambino', many: 'di bambini', other: 'bambini' },
  },
  nl: {
    adults: { one: 'volwassene', other: 'volwassenen' },
    children: { one: 'kind', other: 'kinderen' },
  },
};

/** Formats a party: `2 adults, 1 child`. */
export function partyIn(language: Language, { adults, children }: Party): string {
  const forms = PARTY_FORMS[language];
  const grown = countIn(language, adults, forms.adults);
  return children === 0 ? grown : `${grown}, ${countIn(language, children, forms.children)}`;
}

interface Party {
  readonly adults: number;
  readonly children: number;
}
