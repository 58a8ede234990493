import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { NO_UNIT_TYPE, userError } from '../../errors.ts';
import type { IcalExportPayload } from '../../generated.ts';
import { ownUnitType } from '../../store/own-rows.ts';
import { exportOf, exportUrl, newExportToken } from '../store/ical-exports.ts';
import { ownFeed } from '../store/own-feed.ts';

/** Replaces the export link of a host's unit type or feed. The events keep their UIDs. */
export function rotateIcalExport(
  ctx: SubgraphContext,
  unitTypeId: string,
  feedId: string | null,
): Promise<IcalExportPayload> {
  return inTransaction(ctx, async (em): Promise<IcalExportPayload> => {
    const unitType = await ownUnitType(em, ctx.viewer, unitTypeId);
    if (!unitType) return { icalExport: null, userErrors: [{ ...NO_UNIT_TYPE, field: ['unitTypeId'] }] };
    const feed = feedId === null ? null : await ownFeed(em, ctx.viewer, feedId);
    if (feedId !== null && feed?.unitType.id !== unitType.id) {
      const error = userError('NOT_FOUND', null, 'The unit type has no such feed.');
      return { icalExport: null, userErrors: [{ ...error, field: ['feedId'] }] };
    }
    const row = await exportOf(ctx, em, { unitTypeId: unitType.id, feedId: feed?.id ?? null });
    em.assign(row, newExportToken(ctx));
    const subject = feed ? `${feed.name}, ${unitType.name}` : unitType.name;
    const { teamId, domain } = unitType.property.storefront;
    await recordTeamEvent(ctx, em, [teamId], { kind: 'ical_export.rotated', subject });
    return { icalExport: { url: exportUrl(ctx, row, domain) }, userErrors: [] };
  });
}
