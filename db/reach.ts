import { type RawBuilder, sql } from 'kysely';
import { propertyLimits } from '#kit/reach.ts';
import type { Viewer } from '#kit/viewer.ts';

/**
 * Returns a condition on a property id column: properties within the viewer's membership
 * (docs/interface/teams.md#limits).
 */
export function inReach(viewer: Viewer, column: RawBuilder<unknown>): RawBuilder<boolean> {
  const limits = propertyLimits(viewer);
  return limits === null ? sql`true` : sql`${column} = ANY (${[...limits]}::integer[])`;
}

/** Returns the same condition for the ORM on an id; null if the viewer can access all properties. */
export function idInReach(viewer: Viewer): { readonly $in: number[] } | null {
  const limits = propertyLimits(viewer);
  return limits === null ? null : { $in: [...limits] };
}
