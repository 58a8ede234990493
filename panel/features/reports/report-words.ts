import { majorUnits, money } from '../../format/money.ts';
import { perLanguage } from '../../i18n/language.ts';
import type { ReportAmountFragment, ReportMetric } from './generated.ts';

const formatter = (options: Intl.NumberFormatOptions) =>
  perLanguage((tag) => new Intl.NumberFormat(tag, options));

export const PERCENT = formatter({ style: 'percent', maximumFractionDigits: 1 });
const CHANGE = formatter({
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});
export const COUNT = formatter({});
export const SHORT = formatter({ notation: 'compact' });

const isFraction = (metric: ReportMetric) => metric === 'occupancy' || metric === 'occupancy_of_all_units';

/** Formats a count for a chart's axis; empty between whole numbers. */
export const wholeAxis = (value: number): string => (Number.isInteger(value) ? SHORT().format(value) : '');

/** Formats a metric's value for people. */
export function valueWords({ metric, amount, currency }: ReportAmountFragment): string {
  if (amount === null) return '–';
  if (isFraction(metric)) return PERCENT().format(amount);
  return currency === null ? COUNT().format(amount) : money(amount, currency);
}

/** Formats a metric's value for a chart's axis, without its currency: `50k`. */
export function axisWords(metric: ReportMetric, currency: string | null, amount: number): string {
  if (isFraction(metric)) return PERCENT().format(amount);
  return SHORT().format(currency === null ? amount : majorUnits(amount, currency));
}

/** Returns a value for a CSV file: a number, or an empty cell. */
export function valueCell({ metric, amount, currency }: ReportAmountFragment): number | '' {
  if (amount === null) return '';
  return isFraction(metric) || currency === null ? amount : majorUnits(amount, currency);
}

/** Describes a change since the compared period: `+12.5 %`; null if it can't be computed. */
export function changeWords(now: number | null, before: number | null): string | null {
  if (now === null || before === null || before === 0) return null;
  return CHANGE().format(now / before - 1);
}
