import { GraphQLError } from 'graphql';
import type { IslandContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { actorOf } from './actor.ts';
import { ensureTaskTypes } from './commands/task-types.ts';
import { type Task, TaskEntity, type TaskType } from './entities.ts';

const MAX_PAGE = 100;

/** A task of the viewer's team; null where there is none. */
export async function findTask(ctx: IslandContext, id: string): Promise<Task | null> {
  const { teamId } = actorOf(ctx.viewer);
  const taskId = parseId(id);
  return taskId === null ? null : reader(ctx).findOne(TaskEntity, { id: taskId, teamId });
}

/** Which tasks a caller wants to see. */
export interface TaskListing {
  readonly filter?: { readonly updatedSince?: Date | null } | null;
  readonly first?: number | null;
  readonly after?: string | null;
}

/** A page of tasks, ordered by (updated_at, id). `updatedSince` is inclusive (decisions.md section 5). */
export async function listTasks(ctx: IslandContext, { filter, first, after }: TaskListing) {
  const { teamId } = actorOf(ctx.viewer);
  const size = first ?? 50;
  if (size < 1 || size > MAX_PAGE) throw badInput(`first must be between 1 and ${MAX_PAGE}.`);
  const since = filter?.updatedSince;
  const cursor = after == null ? null : readCursor(after);
  const found = await reader(ctx).find(
    TaskEntity,
    {
      teamId,
      $and: [
        ...(since ? [{ updatedAt: { $gte: since } }] : []),
        ...(cursor
          ? [
              { updatedAt: { $gte: cursor.updatedAt } },
              { $or: [{ updatedAt: { $gt: cursor.updatedAt } }, { id: { $gt: cursor.id } }] },
            ]
          : []),
      ],
    },
    { orderBy: { updatedAt: 'asc', id: 'asc' }, limit: size + 1 },
  );
  const nodes = found.slice(0, size);
  const edges = nodes.map((node) => ({ cursor: writeCursor(node), node }));
  const pageInfo = { hasNextPage: found.length > size, endCursor: edges.at(-1)?.cursor ?? null };
  return { nodes, edges, pageInfo };
}

/** The chosen team's kinds of task. */
export function listTaskTypes(ctx: IslandContext): Promise<readonly TaskType[]> {
  return ensureTaskTypes(ctx, actorOf(ctx.viewer).teamId);
}

/** The chosen team's rules: one per kind of task. */
export async function listHostRules(ctx: IslandContext) {
  return (await listTaskTypes(ctx)).map(describeHostRule);
}

/** The host rule that a task type carries. */
export function describeHostRule({ key, atCheckOut }: TaskType) {
  return { trigger: 'booking_confirmed', taskType: key, enabled: atCheckOut } as const;
}

function writeCursor({ updatedAt, id }: Task): string {
  return Buffer.from(`${updatedAt.getTime()}.${id}`).toString('base64url');
}

function readCursor(cursor: string): { readonly updatedAt: Date; readonly id: number } {
  const parts = /^(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!parts) throw badInput('after must be the endCursor of an earlier page.');
  return { updatedAt: new Date(Number(parts[1])), id: Number(parts[2]) };
}

const badInput = (message: string) => new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
