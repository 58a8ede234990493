import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import type { MemberRemovedEvent } from '#schema/events.ts';
import { saveChange, setStatus } from '../steps/change-task.ts';
import { TaskEntity } from '../store/entities.ts';

/** Maximum tasks per transaction. */
const AT_ONCE = 50;

/**
 * Opens a former member's unfinished tasks again, so that others can take them, and records how many in the activity.
 * Safe to repeat.
 */
export async function unassignMember(
  ctx: SubgraphContext,
  { teamId, accountId }: MemberRemovedEvent,
): Promise<void> {
  let count: number;
  do {
    count = await inTransaction(ctx, async (em) => {
      const tasks = await em.find(
        TaskEntity,
        { teamId, assigneeAccountId: accountId, status: { $in: ['ASSIGNED', 'IN_PROGRESS'] } },
        { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, limit: AT_ONCE },
      );
      const subject = tasks[0]?.assigneeName ?? null;
      for (const task of tasks)
        await saveChange(ctx, em, task, { by: 'platform', apply: (it) => setStatus(it, 'OPEN') });
      if (tasks.length > 0)
        await recordTeamEvent(ctx, em, [teamId], {
          kind: 'tasks.unassigned',
          subject,
          change: tasks.length === 1 ? '1 task' : `${tasks.length} tasks`,
        });
      return tasks.length;
    });
  } while (count === AT_ONCE);
}
