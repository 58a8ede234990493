import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publishing } from '#db/events.ts';
import { statements } from '#db/transaction.ts';
import {
  type CustomFieldInput,
  customFieldProblem,
  customFieldToWrite,
  hasCustomField,
  namesCustomField,
  namespaceProblem,
  withCustomField,
  withoutCustomField,
} from '#kit/custom-fields.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import type { TaskEvent } from '#schema/events.ts';
import { actorOf } from '../access.ts';
import type { Decision } from '../domain/transition.ts';
import { changeTask, noSuchTask, refused, type TaskChange, type TaskResult } from '../steps/change-task.ts';
import { describe } from '../steps/publish-task.ts';
import type { Task } from '../store/entities.ts';
import { findTask } from '../store/find-task.ts';

/** Writes one custom field on a task in the app's namespace; writing the same value changes nothing. */
export function setCustomField(
  ctx: SubgraphContext,
  { taskId, ...field }: CustomFieldInput & { readonly taskId: string },
): Promise<TaskResult> {
  const { teamId, party } = actorOf(ctx.viewer);
  const { appSlug } = ctx.viewer as ViewerOf<'app'>; // the SDL lets only apps call this
  return changeCustomFields(ctx, {
    id: taskId,
    idField: ['taskId'],
    teamId,
    by: party,
    decide: (task) => {
      const problem = customFieldProblem(task.customFields, field, appSlug);
      if (problem) return { kind: 'refuse', ...problem };
      return {
        kind: hasCustomField(task.customFields, customFieldToWrite(task.customFields, field))
          ? 'keep'
          : 'change',
      };
    },
    apply: (task) => {
      task.customFields = withCustomField(task.customFields, customFieldToWrite(task.customFields, field));
    },
  });
}

/** Deletes one custom field that the app wrote on a task; deleting a missing field changes nothing. */
export function deleteCustomField(
  ctx: SubgraphContext,
  { taskId, ...field }: { readonly taskId: string; readonly namespace: string; readonly key: string },
): Promise<TaskResult> {
  const { teamId, party } = actorOf(ctx.viewer);
  const { appSlug } = ctx.viewer as ViewerOf<'app'>; // the SDL lets only apps call this
  return changeCustomFields(ctx, {
    id: taskId,
    idField: ['taskId'],
    teamId,
    by: party,
    decide: (task) => {
      const problem = namespaceProblem(field.namespace, appSlug);
      if (problem) return { kind: 'refuse', ...problem };
      return { kind: namesCustomField(task.customFields, field) ? 'change' : 'keep' };
    },
    apply: (task) => {
      task.customFields = withoutCustomField(task.customFields, field);
    },
  });
}

/** A change that writes only custom fields. */
interface FieldsChange extends TaskChange {
  readonly decide: (task: Task) => Decision;
}

/**
 * Does the same as `changeTask` in two statements: decides on the task as read, then saves and publishes the
 * change unless the task has changed since. If it has, `changeTask` decides again under the lock.
 */
async function changeCustomFields(ctx: SubgraphContext, change: FieldsChange): Promise<TaskResult> {
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

/** Saves custom fields as a task's next version and publishes it; null if the version has moved on. */
async function saveUnlessChanged(ctx: SubgraphContext, task: Task): Promise<Task | null> {
  const { id, teamId, version, customFields } = task;
  const { occurredAt: _, ...event } = describe({
    ...task,
    dueAt: task.dueAt && new Date(task.dueAt),
    createdAt: new Date(task.createdAt),
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

/** Time of the change, in the events' format. */
const PRINTED = sql`to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
