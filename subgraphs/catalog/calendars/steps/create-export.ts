import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { exportOf } from '../store/ical-exports.ts';

/** Creates a new unit type's calendar link. */
export async function createExport(ctx: SubgraphContext, em: Transaction, unitTypeId: number): Promise<void> {
  await exportOf(ctx, em, { unitTypeId, feedId: null });
}
