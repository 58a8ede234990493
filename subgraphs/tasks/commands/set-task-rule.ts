import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { actorOf } from '../access.ts';
import type { TaskRuleSetInput } from '../generated.ts';
import {
  lockTaskRules,
  NO_RULE,
  readTaskRule,
  refuseRule,
  saveTaskRule,
  type TaskRuleResult,
} from '../steps/save-task-rule.ts';
import { TaskRuleEntity } from '../store/entities.ts';

/**
 * Adds a team's rule, or replaces the rule with the given id. Codes: `NOT_FOUND`, `INVALID`, `CARD_DATA`, `LIMIT`, and
 * task types' codes. See docs/interface/tasks.md#rules-with-checklists.
 */
export async function setTaskRule(ctx: SubgraphContext, input: TaskRuleSetInput): Promise<TaskRuleResult> {
  const { teamId } = actorOf(ctx.viewer);
  const read = await readTaskRule(ctx, teamId, input);
  if ('code' in read) return refuseRule(read);
  return inTransaction(ctx, async (em) => {
    await lockTaskRules(em, teamId);
    return saveTaskRule(ctx, em, teamId, { id: input.id ?? null, rule: read });
  });
}

/** Removes a team's rule; its tasks stay. Code: `NOT_FOUND`. */
export async function removeTaskRule(ctx: SubgraphContext, id: string): Promise<TaskRuleResult> {
  const { teamId } = actorOf(ctx.viewer);
  return inTransaction(ctx, async (em) => {
    const taskRule = await em.findOne(TaskRuleEntity, { id: parseWideId(id) ?? 0, teamId });
    if (!taskRule) return refuseRule(NO_RULE(['id']));
    await em.nativeDelete(TaskRuleEntity, { id: taskRule.id });
    const { taskType, trigger } = taskRule;
    await recordTeamEvent(ctx, em, [teamId], {
      kind: 'task_rule.removed',
      subject: taskType,
      change: trigger,
    });
    return { taskRule, userErrors: [] };
  });
}
