import type { IslandContext } from '#db/context.ts';
import { type CustomField, customFieldProblem, hasCustomField, withCustomField } from '#kit/custom-fields.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { actorOf } from '../actor.ts';
import { changeTask, type TaskResult } from './change-task.ts';

/** Writes one custom field of a task in the app's own namespace; the same value again changes nothing. */
export function setCustomField(
  ctx: IslandContext,
  { taskId, namespace, key, type, value }: CustomField & { readonly taskId: string },
): Promise<TaskResult> {
  const { teamId, party } = actorOf(ctx.viewer);
  const { appSlug } = ctx.viewer as ViewerOf<'app'>; // the SDL lets apps alone call this
  const field: CustomField = { namespace, key, type, value };
  return changeTask(ctx, {
    id: taskId,
    idField: ['taskId'],
    teamId,
    by: party,
    decide: (task) => {
      const problem = customFieldProblem(task.customFields, field, appSlug);
      if (problem) return { kind: 'refuse', ...problem };
      return { kind: hasCustomField(task.customFields, field) ? 'keep' : 'change' };
    },
    apply: (task) => {
      task.customFields = withCustomField(task.customFields, field);
    },
  });
}
