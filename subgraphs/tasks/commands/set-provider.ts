import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { isStorable } from '#kit/text.ts';
import { actorOf } from '../access.ts';
import { slaProblem } from '../domain/sla.ts';
import type { TaskRule } from '../domain/task-types.ts';
import type { Refusal } from '../errors.ts';
import type { HostRuleSetInput, TaskTypeVerificationSetInput } from '../generated.ts';
import { installedAppDocument } from '../operations/generated.ts';
import { triggerName } from '../queries/task-types.ts';
import { type TaskType, TaskTypeEntity } from '../store/entities.ts';
import { ensureTaskTypes } from '../store/task-types.ts';

/** Assignment provider and SLA for a task type. */
export interface ProviderChoice {
  readonly taskType: string;
  /** Null for no provider. */
  readonly appSlug?: string | null;
  /** Absent to keep the current value. */
  readonly slaSeconds?: number | null;
}

/** Result of changing a task type: `taskType` is null only if the change was refused. */
export interface TaskTypeResult {
  readonly taskType: TaskType | null;
  readonly userErrors: readonly Refusal[];
}

/** Sets a task type's assignment provider and SLA for new tasks. See docs/interface/tasks.md#providers. */
export async function setProvider(ctx: SubgraphContext, choice: ProviderChoice): Promise<TaskTypeResult> {
  const slaMs = choice.slaSeconds == null ? null : choice.slaSeconds * 1000;
  const problem = slaMs === null ? null : slaProblem(slaMs, ctx.config.slaMinMs);
  if (problem) return refuse('slaSeconds', problem, 'INVALID');
  if (choice.appSlug != null && !(await isInstalledProvider(ctx, choice.appSlug))) {
    const missing = `The app "${choice.appSlug}" isn't installed or can't assign tasks.`;
    return refuse('appSlug', missing, 'NOT_FOUND');
  }
  return changeTaskType(ctx, choice.taskType, (type) => {
    type.providerApp = choice.appSlug ?? null;
    if (slaMs !== null) type.slaMs = slaMs;
    return null;
  });
}

async function isInstalledProvider(ctx: SubgraphContext, slug: string): Promise<boolean> {
  const { install } = await ctx.execute(installedAppDocument, { slug }, ctx);
  return install?.capabilities.includes('act_as_assignment_provider') ?? false;
}

/** Enables or disables a task type's rule; refuses with `NOT_FOUND` if an app's type has no such rule. */
export function setHostRule(
  ctx: SubgraphContext,
  { taskType, trigger, enabled }: HostRuleSetInput,
): Promise<TaskTypeResult> {
  return changeTaskType(ctx, taskType, (type) => {
    if (type.app == null && trigger === 'booking_confirmed') {
      type.atCheckOut = enabled;
      return null;
    }
    const isMeant = (rule: TaskRule) => triggerName(rule.trigger) === trigger;
    if (!type.rules.some(isMeant)) return refuse('trigger', `"${type.name}" has no such rule.`, 'NOT_FOUND');
    type.rules = type.rules.map((rule) => (isMeant(rule) ? { ...rule, enabled } : rule));
    return null;
  });
}

/** Sets whether members can verify their own work on a task type's tasks. */
export function setVerification(
  ctx: SubgraphContext,
  { taskType, ownWorkVerified }: TaskTypeVerificationSetInput,
): Promise<TaskTypeResult> {
  return changeTaskType(ctx, taskType, (type) => {
    type.ownWorkVerified = ownWorkVerified;
    return null;
  });
}

/** Enables or disables a task type; a retired type stays retired. */
export function switchType(
  ctx: SubgraphContext,
  { taskType, enabled }: { readonly taskType: string; readonly enabled: boolean },
): Promise<TaskTypeResult> {
  return changeTaskType(ctx, taskType, (type) => {
    if (type.state === 'retired')
      return refuse('taskType', `"${type.name}": ${type.retiredBecause}`, 'TASK_TYPE_RETIRED');
    type.state = enabled ? 'enabled' : 'disabled';
    return null;
  });
}

async function changeTaskType(
  ctx: SubgraphContext,
  key: string,
  /** Makes the change, or returns a refusal. */
  apply: (type: TaskType) => TaskTypeResult | null,
): Promise<TaskTypeResult> {
  const { teamId } = actorOf(ctx.viewer);
  await ensureTaskTypes(ctx, teamId);
  return inTransaction(ctx, async (em) => {
    const taskType = isStorable(key) ? await findLocked(em, teamId, key) : null;
    if (!taskType) return refuse('taskType', `There is no task type "${key}".`, 'NOT_FOUND');
    const before = describeType(taskType);
    const refused = apply(taskType);
    if (refused) return refused;
    const change = describeType(taskType);
    if (change !== before) {
      await recordTeamEvent(ctx, em, [teamId], { kind: 'task_type.updated', subject: taskType.key, change });
    }
    return { taskType, userErrors: [] };
  });
}

const findLocked = (em: Transaction, teamId: number, key: string) =>
  em.findOne(TaskTypeEntity, { teamId, key }, { lockMode: LockMode.PESSIMISTIC_WRITE });

/** Summarizes a task type's host settings. */
function describeType({ providerApp, slaMs, atCheckOut, ownWorkVerified, state, rules }: TaskType): string {
  const triggers = rules.filter(({ enabled }) => enabled).map(({ trigger }) => trigger);
  return [
    ...(state === 'enabled' ? [] : [state]),
    `assigned by ${providerApp ?? 'no app'} within ${slaMs / 1000} s`,
    ...(atCheckOut ? ['at every check-out'] : []),
    ...(ownWorkVerified ? ['members can verify their own work'] : []),
    ...(triggers.length ? [`created on ${triggers.join(', ')}`] : []),
  ].join(', ');
}

function refuse(argument: string, message: string, code: Refusal['code']): TaskTypeResult {
  return { taskType: null, userErrors: [{ field: ['input', argument], message, code }] };
}
