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
  /** Share of the past year's nights that were sold, in percent, before season and weekday. */
  readonly past: number;
  /** Lengths of stays, in nights. */
  readonly nights: readonly [number, ...number[]];
  /** Units' stays around today, by place. */
  readonly now: readonly (readonly Anchor[])[];
}

/** The hotel's units at work. The other units' stays around today are left to chance. */
const OCCUPIED: Readonly<Record<string, Occupied>> = {
  'Lake View Double': {
    past: 68,
    nights: [1, 2, 2, 2, 3, 3, 4, 5],
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
    past: 64,
    nights: [2, 3, 3, 4, 5, 7],
    now: [
      [[-3, 1]],
      [
        [-2, 0],
        [0, 2],
      ],
      [[-7, -1]],
    ],
  },
  'The Boathouse': { past: 72, nights: [2, 3, 4], now: [] },
  'Miller Apartment': { past: 62, nights: [3, 4, 5, 7, 7], now: [[[-4, 3]], [[-3, 0]]] },
  'Granary Loft': { past: 62, nights: [2, 3, 4, 5, 7], now: [[[-1, 2, 'owing']]] },
  'Wheel Room': {
    past: 60,
    nights: [1, 2, 2, 3, 4],
    now: [[[0, 2]], [[-2, 0]], [[-1, 1, 'missing']]],
  },
  'Spruce Cabin': {
    past: 62,
    nights: [3, 4, 5, 7, 7],
    now: [[[-2, 5]], [[-5, 0]], [[0, 3]], [[2, 6, 'held']]],
  },
  'Tent on a Platform': { past: 58, nights: [5, 7, 7, 10, 14], now: [[[-1, 1]], [[0, 2]]] },
};

/** Demand by month, from January, and by night, from Monday, as factors of the nights sold in percent. */
const SEASON = [93, 96, 95, 98, 102, 110, 116, 116, 108, 103, 102, 108] as const;
const WEEKDAY = [84, 86, 92, 100, 122, 122, 90] as const;

/** Sold nights ahead, in percent, of the units that guests can book ahead: less, the later. */
const AHEAD = [
  { until: 7, sold: 94 },
  { until: 30, sold: 84 },
  { until: 60, sold: 58 },
  { until: 90, sold: 34 },
  { until: 120, sold: 16 },
] as const;

/**
 * Returns the last day from today on which a unit can have a guest. People and programs that try the demo book there: from a week from
 * now on, half of the units of every type are free; until then, a quarter; and the only unit of a type always.
 */
function lastDayOf({ place }: DemoUnit, units: number): number {
  if (place < Math.floor(units / 2)) return UPCOMING_DAYS;
  return place < Math.floor(units * 0.75) ? NEAR_DAYS : 0;
}

const NEAR_DAYS = 7;
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
    if (!occupied) return [];
    const chance = chanceOf(unit.id * 7_919);
    const around = occupied.now[unit.place] ?? [];
    const last = lastDayOf(unit, units.filter(({ unitTypeId }) => unitTypeId === unit.unitTypeId).length);
    const walk = (from: number, until: number) => walkThrough(from, until, { occupied, chance, ...at });
    const [first] = around;
    const anchors = first
      ? [...walk(-PAST_DAYS, first[0]), ...around, ...walk(around.at(-1)?.[1] ?? 0, last)]
      : walk(-PAST_DAYS, last);
    const plans = ratePlanIds.get(unit.unitTypeId) ?? [];
    return anchors.map((anchor) => withPlan(stayOf(unit, anchor, chance, at), plans));
  });
  return stays.sort((a, b) => a.soldAt.getTime() - b.soldAt.getTime());
}

/** Sells a unit's nights from a day until another one, as often as its season, weekday and distance from today ask for. */
function walkThrough(
  from: number,
  until: number,
  {
    occupied,
    chance,
    today,
  }: { readonly occupied: Occupied; readonly chance: Chance; readonly today: Temporal.PlainDate },
): Anchor[] {
  const stays: Anchor[] = [];
  const usual = occupied.nights.reduce((sum, each) => sum + each, 0) / occupied.nights.length;
  for (let day = from; day < until; ) {
    const { month, dayOfWeek } = today.add({ days: day });
    const sold = day < 0 ? occupied.past : (AHEAD.find((ahead) => day < ahead.until)?.sold ?? 0);
    const share = Math.min(0.95, (sold * (SEASON[month - 1] ?? 100)) / 10_000);
    // Free nights between stays of the usual length: this many stays begin on a free night.
    const begins = 1 / (1 + (usual * (1 - share)) / share);
    const nights = Math.min(chance.pick(occupied.nights), until - day);
    if (chance.percent(begins * (WEEKDAY[dayOfWeek - 1] ?? 100))) {
      stays.push([day, day + nights]);
      day += nights;
    } else {
      day += 1;
    }
  }
  return stays;
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

/** Percentages of past and upcoming stays. */
const CANCELLED = 6;
const OWING = 12;
const REGULAR = 12;

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
    guest: isAround ? guestOfUnit(unit, from) : chance.pick(chance.percent(REGULAR) ? REGULARS : EVERYONE),
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
const REGULARS = [someone, ...others.slice(0, 29)] as const;

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
