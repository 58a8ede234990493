import type { IslandContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { isStorable } from '#kit/text.ts';
import { actorOf } from '../actor.ts';
import type { Refusal } from '../domain/refusal.ts';
import { slaProblem } from '../domain/sla.ts';
import { type TaskType, TaskTypeEntity } from '../entities.ts';
import { installedApp } from '../operations/generated.ts';
import { ensureTaskTypes } from './task-types.ts';

/** Who shall be asked to assign tasks of a type, and how long it has. */
export interface ProviderChoice {
  readonly taskType: string;
  /** Null: nobody. */
  readonly appSlug?: string | null;
  /** Left out: as before. */
  readonly slaSeconds?: number | null;
}

/** What a change of a task type did: `taskType` is null exactly when something was refused. */
export interface TaskTypeResult {
  readonly taskType: TaskType | null;
  readonly userErrors: readonly Refusal[];
}

/**
 * Sets the assignment provider and the SLA of a task type; tasks created from now on follow it.
 * See docs/interface/tasks.md#providers.
 */
export async function setProvider(ctx: IslandContext, choice: ProviderChoice): Promise<TaskTypeResult> {
  const slaMs = choice.slaSeconds == null ? null : choice.slaSeconds * 1000;
  const problem = slaMs === null ? null : slaProblem(slaMs, ctx.config.slaMinMs);
  if (problem) return refuse('slaSeconds', problem, 'INVALID');
  if (choice.appSlug != null && !(await isInstalledProvider(ctx, choice.appSlug))) {
    const missing = `No installed app "${choice.appSlug}" acts as an assignment provider.`;
    return refuse('appSlug', missing, 'NOT_FOUND');
  }
  return changeTaskType(ctx, choice.taskType, (type) => {
    type.providerApp = choice.appSlug ?? null;
    if (slaMs !== null) type.slaMs = slaMs;
  });
}

async function isInstalledProvider(ctx: IslandContext, slug: string): Promise<boolean> {
  const { install } = await ctx.execute(installedApp, { slug }, ctx);
  return install?.capabilities.includes('act_as_assignment_provider') ?? false;
}

/** Switches the host rule of a task type on or off. */
export function setHostRule(
  ctx: IslandContext,
  { taskType, enabled }: { readonly taskType: string; readonly enabled: boolean },
): Promise<TaskTypeResult> {
  return changeTaskType(ctx, taskType, (type) => {
    type.atCheckOut = enabled;
  });
}

async function changeTaskType(
  ctx: IslandContext,
  key: string,
  apply: (type: TaskType) => void,
): Promise<TaskTypeResult> {
  const { teamId } = actorOf(ctx.viewer);
  await ensureTaskTypes(ctx, teamId);
  return inTransaction(ctx, async (em) => {
    const taskType = isStorable(key) ? await em.findOne(TaskTypeEntity, { teamId, key }) : null;
    if (!taskType) return refuse('taskType', `There is no task type "${key}".`, 'NOT_FOUND');
    const before = describeType(taskType);
    apply(taskType);
    const change = describeType(taskType);
    if (change !== before) {
      await recordTeamEvent(ctx, em, [teamId], { kind: 'task_type.updated', subject: taskType.key, change });
    }
    return { taskType, userErrors: [] };
  });
}

/** What a host sets of a task type, in a few words. */
const describeType = ({ providerApp, slaMs, atCheckOut }: TaskType): string =>
  `assigned by ${providerApp ?? 'nobody'} within ${slaMs / 1000} s${atCheckOut ? ', at every check-out' : ''}`;

function refuse(argument: string, message: string, code: Refusal['code']): TaskTypeResult {
  return { taskType: null, userErrors: [{ field: ['input', argument], message, code }] };
}
