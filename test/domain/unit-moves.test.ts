import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { smallestMoves, type UnitStay } from '#subgraphs/checkout/bookings/domain/unit-moves.ts';

type Row = readonly [booking: number, unit: number, from: number, until: number, hold?: UnitStay['hold']];

const staysOf = (rows: readonly Row[]): UnitStay[] =>
  rows.map(([bookingId, unitId, from, until, hold = 'automatic']) => ({
    bookingId,
    unitId,
    from,
    until,
    hold,
  }));

/** Moves for booking 9, as `booking: unit → unit`. */
const suggest = (units: number, [from, until]: readonly [number, number], rows: readonly Row[]) =>
  smallestMoves({
    homeless: [{ bookingId: 9, from, until }],
    unitIds: Array.from({ length: units }, (_, place) => place + 1),
    stays: staysOf(rows),
  }).map(({ bookingId, fromUnitId, toUnitId }) => `${bookingId}: ${fromUnitId ?? '–'} → ${toUnitId}`);

describe('a suggestion', () => {
  test.each<[string, number, readonly [number, number], readonly Row[], string[]]>([
    ['moves no other stay if a unit is free', 2, [0, 2], [[1, 1, 1, 3]], ['9: – → 2']],
    [
      'moves one stay out of the way',
      2,
      [0, 4],
      [
        [1, 1, 0, 2],
        [2, 2, 2, 4],
      ],
      ['9: – → 1', '1: 1 → 2'],
    ],
    [
      'moves a stay only if no unit is free for its nights',
      3,
      [0, 2],
      [
        [1, 1, 0, 1],
        [2, 2, 1, 2],
      ],
      ['9: – → 3'],
    ],
    [
      'is empty if every unit is taken on one of the nights',
      2,
      [0, 2],
      [
        [1, 1, 0, 1],
        [2, 2, 0, 2],
      ],
      [],
    ],
    [
      'leaves fixed stays where they are',
      2,
      [0, 4],
      [
        [1, 1, 0, 2, 'fixed'],
        [2, 2, 2, 4],
      ],
      ['9: – → 2', '2: 2 → 1'],
    ],
    [
      'prefers stays that no person placed',
      2,
      [0, 4],
      [
        [1, 1, 0, 2, 'chosen'],
        [2, 2, 2, 4],
      ],
      ['9: – → 2', '2: 2 → 1'],
    ],
    [
      'moves stays that a person placed if nothing else helps',
      2,
      [0, 4],
      [
        [1, 1, 0, 2, 'chosen'],
        [2, 2, 2, 4, 'chosen'],
      ],
      ['9: – → 1', '1: 1 → 2'],
    ],
    [
      'moves stays that change places',
      3,
      [2, 4],
      [
        [1, 1, 3, 6],
        [2, 2, 0, 3],
        [3, 2, 4, 6],
        [4, 3, 0, 1, 'fixed'],
        [5, 3, 2, 4],
        [6, 1, 0, 2],
      ],
      ['9: – → 1', '1: 1 → 2', '3: 2 → 1'],
    ],
  ])('%s', (_which, units, nights, rows, moves) => {
    expect(suggest(units, nights, rows)).toEqual(moves);
  });
});

test('applied moves never give a unit two stays on a night in random weeks, and no smaller set would do', () => {
  const row = fc.record({ from: fc.nat(6), nights: fc.integer({ min: 1, max: 4 }) });
  const week = fc.record({
    units: fc.integer({ min: 2, max: 3 }),
    rows: fc.array(row, { maxLength: 7 }),
    from: fc.nat(5),
    nights: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(week, ({ units, rows, from, nights }) => {
      const stays: UnitStay[] = [];
      for (const [place, { from: first, nights: count }] of rows.entries()) {
        const until = first + count;
        const free = Array.from({ length: units }, (_, unit) => unit + 1).filter(
          (unit) => !stays.some((one) => one.unitId === unit && one.from < until && one.until > first),
        );
        const unitId = free[place % (free.length || 1)];
        if (unitId !== undefined)
          stays.push({ bookingId: place + 10, unitId, from: first, until, hold: 'automatic' });
      }
      const homeless = { bookingId: 9, from, until: from + nights };
      const unitIds = Array.from({ length: units }, (_, place) => place + 1);
      const moves = smallestMoves({ homeless: [homeless], unitIds, stays });
      const fewest = fewestByForce(homeless, unitIds, stays);
      if (moves.length === 0) return fewest === null || fewest > 4;
      return isSound(homeless, stays, moves) && moves.length - 1 === fewest;
    }),
    { numRuns: 2_000 },
  );
});

interface Placed {
  readonly bookingId: number;
  readonly from: number;
  readonly until: number;
}

const overlap = (one: Placed, other: Placed) => one.from < other.until && other.from < one.until;

function isSound(
  homeless: Placed,
  stays: readonly UnitStay[],
  moves: ReturnType<typeof smallestMoves>,
): boolean {
  const units = new Map(stays.map(({ bookingId, unitId }) => [bookingId, unitId]));
  for (const { bookingId, toUnitId } of moves) units.set(bookingId, toUnitId);
  const all = [...stays, homeless];
  return all.every((one, place) =>
    all
      .slice(place + 1)
      .every((other) => units.get(one.bookingId) !== units.get(other.bookingId) || !overlap(one, other)),
  );
}

/** The fewest stays that change units in any assignment of all stays; null if there is none. */
function fewestByForce(
  homeless: Placed,
  unitIds: readonly number[],
  stays: readonly UnitStay[],
): number | null {
  let fewest: number | null = null;
  const all: readonly (Placed & { readonly unitId?: number })[] = [homeless, ...stays];
  const units: number[] = [];
  const visit = (place: number, moved: number): void => {
    if (fewest !== null && moved >= fewest) return;
    const stay = all[place];
    if (!stay) {
      fewest = moved;
      return;
    }
    for (const unitId of unitIds) {
      if (units.some((unit, index) => unit === unitId && overlap(all[index] ?? stay, stay))) continue;
      units.push(unitId);
      visit(place + 1, moved + (stay.unitId === undefined || stay.unitId === unitId ? 0 : 1));
      units.pop();
    }
  };
  visit(0, 0);
  return fewest;
}
