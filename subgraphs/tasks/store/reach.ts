import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#kit/viewer.ts';
import { taskReachOf } from '../access.ts';

/** Returns the viewer's reach as conditions for a tasks statement. */
export function reachConditions(viewer: Viewer): RawBuilder<unknown>[] {
  const { propertyIds, ownOrOpen } = taskReachOf(viewer);
  return [
    ...(propertyIds === null ? [] : [sql`property_id = ANY (${[...propertyIds]}::bigint[])`]),
    ...(ownOrOpen === null
      ? []
      : [
          sql`(status = 'OPEN' OR assignee_account_id = ${ownOrOpen} OR status = 'ASSIGNED' AND assigned_by = 'platform')`,
        ]),
  ];
}

/** Returns the viewer's reach as an ORM condition. */
export function reachedTasks(viewer: Viewer) {
  const { propertyIds, ownOrOpen } = taskReachOf(viewer);
  return {
    ...(propertyIds && { propertyId: { $in: [...propertyIds] } }),
    ...(ownOrOpen !== null && {
      $or: [
        { status: 'OPEN' as const },
        { assigneeAccountId: ownOrOpen },
        { status: 'ASSIGNED' as const, assignedBy: 'platform' as const },
      ],
    }),
  };
}
