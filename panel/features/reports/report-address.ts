import { addDays } from '../../format/dates.ts';
import type { ReportComparison, ReportGroup, ReportMetric } from './generated.ts';

export const METRICS = [
  { value: 'occupancy', label: 'Occupancy' },
  { value: 'room_revenue', label: 'Room revenue' },
  { value: 'adr', label: 'ADR' },
  { value: 'revpar', label: 'RevPAR' },
  { value: 'sold', label: 'Nights sold' },
  { value: 'available', label: 'Nights available' },
  { value: 'occupancy_of_all_units', label: 'Occupancy of all units' },
] as const satisfies readonly { readonly value: ReportMetric; readonly label: string }[];

export const GROUPS = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'property', label: 'Property' },
  { value: 'unit_type', label: 'Unit type' },
  { value: 'source', label: 'Source' },
  { value: 'rate_plan', label: 'Rate plan' },
  { value: 'country', label: 'Guest’s country' },
] as const satisfies readonly { readonly value: ReportGroup; readonly label: string }[];

export const COMPARISONS = [
  { value: 'none', label: 'Nothing' },
  { value: 'previous_period', label: 'Previous period' },
  { value: 'same_period_last_year', label: 'Same dates last year' },
] as const satisfies readonly { readonly value: ReportComparison; readonly label: string }[];

export const BASES = [
  { value: 'stay', label: 'Nights stayed' },
  { value: 'booking', label: 'Booking date' },
] as const;

/** First and last day, `YYYY-MM-DD`. */
export interface Range {
  readonly from: string;
  readonly until: string;
}

/** Ranges offered as presets, from a day. */
export const PRESETS = [
  { label: 'This month', rangeAt: (today) => monthsFrom(today, 0, 1) },
  { label: 'Last month', rangeAt: (today) => monthsFrom(today, -1, 1) },
  { label: 'Next 3 months', rangeAt: (today) => monthsFrom(today, 0, 3) },
  { label: 'Next 12 months', rangeAt: (today) => monthsFrom(today, 0, 12) },
  {
    label: 'This year',
    rangeAt: (today) => ({ from: `${today.slice(0, 4)}-01-01`, until: `${today.slice(0, 4)}-12-31` }),
  },
  { label: 'Last 12 months', rangeAt: (today) => monthsFrom(today, -12, 12) },
  { label: 'Next 7 days', rangeAt: (today) => ({ from: today, until: addDays(today, 6) }) },
] as const satisfies readonly { readonly label: string; readonly rangeAt: (today: string) => Range }[];

/** A range offered as a preset. */
export type Preset = (typeof PRESETS)[number]['label'];

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
  preset: Preset = 'This month',
): ReportState {
  const usual = PRESETS.find(({ label }) => label === preset)?.rangeAt(today) ?? monthsFrom(today, 0, 1);
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
