import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import type { PlannedRow } from './plan-property.ts';

/** A dry-run row as stored. */
export type KeptRow = Omit<PlannedRow, 'externalId'> & {
  readonly externalId: string | null;
  readonly property: number;
};

/** Stores a finished dry run; `total` is the number of properties or reservations to apply. */
export function keepRows(
  ctx: SubgraphContext,
  id: number,
  total: number,
  rows: readonly KeptRow[],
): Promise<void> {
  const kept = rows.map((row, n) => ({ ...row, message: row.message?.slice(0, 500) ?? null, n }));
  return inTransaction(ctx, async (em) => {
    const db = statements(em);
    await sql`DELETE FROM catalog.transfer_row WHERE transfer_id = ${id}`.execute(db);
    await sql`
      INSERT INTO catalog.transfer_row (transfer_id, n, property, line, path, kind, external_id, action, field, code, message)
      SELECT ${id}, n, property, line, path, kind, "externalId", action, field, code, message
      FROM jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) AS row (n integer, property integer, line integer, path text,
        kind text, "externalId" text, action text, field text, code text, message text)`.execute(db);
    await sql`UPDATE catalog.transfer SET status = 'checked', properties = ${total}, applied = 0 WHERE id = ${id}`.execute(
      db,
    );
  });
}
