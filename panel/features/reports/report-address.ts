import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { addDays } from '../../format/dates.ts';
import { translated } from '../../i18n/translated.ts';
import type { ReportComparison, ReportGroup, ReportMetric } from './generated.ts';

export const METRICS = translated([
  { value: 'occupancy', label: msg`Occupancy` },
  { value: 'room_revenue', label: msg`Room revenue` },
  { value: 'adr', label: 'ADR' },
  { value: 'revpar', label: 'RevPAR' },
  { value: 'sold', label: msg`Nights sold` },
  { value: 'available', label: msg`Nights available` },
  { value: 'occupancy_of_all_units', label: msg`Occupancy of all units` },
]) satisfies readonly { readonly value: ReportMetric; readonly label: string }[];

export const GROUPS = translated([
  { value: 'day', label: msg`Day` },
  { value: 'week', label: msg`Week` },
  { value: 'month', label: msg`Month` },
  { value: 'property', label: msg`Property` },
  { value: 'unit_type', label: msg`Unit type` },
  { value: 'source', label: msg`Source` },
  { value: 'rate_plan', label: msg`Rate plan` },
  { value: 'country', label: msg`Guest’s country` },
]) satisfies readonly { readonly value: ReportGroup; readonly label: string }[];

export const COMPARISONS = translated([
  { value: 'none', label: msg`Nothing` },
  { value: 'previous_period', label: msg`Previous period` },
  { value: 'same_period_last_year', label: msg`Same dates last year` },
]) satisfies readonly { readonly value: ReportComparison; readonly label: string }[];

export const BASES = translated([
  { value: 'stay', label: msg`Nights stayed` },
  { value: 'booking', label: msg`Booking date` },
]);

/** First and last day, `YYYY-MM-DD`. */
export interface Range {
  readonly from: string;
  readonly until: string;
}

/** Ranges offered as presets, from a day. */
export const PRESETS = [
  { name: 'this_month', label: msg`This month`, rangeAt: (today) => monthsFrom(today, 0, 1) },
  { name: 'last_month', label: msg`Last month`, rangeAt: (today) => monthsFrom(today, -1, 1) },
  { name: 'next_3_months', label: msg`Next 3 months`, rangeAt: (today) => monthsFrom(today, 0, 3) },
  { name: 'next_12_months', label: msg`Next 12 months`, rangeAt: (today) => monthsFrom(today, 0, 12) },
  {
    name: 'this_year',
    label: msg`This year`,
    rangeAt: (today) => ({ from: `${today.slice(0, 4)}-01-01`, until: `${today.slice(0, 4)}-12-31` }),
  },
  { name: 'last_12_months', label: msg`Last 12 months`, rangeAt: (today) => monthsFrom(today, -12, 12) },
  {
    name: 'next_7_days',
    label: msg`Next 7 days`,
    rangeAt: (today) => ({ from: today, until: addDays(today, 6) }),
  },
] as const satisfies readonly {
  readonly name: string;
  readonly label: MessageDescriptor;
  readonly rangeAt: (today: string) => Range;
}[];

/** A range offered as a preset. */
export type Preset = (typeof PRESETS)[number]['name'];

/** Returns whole months, counted from a day's month. */
function monthsFrom(today: string, first: number, count: number): Range {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7)) - 1;
  const dateOf = (months: number, day: number) =>
    new Date(Date.UTC(year, month + months, day)).toISOString().slice(0, 10);
  return { from: dateOf(first, 1), until: dateOf(first + count, 0) };
}

/** A report as the page's address describes it. */
export interface ReportState extends Range {
  readonly metric: ReportMetric;
  readonly groupBy: ReportGroup;
  readonly compare: ReportComparison;
  readonly basis: 'stay' | 'booking';
  /** Empty for all properties. */
  readonly property: string;
}

/** Reads the page's address. Unknown words and dates count as left out. */
export function readReport(
  parameters: URLSearchParams,
  today: string,
  preset: Preset = 'this_month',
): ReportState {
  const usual = PRESETS.find(({ name }) => name === preset)?.rangeAt(today) ?? monthsFrom(today, 0, 1);
  const chosen = <T extends string>(
    name: string,
    options: readonly { readonly value: T }[],
    otherwise: T,
  ): T => chosenIn(parameters, name, options) ?? otherwise;
  return {
    from: dateIn(parameters, 'from') ?? usual.from,
    until: dateIn(parameters, 'until') ?? usual.until,
    metric: chosen<ReportMetric>('metric', METRICS, 'occupancy'),
    groupBy: chosen<ReportGroup>('by', GROUPS, 'day'),
    compare: chosen<ReportComparison>('compare', COMPARISONS, 'none'),
    basis: chosen('basis', BASES, 'stay'),
    property: parameters.get('property') ?? '',
  };
}

/** Returns the option that an address chooses; null for none, or for an unknown word. */
export const chosenIn = <T extends string>(
  parameters: URLSearchParams,
  name: string,
  options: readonly { readonly value: T }[],
): T | null => options.find(({ value }) => value === parameters.get(name))?.value ?? null;

function dateIn(parameters: URLSearchParams, name: string): string | null {
  const text = parameters.get(name) ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
}

/** Today in the reader's time zone, `YYYY-MM-DD`. */
export const todayHere = (): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10);
};
