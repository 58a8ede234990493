import { msg } from '@lingui/core/macro';
import { majorUnits, money } from '../../format/money.ts';
import { translated } from '../../i18n/translated.ts';
import type { ReportedBookingsFragment } from './generated.ts';
import { chosenIn } from './report-address.ts';
import { COUNT, SHORT, wholeAxis } from './report-words.ts';

/** Numbers of bookings that a chart can show. */
export const MEASURES = translated([
  { value: 'bookings', label: msg`Bookings` },
  { value: 'sold', label: msg`Nights sold` },
  { value: 'roomRevenue', label: msg`Room revenue` },
]) satisfies readonly { readonly value: keyof ReportedBookingsFragment; readonly label: string }[];

export type Measure = (typeof MEASURES)[number]['value'];

/** Returns the measure that the address chooses. */
export const measureIn = (parameters: URLSearchParams): Measure =>
  chosenIn(parameters, 'chart', MEASURES) ?? 'bookings';

/** Formats a measure for people. */
export const measureWords = (measure: Measure, value: number, currency: string | null): string =>
  measure === 'roomRevenue' && currency !== null ? money(value, currency) : COUNT().format(value);

/** Formats a measure for a chart's axis: `50k`. */
export const measureAxis = (measure: Measure, value: number, currency: string | null): string =>
  measure === 'roomRevenue' ? SHORT().format(measureNumber(measure, value, currency)) : wholeAxis(value);

/** Returns a measure for a CSV file. */
export const measureNumber = (measure: Measure, value: number, currency: string | null): number =>
  measure === 'roomRevenue' && currency !== null ? majorUnits(value, currency) : value;

/** Returns a measure's name for a chart's title. */
export function measureTitle(measure: Measure, currency: string | null): string {
  const label = MEASURES.find(({ value }) => value === measure)?.label ?? '';
  return measure === 'roomRevenue' && currency !== null ? `${label}, ${currency}` : label;
}
