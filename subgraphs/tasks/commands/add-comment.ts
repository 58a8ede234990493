import type { SubgraphContext } from '#db/context.ts';
import { CARD_REFUSAL, hasCardNumber } from '#kit/card-numbers.ts';
import { isTextWithin } from '#kit/text.ts';
import { actorOf } from '../access.ts';
import type { Refusal } from '../errors.ts';
import { callerName } from '../operations/find-people.ts';
import { changeTask, refused, type TaskResult } from '../steps/change-task.ts';
import { TaskCommentEntity } from '../store/entities.ts';

const LONGEST_COMMENT = 2_000;
const MAX_COMMENTS = 200;

/**
 * Adds a comment to a task on behalf of an app or a member. Codes: `NOT_FOUND`, `INVALID`, `CARD_DATA`, `LIMIT_REACHED`. See
 * docs/interface/tasks.md#checklists-and-comments.
 */
export async function addComment(
  ctx: SubgraphContext,
  { taskId, text }: { readonly taskId: string; readonly text: string },
): Promise<TaskResult> {
  const { viewer } = ctx;
  const { teamId, party } = actorOf(viewer);
  const problem = commentProblem(text);
  if (problem) return refused(problem);
  const authorName = await callerName(ctx);
  return changeTask(ctx, {
    id: taskId,
    idField: ['taskId'],
    teamId,
    by: party,
    decide: async (task, em) => {
      const comments = await em.count(TaskCommentEntity, { taskId: task.id });
      return comments < MAX_COMMENTS ? { kind: 'change' } : { kind: 'refuse', ...TOO_MANY };
    },
    apply: () => undefined,
    also: async (task, em) => {
      em.create(TaskCommentEntity, {
        teamId,
        taskId: task.id,
        text: text.trim(),
        authorName,
        authorAccountId: viewer.kind === 'hostUser' ? viewer.accountId : null,
        authorApp: viewer.kind === 'app' ? viewer.appSlug : null,
        createdAt: task.updatedAt,
      });
      await em.flush();
    },
  });
}

function commentProblem(text: string): Refusal | null {
  if (!isTextWithin(text, LONGEST_COMMENT)) {
    const message = `A comment must have 1 to ${LONGEST_COMMENT} characters without U+0000.`;
    return { field: ['text'], message, code: 'INVALID' };
  }
  return hasCardNumber(text) ? { field: ['text'], message: CARD_REFUSAL, code: 'CARD_DATA' } : null;
}

const TOO_MANY: Refusal = {
  field: ['taskId'],
  message: `A task can have at most ${MAX_COMMENTS} comments.`,
  code: 'LIMIT_REACHED',
};
