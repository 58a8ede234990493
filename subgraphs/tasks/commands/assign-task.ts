import type { SubgraphContext } from '#db/context.ts';
import { CARD_REFUSAL, hasCardNumber } from '#kit/card-numbers.ts';
import { isName } from '#kit/names.ts';
import { actorOf } from '../access.ts';
import { type Assignee, type AssigneeType, decideAssignment } from '../domain/assignment.ts';
import { asAssignable, assignTo, changeTask, refused, type TaskResult } from '../steps/change-task.ts';

const MAX_NAME_LENGTH = 200;

/** A task and its new assignee. */
export interface TaskAssignment {
  readonly id: string;
  readonly assigneeType: AssigneeType;
  readonly assigneeName: string;
}

/**
 * Assigns a task on behalf of an app or the host. A compare-and-set: one concurrent assignment wins and the
 * others get `ALREADY_ASSIGNED`. See docs/interface/tasks.md#states.
 */
export async function assignTask(ctx: SubgraphContext, input: TaskAssignment): Promise<TaskResult> {
  const { teamId, party } = actorOf(ctx.viewer);
  const assignee: Assignee = { type: input.assigneeType, name: input.assigneeName.trim() };
  if (!isName(assignee.name, MAX_NAME_LENGTH)) {
    return refused({
      field: ['input', 'assigneeName'],
      message: `The assignee's name must have 1 to ${MAX_NAME_LENGTH} visible characters.`,
      code: 'INVALID',
    });
  }
  if (hasCardNumber(assignee.name))
    return refused({ field: ['input', 'assigneeName'], message: CARD_REFUSAL, code: 'CARD_DATA' });
  return changeTask(ctx, {
    id: input.id,
    idField: ['input', 'id'],
    teamId,
    by: party,
    decide: (task) => decideAssignment(asAssignable(task), assignee, party),
    apply: (task) => assignTo(task, assignee, party),
  });
}
