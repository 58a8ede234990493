import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { IcalExportEntity } from '../../store/entities.ts';
import { newExport } from '../store/ical-exports.ts';

/** Creates new unit types' calendar links. */
export async function createExports(
  ctx: SubgraphContext,
  em: Transaction,
  unitTypeIds: readonly number[],
): Promise<void> {
  await em.insertMany(
    IcalExportEntity,
    unitTypeIds.map((unitTypeId) => newExport(ctx, unitTypeId, null)),
  );
}
