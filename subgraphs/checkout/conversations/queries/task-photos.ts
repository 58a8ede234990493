import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { teamOf } from '../../access.ts';
import type { TaskPhoto } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';

/** Returns a task's photos in the order they were added. One statement per request. */
export const photosOfTask = async (ctx: SubgraphContext, taskId: number): Promise<readonly TaskPhoto[]> =>
  (await photosByTask(ctx, taskId)) ?? [];

const photosByTask = batch<number, readonly TaskPhoto[]>(async (ctx, taskIds) => {
  const found = await tables(reader(ctx))
    .selectFrom('task_photos')
    .selectAll()
    .where('teamId', '=', teamOf(ctx.viewer) ?? 0)
    .where('taskId', 'in', taskIds)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute();
  return Map.groupBy(found, ({ taskId }) => taskId);
});
