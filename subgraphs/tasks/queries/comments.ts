import { batch } from '#db/batch.ts';
import { reader } from '#db/transaction.ts';
import { type TaskComment, TaskCommentEntity } from '../store/entities.ts';

/** Tasks' comments, oldest first, in one statement per request. */
export const commentsOf = batch<number, readonly TaskComment[]>(async (ctx, taskIds) => {
  const found = await reader(ctx).find(
    TaskCommentEntity,
    { taskId: [...taskIds] },
    { orderBy: { id: 'asc' } },
  );
  return Map.groupBy(found, ({ taskId }) => taskId);
});
