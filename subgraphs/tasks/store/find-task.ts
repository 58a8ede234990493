import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { actorOf } from '../access.ts';
import { COLUMNS, type TaskRow } from './columns.ts';
import { reachConditions } from './reach.ts';

/** Finds a task in the viewer's team; null if there isn't one. */
export async function findTask(ctx: SubgraphContext, id: string): Promise<TaskRow | null> {
  const { teamId } = actorOf(ctx.viewer);
  const taskId = parseWideId(id);
  if (taskId === null) return null;
  const conditions = [sql`id = ${taskId}`, sql`team_id = ${teamId}`, ...reachConditions(ctx.viewer)];
  const { rows } = await sql<TaskRow>`
    SELECT ${COLUMNS} FROM tasks.task WHERE ${sql.join(conditions, sql` AND `)}`.execute(statements(ctx));
  return rows[0] ?? null;
}
