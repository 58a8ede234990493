import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { holdsScope } from '#kit/access.ts';
import { actorOf, memberOf } from '../access.ts';
import { movesOf } from '../domain/own-work.ts';
import type { TaskStatus } from '../domain/status.ts';
import { filledIn } from '../domain/task-fields.ts';
import type { TaskField, TaskRule, TaskTrigger } from '../domain/task-types.ts';
import type { HostRuleTrigger } from '../generated.ts';
import type { TaskRow } from '../store/columns.ts';
import { type Task, type TaskType, TaskTypeEntity } from '../store/entities.ts';
import { ensureTaskTypes } from '../store/task-types.ts';

/** Lists the team's task types; for an app that can't read tasks, only its own. */
export async function listTaskTypes(ctx: SubgraphContext): Promise<readonly TaskType[]> {
  const { viewer } = ctx;
  const types = await ensureTaskTypes(ctx, actorOf(viewer).teamId);
  if (viewer.kind !== 'app' || holdsScope(viewer.scopes, 'read_tasks')) return types;
  return types.filter(({ app }) => app === viewer.appSlug);
}

/** Loads the form fields for several tasks' types in one statement. */
export async function fieldsOf(
  ctx: SubgraphContext,
  { teamId, taskType, customFields }: Pick<Task, 'teamId' | 'taskType' | 'customFields'>,
) {
  const type = (await typesOf(ctx, teamId))?.get(taskType);
  if (!type) return [];
  return type.fields.map((field) => ({ ...toTypeField(field), value: filledIn(type, field, customFields) }));
}

/** Returns the statuses that the signed-in member can set next, by the task's type. */
export async function hostMovesOf(ctx: SubgraphContext, task: TaskRow): Promise<readonly TaskStatus[]> {
  const member = memberOf(ctx.viewer);
  if (!member) return [];
  const type = (await typesOf(ctx, task.teamId))?.get(task.taskType);
  return movesOf(task, member, type?.ownWorkVerified ?? false);
}

const typesOf = batch<number, ReadonlyMap<string, TaskType>>(async (ctx, teamIds) => {
  const types = await reader(ctx).find(TaskTypeEntity, { teamId: [...teamIds] });
  const byTeam = Map.groupBy(types, ({ teamId }) => teamId);
  return new Map(teamIds.map((id) => [id, new Map((byTeam.get(id) ?? []).map((type) => [type.key, type]))]));
});

/** Converts a task type's field to the SDL's form. */
export const toTypeField = ({ required, ...field }: TaskField) => ({
  ...field,
  requiredToComplete: required,
});

/** Lists the selected team's rules, in task type order. */
export async function listHostRules(ctx: SubgraphContext) {
  return (await listTaskTypes(ctx)).flatMap(rulesOf);
}

/** Returns a type's rules: one for a built-in type, the declared ones for an app's. */
export function rulesOf({ key, app, atCheckOut, rules }: TaskType) {
  if (app == null) return [{ ...AT_CHECK_OUT, taskType: key, enabled: atCheckOut }];
  return rules.map(({ trigger, offsetMs, due, enabled }) => ({
    trigger: triggerName(trigger),
    taskType: key,
    enabled,
    offsetSeconds: offsetMs / 1000,
    due: dueWords(due),
  }));
}

const AT_CHECK_OUT = { trigger: 'booking_confirmed', offsetSeconds: 0, due: 'on the check-out day' } as const;

/** Returns a trigger's name in the SDL's enum. */
export const triggerName = (trigger: TaskTrigger): HostRuleTrigger =>
  trigger.replace('.', '_') as HostRuleTrigger; // the enum has the same four names

function dueWords(due: TaskRule['due']): string {
  if (due === null) return 'at no specific time';
  if (due === 'check_in') return 'on the check-in day';
  if (due === 'check_out') return 'on the check-out day';
  const hours = due / 3_600_000;
  if (due === 0) return 'immediately';
  return hours >= 48 && hours % 24 === 0
    ? `${hours / 24} days later`
    : `${Math.round(hours * 100) / 100} hours later`;
}
