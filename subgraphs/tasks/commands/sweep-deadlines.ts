import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { publishGuestReady } from '../store/publish-task.ts';
import { takeTurn } from '../store/turn.ts';
import { fallBack } from './fall-back.ts';

/** What one sweep takes on at most; the next one goes on. */
const BATCH = 500;

/** Assigns every task whose deadline passed and whose own booking was lost: the safety net under the queue. */
export async function sweepDeadlines(ctx: SubgraphContext): Promise<void> {
  const { rows } = await sql<{ id: string; team_id: string; ms: string }>`
    SELECT id::text, team_id::text, (extract(epoch FROM assign_by) * 1000)::bigint::text AS ms
    FROM tasks.task WHERE status = 'OPEN' AND assign_by <= now() ORDER BY assign_by LIMIT ${BATCH}`.execute(
    statements(ctx),
  );
  for (const { id, team_id, ms } of rows) {
    const assignBy = new Date(Number(ms)).toISOString();
    await fallBack(ctx, { taskId: Number(id), teamId: Number(team_id), assignBy });
  }
}

/** Says of every property that waits for a task which has come due unfinished that it is not ready for its next guest. */
export async function sweepDueCleanings(ctx: SubgraphContext): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT id::text FROM tasks.task
    WHERE blocks_guest_ready AND NOT due_noted AND status IN ('OPEN', 'ASSIGNED', 'IN_PROGRESS')
      AND due_at <= now() ORDER BY due_at LIMIT ${BATCH}`.execute(statements(ctx));
  for (const { id } of rows) await recordDue(ctx, Number(id));
}

/** The sweep that sets the mark publishes it: a second sweep, or one that comes after the task was done, publishes nothing. */
function recordDue(ctx: SubgraphContext, taskId: number): Promise<void> {
  return inTransaction(ctx, async (em) => {
    const { rows } = await sql<{ team_id: string; property_id: string }>`
      UPDATE tasks.task SET due_noted = true
      WHERE id = ${taskId} AND NOT due_noted AND status IN ('OPEN', 'ASSIGNED', 'IN_PROGRESS')
      RETURNING team_id::text, property_id::text`.execute(em.getKysely<unknown>());
    for (const row of rows) {
      const property = { teamId: Number(row.team_id), propertyId: Number(row.property_id) };
      await publishGuestReady(ctx, em, property, false, await takeTurn(em, property.teamId));
    }
  });
}
