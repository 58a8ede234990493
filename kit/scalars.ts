import { GraphQLScalarType, Kind, valueFromASTUntyped } from 'graphql';
import { parseDate, parseInstant } from './dates.ts';
import { badInput } from './errors.ts';

function toInstant(value: unknown): Date {
  const instant = typeof value === 'string' ? parseInstant(value) : null;
  if (instant) return instant;
  throw badInput('DateTime must be an ISO 8601 instant with its zone, for example 2026-01-31T09:30:00Z.');
}

function printInstant(value: unknown): string {
  const instant = typeof value === 'string' ? new Date(value) : value;
  if (instant instanceof Date) return textOf(instant);
  throw new TypeError('A DateTime must resolve to an instant.');
}

/** The last timestamp printed, cached because many offers in a list end at the same time. */
let last = { time: Number.NaN, text: '' };

function textOf(instant: Date): string {
  const time = instant.getTime();
  if (time !== last.time) last = { time, text: instant.toISOString() };
  return last.text;
}

function toDate(value: unknown): Temporal.PlainDate {
  const date = typeof value === 'string' ? parseDate(value) : null;
  if (date) return date;
  throw badInput('Date must be a calendar date YYYY-MM-DD, for example 2026-01-31.');
}

function toMinorUnits(value: unknown): number {
  const amount = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  if (typeof amount === 'number' && Number.isSafeInteger(amount)) return amount;
  throw badInput("MinorUnits must be an integer in the currency's minor unit.");
}

/** Timestamps: `Date` internally, ISO 8601 externally. */
const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  serialize: printInstant,
  parseValue: toInstant,
  parseLiteral: (node) => toInstant(node.kind === Kind.STRING ? node.value : undefined),
});

/**
 * Calendar dates: `Temporal.PlainDate` internally, `YYYY-MM-DD` externally. A resolver can also return the
 * text.
 */
const CalendarDate = new GraphQLScalarType<Temporal.PlainDate, string>({
  name: 'Date',
  serialize: (value) => (typeof value === 'string' ? value : String(value)),
  parseValue: toDate,
  parseLiteral: (node) => toDate(node.kind === Kind.STRING ? node.value : undefined),
});

/** Amounts: safe integers internally and externally. PostgreSQL returns sums as text. */
const MinorUnits = new GraphQLScalarType<number, number>({
  name: 'MinorUnits',
  serialize: toMinorUnits,
  parseValue: (value) => toMinorUnits(typeof value === 'string' ? undefined : value),
  parseLiteral: (node) => toMinorUnits(node.kind === Kind.INT ? Number(node.value) : undefined),
});

const Json = new GraphQLScalarType({
  name: 'JSON',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
});

/** Resolvers for the scalars in `schema/shared.graphql`, the same in every subgraph. */
export const SCALARS = { DateTime, Date: CalendarDate, MinorUnits, JSON: Json };
