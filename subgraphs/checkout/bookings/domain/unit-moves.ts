/** Nights for which a booking has a unit, as days since the epoch: `until` is the day on which they end. */
export interface UnitStay {
  readonly bookingId: number;
  readonly unitId: number;
  readonly from: number;
  readonly until: number;
  /** `chosen`: a person chose the unit; `fixed`: the stay can't move. */
  readonly hold: 'automatic' | 'chosen' | 'fixed';
}

/** A booking's change from one unit to another; `fromUnitId` is null if it had none. */
export interface UnitMove {
  readonly bookingId: number;
  readonly fromUnitId: number | null;
  readonly toUnitId: number;
}

/** A stay without a unit. */
export interface Homeless {
  readonly bookingId: number;
  readonly from: number;
  readonly until: number;
}

interface Search {
  /** Stays without a unit, one for each. */
  readonly homeless: readonly Homeless[];
  /** Units of the stay's unit type, in the host's order. */
  readonly unitIds: readonly number[];
  /** Stays in these units on all nights of any stay that may move. */
  readonly stays: readonly UnitStay[];
}

/** Maximum number of other bookings that a suggestion moves. */
export const MOST_MOVED = 4;

/** Placements that a search tries before it gives up. */
const MOST_TRIES = 20_000;

/**
 * Returns the smallest set of moves after which each stay without a unit has one for all its nights, their own moves
 * first; empty if `MOST_MOVED` moves of other stays don't suffice. Stays that a person placed move only if no other set helps.
 */
export function smallestMoves(search: Search): readonly UnitMove[] {
  for (const isMovable of [isAutomatic, isNotFixed]) {
    const stays = search.stays.map((stay) => ({ ...stay, isMovable: isMovable(stay) }));
    const byUnit = Map.groupBy(stays, ({ unitId }) => unitId);
    for (let most = 0; most <= MOST_MOVED; most++) {
      const moves = place(newAttempt(search.unitIds, byUnit), search.homeless, most);
      if (moves) return moves;
    }
  }
  return [];
}

const isAutomatic = ({ hold }: UnitStay) => hold === 'automatic';
const isNotFixed = ({ hold }: UnitStay) => hold !== 'fixed';

type Movable = UnitStay & { readonly isMovable: boolean };

/** A stay to place: it has no unit, or leaves its unit. */
type Pending = Homeless | Movable;

interface Attempt {
  readonly unitIds: readonly number[];
  readonly byUnit: ReadonlyMap<number, readonly Movable[]>;
  /** Stays that have left their units, and the units that stays have moved to. */
  readonly left: Set<Movable>;
  readonly placed: { readonly stay: Pending; readonly unitId: number }[];
  tries: number;
}

const newAttempt = (unitIds: Attempt['unitIds'], byUnit: Attempt['byUnit']): Attempt => ({
  unitIds,
  byUnit,
  left: new Set(),
  placed: [],
  tries: 0,
});

/** Places the pending stays while at most `most` more stays leave their units; null if that's impossible. */
function place(attempt: Attempt, pending: readonly Pending[], most: number): readonly UnitMove[] | null {
  const [stay, ...rest] = pending;
  if (!stay) return attempt.placed.map(toMove);
  for (const unitId of attempt.unitIds) {
    if (attempt.tries >= MOST_TRIES) return null;
    attempt.tries += 1;
    const leaving = makingWay(attempt, stay, unitId);
    if (!leaving || leaving.length > most) continue;
    for (const one of leaving) attempt.left.add(one);
    attempt.placed.push({ stay, unitId });
    const moves = place(attempt, [...rest, ...leaving], most - leaving.length);
    if (moves) return moves;
    attempt.placed.pop();
    for (const one of leaving) attempt.left.delete(one);
  }
  return null;
}

/** Returns the stays that have to leave a unit so that another gets it; null if any of these stays can't. */
function makingWay(attempt: Attempt, stay: Pending, unitId: number): readonly Movable[] | null {
  if ('unitId' in stay && stay.unitId === unitId) return null;
  const overlaps = (other: Pending) => other.from < stay.until && other.until > stay.from;
  if (attempt.placed.some((one) => one.unitId === unitId && overlaps(one.stay))) return null;
  const inWay = (attempt.byUnit.get(unitId) ?? []).filter((one) => overlaps(one) && !attempt.left.has(one));
  return inWay.every(({ isMovable }) => isMovable) ? inWay : null;
}

const toMove = ({ stay, unitId }: Attempt['placed'][number]): UnitMove => ({
  bookingId: stay.bookingId,
  fromUnitId: 'unitId' in stay ? stay.unitId : null,
  toUnitId: unitId,
});
