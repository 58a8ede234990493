import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { publishGuestReady } from '../steps/publish-task.ts';
import { takePropertyTurn } from '../store/change-instant.ts';
import { tables } from '../store/tables.ts';
import { fallBack } from './fall-back.ts';

/** Maximum rows per sweep; the next sweep continues. */
const BATCH = 500;

const UNFINISHED = ['OPEN', 'ASSIGNED', 'IN_PROGRESS'] as const;

/** Assigns tasks whose deadline has passed but whose job was lost: a safety net for the queue. */
export async function sweepDeadlines(ctx: SubgraphContext): Promise<void> {
  const late = await tables(reader(ctx))
    .selectFrom('task')
    .select(['id', 'teamId', 'assignBy'])
    .where('status', '=', 'OPEN')
    .where('assignBy', '<=', sql<Date>`now()`)
    .orderBy('assignBy')
    .limit(BATCH)
    .execute();
  for (const { id, teamId, assignBy } of late) {
    await fallBack(ctx, { taskId: id, teamId, assignBy: assignBy.toISOString() });
  }
}

/** Publishes properties as not guest-ready if they wait for an unfinished task that is now due. */
export async function sweepDueCleanings(ctx: SubgraphContext): Promise<void> {
  const due = await tables(reader(ctx))
    .selectFrom('task')
    .select('id')
    .where('blocksGuestReady', '=', true)
    .where('dueNoted', '=', false)
    .where('status', 'in', UNFINISHED)
    .where('dueAt', '<=', sql<Date>`now()`)
    .orderBy('dueAt')
    .limit(BATCH)
    .execute();
  for (const { id } of due) await recordDue(ctx, id);
}

/**
 * Only the sweep that sets the mark publishes the event: a concurrent sweep, or a sweep after the task was
 * done, publishes no event.
 */
function recordDue(ctx: SubgraphContext, taskId: number): Promise<void> {
  return inTransaction(ctx, async (em) => {
    const property = await tables(em)
      .updateTable('task')
      .set({ dueNoted: true })
      .where('id', '=', taskId)
      .where('dueNoted', '=', false)
      .where('status', 'in', UNFINISHED)
      .returning(['teamId', 'propertyId'])
      .executeTakeFirst();
    if (property) await publishGuestReady(ctx, em, property, false, await takePropertyTurn(em, property));
  });
}
