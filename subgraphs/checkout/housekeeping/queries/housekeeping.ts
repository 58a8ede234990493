import { batch } from '#db/batch.ts';
import { reader } from '#db/transaction.ts';
import { dateIn } from '#kit/dates.ts';
import { teamOf } from '../../access.ts';
import { UnitStatusEntity } from '../../store/entities.ts';
import { type Housekeeping, viewHousekeeping } from '../domain/unit-status.ts';

/** Units' housekeeping in the viewer's team, in one statement per request. A clean unit may have no row. */
export const housekeepingOf = batch<number, Housekeeping>(async (ctx, ids) => {
  const teamId = teamOf(ctx.viewer) ?? 0;
  const rows = await reader(ctx).find(UnitStatusEntity, { unitId: [...ids], teamId });
  const now = ctx.clock.now();
  return new Map(
    rows.map((row) => [row.unitId, viewHousekeeping(row, dateIn(row.timeZone, now).toString())]),
  );
});
