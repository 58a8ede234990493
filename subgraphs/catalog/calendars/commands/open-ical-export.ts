import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { ownUnitType } from '../../store/own-rows.ts';
import { exportOf, exportUrl } from '../store/ical-exports.ts';

/** The link of one of the team's unit types, made when it is first asked for; null for any other. */
export function openIcalExport(
  ctx: SubgraphContext,
  unitTypeId: string,
): Promise<{ readonly url: string } | null> {
  return inTransaction(ctx, async (em) => {
    const unitType = await ownUnitType(em, ctx.viewer, unitTypeId);
    if (!unitType) return null;
    const row = await exportOf(ctx, em, { unitTypeId: unitType.id, feedId: null });
    return { url: exportUrl(ctx, row, unitType.property.storefront.domain) };
  });
}
