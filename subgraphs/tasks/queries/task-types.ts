import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { holdsScope } from '#kit/access.ts';
import { actorOf } from '../access.ts';
import { filledIn } from '../domain/task-fields.ts';
import type { TaskField, TaskRule, TaskTrigger } from '../domain/task-types.ts';
import type { HostRuleTrigger } from '../generated.ts';
import { type Task, type TaskType, TaskTypeEntity } from '../store/entities.ts';
import { ensureTaskTypes } from '../store/task-types.ts';

/** The team's kinds of task; for an app that may not read tasks, those it brings. */
export async function listTaskTypes(ctx: SubgraphContext): Promise<readonly TaskType[]> {
  const { viewer } = ctx;
  const types = await ensureTaskTypes(ctx, actorOf(viewer).teamId);
  if (viewer.kind !== 'app' || holdsScope(viewer.scopes, 'read_tasks')) return types;
  return types.filter(({ app }) => app === viewer.appSlug);
}

/** What a type of each of some tasks asks to be filled in, with one statement for all of them. */
export async function fieldsOf(
  ctx: SubgraphContext,
  { teamId, taskType, customFields }: Pick<Task, 'teamId' | 'taskType' | 'customFields'>,
) {
  const type = (await typesOf(ctx, teamId))?.get(taskType);
  if (!type) return [];
  return type.fields.map((field) => ({ ...toTypeField(field), value: filledIn(type, field, customFields) }));
}

const typesOf = batch<number, ReadonlyMap<string, TaskType>>(async (ctx, teamIds) => {
  const types = await reader(ctx).find(TaskTypeEntity, { teamId: [...teamIds] });
  const byTeam = Map.groupBy(types, ({ teamId }) => teamId);
  return new Map(teamIds.map((id) => [id, new Map((byTeam.get(id) ?? []).map((type) => [type.key, type]))]));
});

/** A field of a kind of task as the SDL shows it. */
export const toTypeField = ({ required, ...field }: TaskField) => ({
  ...field,
  requiredToComplete: required,
});

/** The chosen team's rules, in the order of its kinds of task. */
export async function listHostRules(ctx: SubgraphContext) {
  return (await listTaskTypes(ctx)).flatMap(rulesOf);
}

/** The rules that create tasks of a type: one for those every team has, as declared for an app's. */
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

/** A trigger as the SDL's enum spells it. */
export const triggerName = (trigger: TaskTrigger): HostRuleTrigger =>
  trigger.replace('.', '_') as HostRuleTrigger; // the enum names the same four

function dueWords(due: TaskRule['due']): string {
  if (due === null) return 'at no given time';
  if (due === 'check_in') return 'on the check-in day';
  if (due === 'check_out') return 'on the check-out day';
  const hours = due / 3_600_000;
  if (due === 0) return 'at once';
  return hours >= 48 && hours % 24 === 0
    ? `${hours / 24} days later`
    : `${Math.round(hours * 100) / 100} hours later`;
}
