import type { SoldStay } from '#subgraphs/checkout/index.ts';
import { type Chance, chanceOf } from './chance.ts';
import { GUESTS } from './guests.ts';

/** A unit of the demo hotel, with its unit type. */
export interface DemoUnit {
  readonly id: number;
  readonly name: string;
  /** Place among its unit type's units, from 0. */
  readonly place: number;
  readonly unitTypeId: number;
  readonly unitType: string;
  readonly maxGuests: number;
}

/** Days from today, and what becomes of the stay. */
type Anchor = readonly [checkIn: number, checkOut: number, special?: Special];
/** A held stay waits for its payment; a missing guest should have arrived. */
type Special = 'held' | 'missing' | 'owing';

interface Occupied {
  /** Units that had guests in the past year, and units with guests in the next months; the rest stay free. */
  readonly past: number;
  readonly upcoming: number;
  /** Longest gap between two past stays, in nights. */
  readonly gap: number;
  /** Each unit's stays around today. */
  readonly now: readonly (readonly Anchor[])[];
}

/**
 * The hotel's units at work. Most units of every type are free from a week from now on, and the Boathouse always, because people
 * and programs that try the demo book there.
 */
const OCCUPIED: Readonly<Record<string, Occupied>> = {
  'Lake View Double': {
    past: 7,
    upcoming: 2,
    gap: 14,
    now: [
      [[-2, 2]],
      [
        [-3, 0],
        [0, 3],
      ],
      [[0, 2, 'owing']],
      [[-1, 4]],
      [[-4, 0]],
      [[1, 3, 'held']],
    ],
  },
  'Garden Family Suite': {
    past: 4,
    upcoming: 2,
    gap: 18,
    now: [
      [[-3, 1]],
      [
        [-2, 0],
        [0, 2],
      ],
      [[-7, -1]],
    ],
  },
  'The Boathouse': { past: 1, upcoming: 0, gap: 12, now: [] },
  'Miller Apartment': { past: 3, upcoming: 1, gap: 24, now: [[[-4, 3]], [[-3, 0]]] },
  'Granary Loft': { past: 2, upcoming: 1, gap: 20, now: [[[-1, 2, 'owing']]] },
  'Wheel Room': { past: 3, upcoming: 2, gap: 26, now: [[[0, 2]], [[-2, 0]], [[-1, 1, 'missing']]] },
  'Spruce Cabin': { past: 5, upcoming: 2, gap: 28, now: [[[-2, 5]], [[-5, 0]], [[0, 3]], [[2, 6, 'held']]] },
  'Tent on a Platform': { past: 3, upcoming: 1, gap: 40, now: [[[-1, 1]], [[0, 2]]] },
};

const PAST_DAYS = 365;
const UPCOMING_DAYS = 120;

/** Agents and channels that guests book with. */
const AGENTS = ['agent.example', 'assistant.example', 'trips.example'] as const;
const CHANNELS = ['Farstay', 'Alpenbett'] as const;
/** Apps that enter bookings. */
const APPS = ['Group Desk', 'Voice Concierge'] as const;
const DESK = ['Phone', 'Walk-in', 'Email', 'Repeat guest'] as const;
const METHODS = ['card_terminal', 'cash', 'bank_transfer', 'app:stripe'] as const;
const NOTES = [
  'Arrives by train, asks for a late check-out.',
  'Allergic to nuts: tell the kitchen.',
  'Anniversary. Put flowers in the room.',
  'Needs a crib.',
] as const;

export interface PlanStays {
  readonly units: readonly DemoUnit[];
  /** Rate plans other than the standard one, by unit type. */
  readonly ratePlanIds: ReadonlyMap<number, readonly string[]>;
  /** The hotel's date, time zone and the time now. */
  readonly today: Temporal.PlainDate;
  readonly timeZone: string;
  readonly now: Date;
}

/** Plans a year of stays and the next four months: the same on every machine, relative to today. */
export function planStays({ units, ratePlanIds, ...at }: PlanStays): readonly SoldStay[] {
  const stays = units.flatMap((unit) => {
    const occupied = OCCUPIED[unit.unitType];
    if (!occupied || unit.place >= Math.max(occupied.past, occupied.now.length)) return [];
    const chance = chanceOf(unit.id * 7_919);
    const around = occupied.now[unit.place] ?? [];
    const [first] = around[0] ?? [-3];
    const last = around.at(-1)?.[1] ?? 3;
    return [
      ...(unit.place < occupied.past ? before(first, occupied.gap, chance) : []),
      ...around,
      ...(unit.place < occupied.upcoming ? after(last, chance) : []),
    ].map((anchor) => withPlan(stayOf(unit, anchor, chance, at), ratePlanIds.get(unit.unitTypeId) ?? []));
  });
  return stays.sort((a, b) => a.soldAt.getTime() - b.soldAt.getTime());
}

/** Share of stays under another plan than the standard one, in percent. */
const OTHER_PLANS = 35;

/** Sells some stays under another rate plan of the unit type. */
function withPlan(sold: SoldStay, ids: readonly string[]): SoldStay {
  const { unitTypeId } = sold.stay;
  const chance = chanceOf(unitTypeId * 104_729 + sold.soldAt.getUTCMinutes() * 61 + sold.stay.adults);
  const [first, ...others] = ids;
  if (first === undefined || sold.status === 'held' || !chance.percent(OTHER_PLANS)) return sold;
  return { ...sold, stay: { ...sold.stay, ratePlanId: chance.pick([first, ...others]) } };
}

/** Walks back a year from a unit's stays around today. */
function before(until: number, gap: number, chance: Chance): Anchor[] {
  const stays: Anchor[] = [];
  let end = until - chance.whole(0, 2);
  for (;;) {
    const from = end - lengthOf(chance);
    if (from < -PAST_DAYS) return stays.reverse();
    stays.push([from, end]);
    end = from - chance.whole(0, gap);
  }
}

/** Walks ahead: the later, the more free nights between two stays. */
function after(since: number, chance: Chance): Anchor[] {
  const stays: Anchor[] = [];
  let from = since + chance.whole(1, 4);
  for (;;) {
    const until = from + lengthOf(chance);
    if (until > UPCOMING_DAYS) return stays;
    stays.push([from, until]);
    from = until + chance.whole(4, 9) + Math.floor(from / 5);
  }
}

const lengthOf = (chance: Chance): number => chance.pick([1, 2, 2, 2, 3, 3, 4, 5, 7]);

/** Percentages of past and upcoming stays. */
const CANCELLED = 6;
const OWING = 30;

function stayOf(
  unit: DemoUnit,
  [from, until, special]: Anchor,
  chance: Chance,
  { today, timeZone, now }: Omit<PlanStays, 'units' | 'ratePlanIds'>,
): SoldStay {
  const [checkIn, checkOut] = [today.add({ days: from }), today.add({ days: until })];
  const at = (day: Temporal.PlainDate, time: string) =>
    new Date(day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds);
  const minute = String(chance.whole(10, 59));
  const isOver = until < 0;
  const isAround = from <= 0 && !isOver;
  const isCancelled = !isAround && special === undefined && chance.percent(CANCELLED);
  const lead = from === 0 ? chance.whole(1, 40) : chance.whole(2, 90);
  const soldOn = today.add({ days: Math.min(from - 1, Math.max(from - lead, -PAST_DAYS - 30), -1) });
  const soldAt =
    special === 'held'
      ? new Date(now.getTime() - 3 * HOUR_MS)
      : at(soldOn, `${chance.pick(['09', '11', '14', '17', '20'])}:${minute}`);
  const state = isOver ? 'departed' : from < 0 && special !== 'missing' ? 'in_house' : 'expected';
  const checkedInAt =
    state === 'expected' ? null : at(checkIn, `${chance.pick(['15', '16', '17', '18'])}:${minute}`);
  const checkedOutAt =
    state === 'departed' ? at(checkOut, `${chance.pick(['08', '09', '10'])}:${minute}`) : null;
  const owes = !isOver && (special !== undefined || (!isAround && chance.percent(OWING)));
  const hasDeposit = owes && special === undefined && chance.percent(40);
  const method = chance.pick(METHODS);
  const paidAt =
    isOver && method !== 'app:stripe' ? (checkedOutAt ?? soldAt) : new Date(soldAt.getTime() + HOUR_MS / 2);
  const share = hasDeposit ? 30 : 100;
  const source = sourceOf(chance, unit.id * 1_000 + from);
  const adults = Math.min(unit.maxGuests, chance.pick([1, 2, 2, 2, 2]));
  return {
    guest: isAround ? guestOfUnit(unit, from) : chance.pick(chance.percent(25) ? REGULARS : EVERYONE),
    stay: {
      unitTypeId: unit.unitTypeId,
      checkIn: checkIn.toString(),
      checkOut: checkOut.toString(),
      adults,
      children: unit.maxGuests > adults && chance.percent(20) ? 1 : 0,
    },
    unit: isCancelled ? null : { id: unit.id, name: unit.name },
    status: isCancelled ? 'cancelled' : special === 'held' ? 'held' : 'confirmed',
    state,
    soldAt,
    holdExpiresAt: special === 'held' ? new Date(now.getTime() + chance.whole(20, 40) * HOUR_MS) : soldAt,
    cancelledAt: isCancelled
      ? new Date(soldAt.getTime() + (now.getTime() - soldAt.getTime()) * (isOver ? 0.02 : 0.3))
      : null,
    checkedInAt: isCancelled ? null : checkedInAt,
    checkedOutAt: isCancelled ? null : checkedOutAt,
    assumeAfter: isAround ? at(today.add({ days: 1 }), '00:00') : null,
    ...source,
    note: isOver || !chance.percent(12) ? null : chance.pick(NOTES),
    arrivalTime:
      isOver || !chance.percent(60)
        ? null
        : `${chance.pick(['15', '16', '17', '18', '19'])}:${chance.pick(['00', '30'])}`,
    payment: isCancelled || (owes && !hasDeposit) ? null : { method, share, at: paidAt },
    balanceDueOn: hasDeposit
      ? today.add({ days: Math.min(from - 14, chance.pick([-3, 10])) }).toString()
      : null,
  };
}

const HOUR_MS = 3_600_000;
const [someone, ...others] = GUESTS;
if (!someone) throw new Error('The demo hotel needs guests.');
const EVERYONE = [someone, ...others] as const;
const REGULARS = [someone, ...others.slice(0, 7)] as const;

/** A different guest for each stay around today. */
const guestOfUnit = ({ id }: DemoUnit, from: number) =>
  GUESTS[(id + (from < 0 ? 0 : GUESTS.length / 2)) % GUESTS.length] ?? someone;

/** A booking's source: the site, an agent, the desk or a channel. */
function sourceOf(chance: Chance, number: number): Pick<SoldStay, 'source' | 'sourceLabel'> {
  const kind = chance.pick<SoldStay['source']['kind']>([
    'direct',
    'direct',
    'direct',
    'agent',
    'agent',
    'host',
    'host',
    'channel',
    'channel',
    'channel',
    'request',
  ]);
  // An app that isn't a channel enters bookings as direct ones, with its name.
  if (kind === 'direct' && number % 4 === 0)
    return {
      source: { kind, name: chance.pick(APPS), externalId: `group-${Math.abs(number)}` },
      sourceLabel: null,
    };
  if (kind === 'agent')
    return { source: { kind, name: chance.pick(AGENTS), externalId: null }, sourceLabel: null };
  if (kind === 'host')
    return { source: { kind, name: null, externalId: null }, sourceLabel: chance.pick(DESK) };
  if (kind === 'channel') {
    const externalId = `${400_000_000 + number * 37}`;
    return { source: { kind, name: chance.pick(CHANNELS), externalId }, sourceLabel: null };
  }
  return { source: { kind, name: null, externalId: null }, sourceLabel: null };
}
