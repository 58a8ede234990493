/** An error in a cell: its column, and how to fix it. */
export interface RowMistake {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** Order of day and month in a table's dates with slashes; null if the dates don't reveal it. */
export type SlashOrder = 'day_first' | 'month_first' | null;

/** A table's conventions. */
export interface CellFormat {
  /** Decimals in the property's currency. */
  readonly digits: number;
  /** The property's currency, for amounts with a currency sign. */
  readonly currency: string;
  readonly slashes: SlashOrder;
}

/** `Yes` and `no` as spreadsheets in several languages write them. */
const TRUE = new Set('yes true 1 x ja wahr oui vrai sì si sí vero verdadero sim verdadeiro waar'.split(' '));
const FALSE = new Set('no false 0 nein falsch non faux falso não nao nee onwaar'.split(' '));

/** Reads cells and collects the errors in them; an empty cell or a missing column is undefined. */
export function cellReader(cells: Readonly<Record<string, string>>, format: CellFormat) {
  const mistakes: RowMistake[] = [];
  const refuse = (field: string, message: string): undefined => {
    mistakes.push({ field, code: 'INVALID', message });
  };
  const text = (column: string): string | undefined => cells[column] || undefined;
  return {
    mistakes,
    refuse,
    text,
    required(column: string): string {
      return text(column) ?? refuse(column, `The column “${column}” is empty: fill it in.`) ?? '';
    },
    whole(column: string): number | undefined {
      const given = text(column);
      if (given === undefined) return undefined;
      const [, whole] = /^(\d{1,9})(?:[.,]0{1,4})?$/.exec(given) ?? [];
      if (whole !== undefined) return Number(whole);
      return refuse(column, `“${given.slice(0, 40)}” isn’t a whole number, for example 2.`);
    },
    /** An amount in the property's currency, in minor units: `189`, `189.50`, `1.189,50` or `189,50 €`. */
    amount(column: string): number | undefined {
      const given = text(column);
      if (given === undefined) return undefined;
      const amount = readAmount(given, format);
      if (amount !== null) return amount;
      const { digits } = format;
      const example = digits === 0 ? '18900' : `189.${'50'.padEnd(digits, '0').slice(0, digits)}`;
      return refuse(
        column,
        `“${given.slice(0, 40)}” isn’t an amount in the property’s currency, for example ${example}.`,
      );
    },
    truth(column: string): boolean | undefined {
      const given = text(column)?.toLowerCase();
      if (given === undefined) return undefined;
      if (TRUE.has(given)) return true;
      if (FALSE.has(given)) return false;
      return refuse(column, `“${given.slice(0, 40)}” is neither yes nor no.`);
    },
    /** A date as `YYYY-MM-DD`. */
    date(column: string): string | undefined {
      const given = text(column);
      if (given === undefined) return undefined;
      const date = readDate(given, format.slashes);
      if (date !== null) return date;
      const why =
        SLASHES.test(given) && format.slashes === null
          ? 'could begin with the day or the month'
          : 'isn’t a date';
      return refuse(column, `“${given.slice(0, 40)}” ${why}: write it as 2027-03-31.`);
    },
    oneOf<T extends string>(column: string, known: readonly T[]): T | undefined {
      const given = text(column);
      const found = known.find((one) => one === given?.toLowerCase());
      if (given === undefined || found !== undefined) return found;
      return refuse(column, `“${given.slice(0, 40)}” isn’t one of ${known.join(', ')}.`);
    },
  };
}

/** Maximum number of characters in an amount or a date. */
const LONGEST_VALUE = 40;

/** Currency signs by code; `kr` and `$` belong to several currencies. */
const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY CNY',
  'fr.': 'CHF',
  sfr: 'CHF',
  'sfr.': 'CHF',
  kr: 'SEK NOK DKK ISK',
  'kr.': 'SEK NOK DKK ISK',
  zł: 'PLN',
  kč: 'CZK',
  ft: 'HUF',
  '₺': 'TRY',
  '₹': 'INR',
  '฿': 'THB',
  r$: 'BRL',
  $: 'USD CAD AUD NZD MXN',
};

/**
 * Minor units; null for a text that isn't an amount in this currency. `1.234` isn't one: it could mean
 * thousands or a fraction.
 */
function readAmount(given: string, { digits, currency }: CellFormat): number | null {
  if (given.length > LONGEST_VALUE) return null;
  const [, before = '', number = '', after = ''] =
    /^([^\d\s]{0,5})\s*(\d[\d\s.,'’]*?)\s*([^\d\s]{0,5})$/u.exec(given.trim()) ?? [];
  if (![before, after].every((sign) => sign === '' || isCurrency(sign, currency))) return null;
  const [, whole = '', fraction = ''] = /^(.*?)(?:[.,](\d+))?$/s.exec(number) ?? [];
  const ungrouped = withoutGroups(whole, number[whole.length]);
  if (ungrouped === null || fraction.length > digits) return null;
  return Number(ungrouped + fraction.padEnd(digits, '0'));
}

function isCurrency(sign: string, currency: string): boolean {
  return sign.toUpperCase() === currency || (SIGNS[sign.toLowerCase()] ?? '').split(' ').includes(currency);
}

/** Digits without thousands separators, which must all be the same, and differ from the decimal separator. */
function withoutGroups(whole: string, decimal: string | undefined): string | null {
  if (/^\d{1,12}$/.test(whole)) return whole;
  const [, separator = ''] = /^\d{1,3}([\s.,'’])\d{3}/u.exec(whole) ?? [];
  if (separator === '' || separator === decimal) return null;
  if (decimal === undefined && (separator === '.' || separator === ',')) return null;
  const [first = '', ...groups] = whole.split(separator);
  const isGrouped =
    /^\d{1,3}$/.test(first) && groups.length <= 3 && groups.every((one) => /^\d{3}$/.test(one));
  return isGrouped ? first + groups.join('') : null;
}

const SLASHES = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const DAY_FIRST = /^(\d{1,2})[.-]\s?(\d{1,2})[.-]\s?(\d{4}|\d{2})\.?$/;

/** Reads a spreadsheet's date as `YYYY-MM-DD`; null if it's invalid or ambiguous. */
function readDate(given: string, slashes: SlashOrder): string | null {
  if (given.length > LONGEST_VALUE) return null;
  const text = given.replace(/[T ]0{1,2}:00(:00(\.0+)?)?Z?$/, '');
  const [, year, month, day] = YEAR_FIRST.exec(text) ?? [];
  if (year && month && day) return dateOf(year, month, day);
  const [, first, second, last] = DAY_FIRST.exec(text) ?? [];
  if (first && second && last) return dateOf(last, second, first);
  const [, one, two, three] = SLASHES.exec(text) ?? [];
  if (!one || !two || !three || (slashes === null && one !== two)) return null;
  return slashes === 'month_first' ? dateOf(three, one, two) : dateOf(three, two, one);
}

function dateOf(year: string, month: string, day: string): string | null {
  const iso = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

/**
 * The order revealed by all of a table's dates with slashes: `31/03/2027` has the day first. Null if no date
 * reveals it, or if they contradict each other.
 */
export function slashOrderOf(dates: Iterable<string>): SlashOrder {
  let [dayFirst, monthFirst] = [false, false];
  for (const date of dates) {
    const [, first, second] = SLASHES.exec(date) ?? [];
    if (Number(first) > 12) dayFirst = true;
    if (Number(second) > 12) monthFirst = true;
  }
  if (dayFirst === monthFirst) return null;
  return dayFirst ? 'day_first' : 'month_first';
}
