import type { SubgraphContext } from '#db/context.ts';
import { lockName, type Transaction } from '#db/transaction.ts';
import type { Due } from '../domain/host-rules.ts';
import type { TaskUnit } from '../domain/task-unit.ts';
import { TaskEntity, TaskRuleEntity, type TaskRuleRow } from '../store/entities.ts';
import { lockType } from '../store/task-types.ts';
import { createTask } from './create-task.ts';

/** A task that a rule creates. */
export interface RuleTask extends Due {
  readonly propertyId: number;
  readonly bookingId: number | null;
  readonly unit: TaskUnit;
  /** The task's key within the rule and its booking. */
  readonly occurrence: string;
}

/** Creates a rule's task once, unless the rule or its task type was disabled or removed in the meantime. */
export async function createByRule(
  ctx: SubgraphContext,
  em: Transaction,
  { id, teamId, taskType }: TaskRuleRow,
  { occurrence, ...task }: RuleTask,
): Promise<void> {
  const type = await lockType(em, { teamId, key: taskType });
  const rule = await em.findOne(TaskRuleEntity, { id, teamId, taskType, enabled: true });
  if (type?.state !== 'enabled' || !rule) return;
  const madeBy = `rule:${id}:${task.bookingId ?? `property-${task.propertyId}`}:${occurrence}`;
  await lockName(em, `task of a rule: ${teamId} ${taskType} ${madeBy}`);
  if ((await em.count(TaskEntity, { teamId, taskType, madeBy })) > 0) return;
  const checklist = rule.checklist.map((text) => ({ text, done: false }));
  await createTask(ctx, em, { type, ...task, madeBy, checklist });
}

/** True if a rule applies to a property. */
export const appliesTo = ({ propertyIds }: TaskRuleRow, propertyId: number): boolean =>
  propertyIds.length === 0 || propertyIds.includes(propertyId);
