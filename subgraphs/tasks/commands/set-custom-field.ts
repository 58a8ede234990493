import type { SubgraphContext } from '#db/context.ts';
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
import { actorOf } from '../access.ts';
import { changeCustomFields } from '../steps/change-custom-fields.ts';
import type { TaskResult } from '../steps/change-task.ts';

/** Writes one custom field of a task in the app's own namespace; the same value again changes nothing. */
export function setCustomField(
  ctx: SubgraphContext,
  { taskId, ...field }: CustomFieldInput & { readonly taskId: string },
): Promise<TaskResult> {
  const { teamId, party } = actorOf(ctx.viewer);
  const { appSlug } = ctx.viewer as ViewerOf<'app'>; // the SDL lets apps alone call this
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

/** Deletes one custom field that the app wrote on a task; where there is none, nothing changes. */
export function deleteCustomField(
  ctx: SubgraphContext,
  { taskId, ...field }: { readonly taskId: string; readonly namespace: string; readonly key: string },
): Promise<TaskResult> {
  const { teamId, party } = actorOf(ctx.viewer);
  const { appSlug } = ctx.viewer as ViewerOf<'app'>; // the SDL lets apps alone call this
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
