import { type RawBuilder, sql } from 'kysely';
import { propertyLimits } from '#kit/reach.ts';
import type { Viewer } from '#kit/viewer.ts';

/** A condition on a column of property ids: those that the viewer's membership reaches (docs/interface/teams.md#limits). */
export function inReach(viewer: Viewer, column: RawBuilder<unknown>): RawBuilder<boolean> {
  const limits = propertyLimits(viewer);
  return limits === null ? sql`true` : sql`${column} = ANY (${[...limits]}::integer[])`;
}

/** The same as a condition of the ORM on an id; nothing where the viewer reaches all. */
export function idInReach(viewer: Viewer): { readonly $in: number[] } | null {
  const limits = propertyLimits(viewer);
  return limits === null ? null : { $in: [...limits] };
}
