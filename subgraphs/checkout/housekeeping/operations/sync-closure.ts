import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { OperationError } from '#kit/execute.ts';
import { UnitStatusEntity, type UnitStatusRow } from '../../store/entities.ts';
import { closeUnitDocument } from './generated.ts';

/** Sends a unit's nights out of order to catalog, and records that. Safe to repeat. */
export async function syncClosure(
  ctx: SubgraphContext,
  { unitId, outFrom, outUntil, displaced, nightsVersion }: UnitStatusRow,
): Promise<void> {
  const holds = displaced.map(({ holdId }) => holdId);
  const nights = { from: outFrom, until: outUntil, version: nightsVersion };
  const closing = { unitId: String(unitId), displaced: holds, ...nights };
  await ctx.execute(closeUnitDocument, closing, ctx);
  await reader(ctx).nativeUpdate(UnitStatusEntity, { unitId, nightsVersion }, { nightsSynced: true });
}

/** Sends a unit's nights to catalog now; if that fails, the next sweep does it. */
export async function syncClosureNow(ctx: SubgraphContext, unitId: number): Promise<void> {
  const unit = await reader(ctx).findOne(UnitStatusEntity, { unitId, nightsSynced: false });
  if (!unit) return;
  try {
    await syncClosure(ctx, unit);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    ctx.log.warn({ err: error, unit: unitId }, "Failed to close a unit's nights; retrying later");
  }
}
