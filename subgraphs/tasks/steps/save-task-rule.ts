import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { lockName, type Transaction } from '#db/transaction.ts';
import { parseId, parseWideId } from '#kit/ids.ts';
import { readChecklist } from '../domain/checklist.ts';
import { typeProblem } from '../domain/task-request.ts';
import { recurrenceProblem } from '../domain/task-rule.ts';
import type { Refusal } from '../errors.ts';
import type { TaskRuleSetInput } from '../generated.ts';
import { findPropertyDocument } from '../operations/generated.ts';
import { TaskRuleEntity, type TaskRuleRow } from '../store/entities.ts';
import { ensureTaskTypes } from '../store/task-types.ts';

/** Result of a rule mutation: `taskRule` is null only if it was refused. */
export interface TaskRuleResult {
  readonly taskRule: TaskRuleRow | null;
  readonly userErrors: readonly Refusal[];
}

/** Maximum number of a team's rules. */
export const MAX_RULES = 50;
const MAX_PROPERTIES = 50;

/** A valid rule as stored. */
type ReadRule = Pick<
  TaskRuleRow,
  'taskType' | 'trigger' | 'everyNights' | 'daysBefore' | 'date' | 'checklist' | 'propertyIds' | 'enabled'
>;

/** Normalizes a rule, or returns the reason it's refused. */
export async function readTaskRule(
  ctx: SubgraphContext,
  teamId: number,
  input: TaskRuleSetInput,
): Promise<ReadRule | Refusal> {
  const { taskType, trigger, everyNights = null, daysBefore = null, enabled } = input;
  const recurrence = { trigger, everyNights, daysBefore, date: input.date?.toString() ?? null };
  const problem = recurrenceProblem(recurrence);
  if (problem) return problem;
  const checklist = readChecklist(input.checklist ?? []);
  if ('code' in checklist) return checklist;
  const types = await ensureTaskTypes(ctx, teamId);
  const unknown = typeProblem(types.find(({ key }) => key === taskType) ?? null, taskType, null);
  if (unknown) return unknown;
  const propertyIds = await readProperties(ctx, input.propertyIds ?? []);
  if ('code' in propertyIds) return propertyIds;
  const texts = checklist.map(({ text }) => text);
  return { ...recurrence, taskType, checklist: texts, propertyIds, enabled: enabled ?? true };
}

/** Locks a team's rules until the transaction ends. */
export const lockTaskRules = (em: Transaction, teamId: number): Promise<void> =>
  lockName(em, `task rules of team ${teamId}`);

/** A rule to add, or to replace if it has an id. */
interface RuleToSave {
  readonly id: string | null;
  readonly rule: ReadRule;
  /** A new rule's id in its import file. */
  readonly externalId?: string;
}

/** Saves a valid rule. The caller holds the team's lock (`lockTaskRules`). */
export async function saveTaskRule(
  ctx: SubgraphContext,
  em: Transaction,
  teamId: number,
  { id, rule, externalId }: RuleToSave,
): Promise<TaskRuleResult> {
  const before = id === null ? null : await em.findOne(TaskRuleEntity, { id: parseWideId(id) ?? 0, teamId });
  if (id !== null && !before) return refuseRule(NO_RULE(['input', 'id']));
  if (!before && (await em.count(TaskRuleEntity, { teamId })) >= MAX_RULES) return refuseRule(TOO_MANY_RULES);
  const now = ctx.clock.now();
  const taskRule = before
    ? em.assign(before, { ...rule, nextAt: now })
    : em.create(TaskRuleEntity, { teamId, ...rule, externalId, nextAt: now, beganAt: now });
  await em.flush();
  const { taskType, trigger } = rule;
  await recordTeamEvent(ctx, em, [teamId], { kind: 'task_rule.set', subject: taskType, change: trigger });
  return { taskRule, userErrors: [] };
}

async function readProperties(ctx: SubgraphContext, ids: readonly string[]): Promise<number[] | Refusal> {
  if (ids.length > MAX_PROPERTIES) return NO_PROPERTY;
  const read: number[] = [];
  for (const id of new Set(ids)) {
    const propertyId = parseId(id);
    const { property } = await ctx.execute(findPropertyDocument, { id }, ctx);
    if (propertyId === null || !property) return NO_PROPERTY;
    read.push(propertyId);
  }
  return read;
}

/** Refuses a rule. */
export const refuseRule = (refusal: Refusal): TaskRuleResult => ({ taskRule: null, userErrors: [refusal] });

/** The reason there's no rule with an id. */
export const NO_RULE = (field: readonly string[]): Refusal => ({
  field,
  message: 'This team has no such rule.',
  code: 'NOT_FOUND',
});

const NO_PROPERTY: Refusal = {
  field: ['input', 'propertyIds'],
  message: `Give at most ${MAX_PROPERTIES} of the team's properties.`,
  code: 'NOT_FOUND',
};

/** The reason a team can't have another rule. */
export const TOO_MANY_RULES: Refusal = {
  field: null,
  message: `A team can have at most ${MAX_RULES} rules.`,
  code: 'LIMIT_REACHED',
};
