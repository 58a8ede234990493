import * as z from 'zod';
import { dayAfter } from '#kit/dates.ts';
import { MAX_CHANNEL_CHANGES } from '#schema/limits.ts';
import { isChannelId } from './channel-connection.ts';
import type { ChannelNight, ChannelRate, NightValues } from './channel-message.ts';

const channelId = z.string().refine(isChannelId);
const nights = z.int().min(0).nullable();

const CopiedNights = z.object({
  channel_room: channelId,
  channel_rate: channelId.optional(),
  from: z.iso.date(),
  until: z.iso.date(),
  availability: z.int().min(0),
  rates: z
    .array(z.object({ guests: z.int().min(1), amount: z.int().min(0) }))
    .max(50)
    .optional(),
  min_stay: nights.optional(),
  max_stay: nights.optional(),
  closed_to_arrival: z.boolean().optional(),
  closed_to_departure: z.boolean().optional(),
  stop_sell: z.boolean().optional(),
});

/** A channel's values for nights, in the same ranges as messages. */
export const ChannelCopy = z.object({ changes: z.array(CopiedNights).max(MAX_CHANNEL_CHANGES) });
type Copy = z.infer<typeof ChannelCopy>;

const FIELDS = [
  'availability',
  'min_stay',
  'max_stay',
  'closed_to_arrival',
  'closed_to_departure',
  'stop_sell',
] as const;
type Field = (typeof FIELDS)[number] | 'rate' | 'missing' | 'unmapped';

/**
 * Consecutive nights with the same difference between the channel's value and the value sent; both are
 * strings, null if absent.
 */
export interface CopyDifference {
  readonly room: string;
  readonly rate: string | null;
  readonly from: string;
  readonly until: string;
  readonly field: Field;
  /** Set only for a rate. */
  readonly guests: number | null;
  readonly told: string | null;
  readonly found: string | null;
}

type Value = Omit<CopyDifference, 'room' | 'rate' | 'from' | 'until'>;

/** Values sent to a channel. Nights can be missing; `sold` lists every room and rate that gets updates. */
export interface ToldCopy {
  readonly nights: readonly ChannelNight[];
  readonly sold: readonly Pick<ChannelRate, 'room' | 'rate'>[];
}

/**
 * Differences between a channel's copy and the values sent for nights `from` to `until`, by room, rate and
 * night.
 */
export function copyDifferences(
  told: ToldCopy,
  { changes }: Copy,
  { from, until }: { readonly from: string; readonly until: string },
): readonly CopyDifference[] {
  const found = new Map<string, FoundNight>();
  for (const { channel_room: room, channel_rate: rate = null, from: first, until: last, ...says } of changes)
    for (const night of nightsBetween(first < from ? from : first, last > until ? until : last))
      found.set(keyOf({ room, rate, night }), { room, rate, night, says });
  const differences: CopyDifference[] = [];
  for (const { room, rate, night, says } of told.nights) {
    const key = keyOf({ room, rate, night });
    const copied = found.get(key);
    for (const value of copied ? valuesThatDiffer(says, copied.says) : [MISSING])
      differences.push({ room, rate, from: night, until: night, ...value });
  }
  const sold = new Set(told.sold.map(({ room, rate }) => keyOf({ room, rate, night: '' })));
  for (const { room, rate, night, says } of found.values())
    if (says.availability > 0 && !says.stop_sell && !sold.has(keyOf({ room, rate, night: '' })))
      differences.push({ room, rate, from: night, until: night, ...unmapped(says) });
  return joined(differences).toSorted(byPlace);
}

interface FoundNight extends Omit<ChannelNight, 'says'> {
  readonly says: NightValues;
}

const keyOf = ({ room, rate, night }: Omit<ChannelNight, 'says'>): string =>
  [room, rate ?? '', night].join('\n');

function* nightsBetween(first: string, last: string): Generator<string> {
  for (let night = first; night <= last; night = dayAfter(night)) yield night;
}

const MISSING: Value = { field: 'missing', guests: null, told: null, found: null };
const unmapped = ({ availability }: NightValues): Value => ({
  field: 'unmapped',
  guests: null,
  told: null,
  found: String(availability),
});

/** Fields missing from the channel's copy aren't compared. */
function valuesThatDiffer(told: NightValues, found: NightValues): readonly Value[] {
  const values = FIELDS.filter((field) => told[field] !== undefined && found[field] !== undefined).map(
    (field): Value => ({ field, guests: null, told: textOf(told, field), found: textOf(found, field) }),
  );
  const rates = found.rates === undefined ? [] : (told.rates ?? []);
  for (const { guests, amount } of rates) {
    const other = found.rates?.find((rate) => rate.guests === guests);
    values.push({ field: 'rate', guests, told: String(amount), found: other ? String(other.amount) : null });
  }
  return values.filter(({ told: one, found: other }) => one !== other);
}

/** A minimum stay of one night means no minimum, and a maximum of 0 means no maximum. */
function textOf(says: NightValues, field: (typeof FIELDS)[number]): string | null {
  const value = says[field];
  if (value == null || (field === 'min_stay' && value === 1) || (field === 'max_stay' && value === 0))
    return null;
  return String(value);
}

/** Merges one-night differences into ranges: consecutive nights with the same difference. */
function joined(differences: readonly CopyDifference[]): readonly CopyDifference[] {
  const open = new Map<string, CopyDifference>();
  const all: CopyDifference[] = [];
  for (const difference of differences.toSorted((one, other) => compare(one.from, other.from))) {
    const { room, rate, field, guests, told, found, from, until } = difference;
    const key = JSON.stringify([room, rate, field, guests, told, found]);
    const before = open.get(key);
    const longer = before && dayAfter(before.until) === from ? { ...before, until } : null;
    if (before && !longer) all.push(before);
    open.set(key, longer ?? difference);
  }
  return [...all, ...open.values()];
}

const byPlace = (one: CopyDifference, other: CopyDifference): number =>
  compare(one.room, other.room) ||
  compare(one.rate ?? '', other.rate ?? '') ||
  compare(one.from, other.from) ||
  (one.guests ?? 0) - (other.guests ?? 0);

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);
