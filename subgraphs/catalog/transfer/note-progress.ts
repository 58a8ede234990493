import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';

/**
 * Saves the number of properties or reservations that a check or an export has to do, and returns a function that notes how many
 * are done. Noting never waits, because exports hold a connection meanwhile: while one number is being written, others are
 * skipped. Unlike applied rows, these numbers aren't a place to continue from.
 */
export async function openProgress(
  ctx: SubgraphContext,
  id: number,
  total: number,
): Promise<(done: number) => void> {
  const write = (done: number) =>
    sql`UPDATE catalog.transfer SET properties = ${total}, applied = ${done}
      WHERE id = ${id} AND status IN ('uploaded', 'running')`.execute(statements(ctx));
  await write(0);
  let isWriting = false;
  return (done) => {
    if (isWriting) return;
    isWriting = true;
    write(done)
      .catch((err: unknown) => ctx.log.warn({ err, id }, "Failed to note a transfer's progress"))
      .finally(() => {
        isWriting = false;
      });
  };
}
