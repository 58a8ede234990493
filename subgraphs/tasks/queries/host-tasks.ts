import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { type Listing, pageOf, readSlice } from '#kit/connection.ts';
import type { Viewer } from '#kit/viewer.ts';
import { actorOf, memberOf } from '../access.ts';
import { OUTSTANDING, type TaskStatus } from '../domain/status.ts';
import type { HostTaskAssignee, HostTaskOrder } from '../generated.ts';
import { type Task, TaskEntity } from '../store/entities.ts';
import { reachedTasks } from '../store/reach.ts';

/** Options for listing a host's tasks. */
export interface HostTaskListing extends Listing {
  /** Any status if absent. */
  readonly status?: TaskStatus | null | undefined;
  /** True to list only unfinished tasks due before now. */
  readonly overdue?: boolean | null | undefined;
  /** True to list only unfinished tasks. */
  readonly unfinished?: boolean | null | undefined;
  /** Any assignee if absent. */
  readonly assignee?: HostTaskAssignee | null | undefined;
  readonly order?: HostTaskOrder | null;
}

/** Lists the host's tasks: all, or by status, due time and assignee. */
export async function listHostTasks(
  ctx: SubgraphContext,
  { status, overdue, unfinished, assignee, order, ...listing }: HostTaskListing,
) {
  const { teamId } = actorOf(ctx.viewer);
  const slice = readSlice(listing, 2);
  const { orderBy, reversed, beyond, short, keyOf } = ORDERS[order ?? 'changed'];
  const { size, backward, after, before } = slice;
  const found = await reader(ctx).find(
    TaskEntity,
    {
      teamId,
      ...(status && { status }),
      ...reachedTasks(ctx.viewer),
      $and: [
        ...(overdue ? [{ status: { $in: [...OUTSTANDING] }, dueAt: { $lt: ctx.clock.now() } }] : []),
        ...(unfinished ? [{ status: { $in: [...OUTSTANDING] } }] : []),
        ...(assignee ? [assignedTo(assignee, ctx.viewer)] : []),
        ...(after ? beyond(after) : []),
        ...(before ? short(before) : []),
      ],
    },
    { orderBy: backward ? reversed : orderBy, limit: size + 1 },
  );
  return pageOf(found, slice, (task) => [keyOf(task), task.id]);
}

function assignedTo(assignee: HostTaskAssignee, viewer: Viewer) {
  if (assignee === 'me') return { assigneeAccountId: memberOf(viewer)?.accountId ?? 0 };
  return {
    $or: [{ status: 'OPEN' as const }, { status: 'ASSIGNED' as const, assignedBy: 'platform' as const }],
  };
}

/** Latest date in JavaScript; our cursors only reach it for tasks without a due time. */
const LATEST_MS = 8.64e15;

const ORDERS = {
  changed: {
    orderBy: { updatedAt: 'desc', id: 'desc' },
    reversed: { updatedAt: 'asc', id: 'asc' },
    beyond: changedBefore,
    short: changedAfter,
    keyOf: ({ updatedAt }: Task) => updatedAt.getTime(),
  },
  due: {
    orderBy: { dueAt: 'asc nulls last', id: 'asc' },
    reversed: { dueAt: 'desc nulls first', id: 'desc' },
    beyond: dueAfter,
    short: dueBefore,
    keyOf: ({ dueAt }: Task) => Math.max(0, dueAt?.getTime() ?? LATEST_MS),
  },
} as const satisfies Readonly<Record<HostTaskOrder, object>>;

/** Returns a cursor's timestamp, capped at the last year that PostgreSQL parses in our format. */
const instantOf = (ms: number) => new Date(Math.min(ms, END_OF_YEAR_9999_MS));

const END_OF_YEAR_9999_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

type Place = readonly [ms: number, id: number];

function changedBefore([ms, id]: Place) {
  const seen = instantOf(ms);
  return [{ updatedAt: { $lte: seen } }, { $or: [{ updatedAt: { $lt: seen } }, { id: { $lt: id } }] }];
}

function changedAfter([ms, id]: Place) {
  const seen = instantOf(ms);
  return [{ updatedAt: { $gte: seen } }, { $or: [{ updatedAt: { $gt: seen } }, { id: { $gt: id } }] }];
}

function dueAfter([ms, id]: Place) {
  if (ms >= LATEST_MS) return [{ dueAt: null, id: { $gt: id } }];
  const seen = instantOf(ms);
  return [{ $or: [{ dueAt: { $gt: seen } }, { dueAt: seen, id: { $gt: id } }, { dueAt: null }] }];
}

function dueBefore([ms, id]: Place) {
  if (ms >= LATEST_MS) return [{ $or: [{ dueAt: { $ne: null } }, { id: { $lt: id } }] }];
  const seen = instantOf(ms);
  return [{ $or: [{ dueAt: { $lt: seen } }, { dueAt: seen, id: { $lt: id } }] }];
}
