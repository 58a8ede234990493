import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publishing } from '#db/events.ts';
import { statements } from '#db/transaction.ts';
import type { TaskEvent } from '#schema/events.ts';
import type { Decision } from '../domain/transition.ts';
import type { Task } from '../store/entities.ts';
import { findTask } from '../store/find-task.ts';
import { changeTask, noSuchTask, refused, type TaskChange, type TaskResult } from './change-task.ts';
import { describe } from './publish-task.ts';

/** A change of the viewer's own team that writes custom fields and nothing else. */
export interface FieldsChange extends TaskChange {
  readonly decide: (task: Task) => Decision;
}

/**
 * `changeTask` in two statements: the change is decided on the task as it is read, and saved and published if no one else has changed
 * it since. Where someone has, it is decided again under the lock.
 */
export async function changeCustomFields(ctx: SubgraphContext, change: FieldsChange): Promise<TaskResult> {
  const task = await findTask(ctx, change.id);
  if (!task) return noSuchTask(change);
  const decision = change.decide(task);
  if (decision.kind === 'refuse') return refused(decision);
  if (decision.kind === 'keep') return { task, userErrors: [] };
  const changed = { ...task, version: task.version + 1 };
  change.apply(changed);
  const saved = await saveUnlessChanged(ctx, changed);
  return saved ? { task: saved, userErrors: [] } : changeTask(ctx, change);
}

/** Saves custom fields as the next version of a task and publishes it; null if that is not its next version. */
async function saveUnlessChanged(ctx: SubgraphContext, task: Task): Promise<Task | null> {
  const { id, teamId, version, customFields } = task;
  const { occurredAt: _, ...event } = describe({
    ...task,
    dueAt: task.dueAt && new Date(task.dueAt),
    updatedAt: new Date(0),
  });
  const published = await publishing(
    ctx,
    'task.updated',
    sql<TaskEvent>`SELECT ${JSON.stringify(event)}::jsonb || jsonb_build_object('occurredAt', ${PRINTED}) FROM changed`,
  );
  const { rows } = await sql<{ readonly at: string }>`
    WITH changed AS (
      UPDATE tasks.task SET custom_fields = ${JSON.stringify(customFields)}::jsonb, version = ${version},
        updated_at = tasks.change_instant(team_id::integer)
      WHERE id = ${id} AND team_id = ${teamId} AND version = ${version - 1}
      RETURNING updated_at
    ) ${published.parts}
    SELECT updated_at AS at FROM changed`.execute(statements(ctx));
  const [row] = rows;
  if (!row) return null;
  published.wake();
  return { ...task, updatedAt: new Date(row.at) };
}

/** When it changed, as events print instants. */
const PRINTED = sql`to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
