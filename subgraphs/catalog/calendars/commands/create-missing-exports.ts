import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { newExport } from '../store/ical-exports.ts';

/** Unit types per transaction. */
const AT_ONCE = 1_000;

/**
 * Creates missing calendar links for unit types from an earlier release. A migration can't do this, because
 * only the vault can seal a link's token. Safe to repeat and to run in several processes.
 */
export async function createMissingExports(ctx: SubgraphContext): Promise<void> {
  let created = AT_ONCE;
  while (created === AT_ONCE) created = await inTransaction(ctx, (em) => createSome(ctx, em));
}

/** Creates at most `AT_ONCE` links and returns the number of unit types that needed one. */
async function createSome(ctx: SubgraphContext, em: Transaction): Promise<number> {
  const missing = await tables(em)
    .selectFrom('unit_type')
    .leftJoin('ical_export', (join) =>
      join.onRef('ical_export.unitType', '=', 'unit_type.id').on('ical_export.feed', 'is', null),
    )
    .where('ical_export.id', 'is', null)
    .select('unit_type.id')
    .orderBy('unit_type.id')
    .limit(AT_ONCE)
    .execute();
  if (missing.length === 0) return 0;
  await tables(em)
    .insertInto('ical_export')
    .values(missing.map(({ id }) => newExport(ctx, id, null)))
    .onConflict((known) => known.doNothing())
    .execute();
  return missing.length;
}
