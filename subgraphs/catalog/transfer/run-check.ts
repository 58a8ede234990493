import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader, statements } from '#db/transaction.ts';
import { isTimeZone } from '#kit/dates.ts';
import { todayIn } from '../queries/today.ts';
import { readCurrent } from './current.ts';
import { currentPolicies } from './current-policies.ts';
import { knownProperties } from './known-properties.ts';
import type { OpenTransfer } from './open-transfer.ts';
import { planPolicies } from './plan-policies.ts';
import { type PlannedRow, planProperty } from './plan-property.ts';
import { readWanted } from './read-wanted.ts';
import { OF_STOREFRONT, WrongFile } from './wanted.ts';

/** A dry-run row as stored. */
type KeptRow = Omit<PlannedRow, 'externalId'> & {
  readonly externalId: string | null;
  readonly property: number;
};

/** Runs the dry run: an import's plan, row by row, in the file's order. */
export async function runCheck(ctx: SubgraphContext, transfer: OpenTransfer): Promise<void> {
  try {
    const { policies, properties, unreadable } = await readWanted(ctx, transfer);
    const known = await knownProperties(ctx, transfer.storefrontId);
    const rows: KeptRow[] = unreadable.map((row) => ({ ...row, action: 'error' as const }));
    const current = await currentPolicies(reader(ctx), transfer.storefrontId);
    rows.push(...planPolicies(policies, current).map((row) => ({ ...row, property: OF_STOREFRONT })));
    for (const [at, wanted] of properties.entries()) {
      const id = known.get(wanted.externalId);
      const now = id === undefined ? null : await readCurrent(ctx, reader(ctx), id);
      const zone = wanted.definition?.timeZone ?? now?.row.timeZone ?? '';
      const today = todayIn(isTimeZone(zone) ? zone : 'UTC', ctx.clock.now());
      rows.push(...planProperty(wanted, now, today).map((row) => ({ ...row, property: at })));
      await setImmediate(); // gives this process's other work a turn
    }
    await keep(ctx, transfer.id, properties.length, rows);
  } catch (error) {
    if (!(error instanceof WrongFile)) throw error;
    await sql`UPDATE catalog.transfer SET status = 'failed', problem = ${error.message} WHERE id = ${transfer.id}`.execute(
      statements(ctx),
    );
  }
}

function keep(ctx: SubgraphContext, id: number, properties: number, rows: readonly KeptRow[]): Promise<void> {
  const kept = rows.map((row, n) => ({ ...row, message: row.message?.slice(0, 500) ?? null, n }));
  return inTransaction(ctx, async (em) => {
    const db = statements(em);
    await sql`DELETE FROM catalog.transfer_row WHERE transfer_id = ${id}`.execute(db);
    await sql`
      INSERT INTO catalog.transfer_row (transfer_id, n, property, line, path, kind, external_id, action, field, code, message)
      SELECT ${id}, n, property, line, path, kind, "externalId", action, field, code, message
      FROM jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) AS row (n integer, property integer, line integer, path text,
        kind text, "externalId" text, action text, field text, code text, message text)`.execute(db);
    await sql`UPDATE catalog.transfer SET status = 'checked', properties = ${properties} WHERE id = ${id}`.execute(
      db,
    );
  });
}
