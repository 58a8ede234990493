import type { AssignedUnit, BookedLine } from '../../store/entities.ts';
import type { Unit } from './unit-assignment.ts';
import { currentUnits, dayOf } from './unit-nights.ts';

/** Nights on which a unit is taken, as days since the epoch: `until` is the day on which they end. */
export interface TakenNights {
  readonly unitId: number;
  readonly from: number;
  readonly until: number;
}

/** A booking whose lines get units, and the nights around it that are known. */
export interface Filling {
  readonly lines: readonly Pick<BookedLine, 'unitTypeId' | 'quantity'>[];
  /** Units that it keeps unless they're taken. */
  readonly assigned: readonly AssignedUnit[];
  /** Units that it had before a change: it gets them first. */
  readonly before: readonly AssignedUnit[];
  /** Units of its unit types, in the host's order. */
  readonly units: readonly Unit[];
  readonly taken: readonly TakenNights[];
  /** The stay's days since the epoch. */
  readonly stay: { readonly from: number; readonly until: number };
  /** Nights in which gaps are measured: they begin no earlier than today. */
  readonly around: { readonly from: number; readonly until: number };
}

/**
 * Returns a booking's units with its empty places filled: each gets the free unit with the fewest free nights left
 * right before and after the stay, then the one with the shorter of the two gaps, then the first in the host's order.
 * Units taken on the stay's nights are left out.
 */
export function fillLines({ lines, assigned, before, units, taken, stay, around }: Filling): AssignedUnit[] {
  const ofUnit = Map.groupBy(taken, ({ unitId }) => unitId);
  const isFree = ({ id, from, until }: Pick<AssignedUnit, 'id' | 'from' | 'until'>) => {
    const first = from === undefined ? stay.from : dayOf(from);
    const end = until === undefined ? stay.until : dayOf(until);
    return !(ofUnit.get(id) ?? []).some((nights) => nights.from < end && nights.until > first);
  };
  const filled = assigned.filter(isFree);
  const used = new Set(filled.map(({ id }) => id));
  const had = new Map(before.map((unit) => [unit.id, unit]));
  const ranked = units
    .filter((unit) => isFree(unit) && !used.has(unit.id))
    .map((unit) => ({ unit, isOwn: had.has(unit.id), ...gapsOf(ofUnit.get(unit.id) ?? [], stay, around) }))
    .sort(
      (one, other) =>
        Number(other.isOwn) - Number(one.isOwn) || one.sum - other.sum || one.shorter - other.shorter,
    );
  for (const [line, { unitTypeId, quantity }] of lines.entries()) {
    const missing = quantity - currentUnits(filled, line).length;
    const free = ranked.filter(({ unit }) => unit.unitTypeId === unitTypeId && !used.has(unit.id));
    for (const { unit } of free.slice(0, Math.max(0, missing))) {
      used.add(unit.id);
      const { id, name } = unit;
      const isChosen = had.has(id) && had.get(id)?.automatic !== true;
      filled.push(isChosen ? { id, line, name } : { id, line, name, automatic: true });
    }
  }
  return filled;
}

/** Returns the free nights left in a unit before and after a stay: their sum, and the shorter gap. */
function gapsOf(
  taken: readonly TakenNights[],
  stay: Filling['stay'],
  around: Filling['around'],
): { readonly sum: number; readonly shorter: number } {
  let { from, until } = around;
  for (const nights of taken) {
    if (nights.until <= stay.from) from = Math.max(from, nights.until);
    else until = Math.min(until, nights.from);
  }
  const [before, after] = [stay.from - from, until - stay.until];
  return { sum: before + after, shorter: Math.min(before, after) };
}
