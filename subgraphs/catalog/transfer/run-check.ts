import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { isTimeZone } from '#kit/dates.ts';
import { todayIn } from '../queries/today.ts';
import { checkBookings } from './check-bookings.ts';
import { readCurrent } from './current.ts';
import { currentPolicies } from './current-policies.ts';
import { type KeptRow, keepRows } from './keep-rows.ts';
import { knownProperties } from './known-properties.ts';
import { openProgress } from './note-progress.ts';
import type { OpenTransfer } from './open-transfer.ts';
import { planPolicies } from './plan-policies.ts';
import { planProperty } from './plan-property.ts';
import { readWanted } from './read-wanted.ts';
import { checkSetup } from './team-setup/run.ts';
import { OF_STOREFRONT, WrongFile } from './wanted.ts';

/** Runs the dry run: an import's plan, row by row, in the file's order. */
export async function runCheck(ctx: SubgraphContext, transfer: OpenTransfer): Promise<void> {
  try {
    if (transfer.kind === 'bookings') {
      const { rows, total } = await checkBookings(ctx, transfer);
      return await keepRows(ctx, transfer.id, total, rows);
    }
    const file = await readWanted(ctx, transfer);
    const { policies, properties, unreadable } = file;
    const known = await knownProperties(ctx, transfer.storefrontId);
    const rows: KeptRow[] = unreadable.map((row) => ({ ...row, action: 'error' as const }));
    const current = await currentPolicies(reader(ctx), transfer.storefrontId);
    rows.push(...planPolicies(policies, current).map((row) => ({ ...row, property: OF_STOREFRONT })));
    const progress = await openProgress(ctx, transfer.id, properties.length);
    for (const [at, wanted] of properties.entries()) {
      const id = known.get(wanted.externalId);
      const now = id === undefined ? null : await readCurrent(ctx, reader(ctx), id);
      const zone = wanted.definition?.timeZone ?? now?.row.timeZone ?? '';
      const today = todayIn(isTimeZone(zone) ? zone : 'UTC', ctx.clock.now());
      rows.push(...planProperty(wanted, now, today).map((row) => ({ ...row, property: at })));
      progress(at + 1);
      await setImmediate(); // gives this process's other work a turn
    }
    const setup = await checkSetup(ctx, transfer, file);
    rows.push(...setup.map((row) => ({ ...row, property: OF_STOREFRONT })));
    await keepRows(ctx, transfer.id, properties.length, rows);
  } catch (error) {
    if (!(error instanceof WrongFile)) throw error;
    await sql`UPDATE catalog.transfer SET status = 'failed', problem = ${error.message} WHERE id = ${transfer.id}`.execute(
      statements(ctx),
    );
  }
}
