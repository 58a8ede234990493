import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { recordUnlessRepeated } from '#db/team-events.ts';
import type { Transaction } from '#db/transaction.ts';
import { teamOf } from '../../access.ts';
import { publishProperty } from '../../steps/publish-property.ts';
import type { MediaRow, UnitTypeRow } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import type { Showing } from '../store/media-rows.ts';

/** Gives a locked property or unit type these photos in this order, and publishes the change. */
export async function writePhotos(
  em: Transaction,
  ctx: SubgraphContext,
  showing: Showing,
  mediaIds: number[],
): Promise<void> {
  const teamId = teamOf(ctx.viewer);
  const { kind, row } = showing;
  row.mediaIds = mediaIds;
  await em.flush();
  await em.refresh(row); // the database updates its version and the time of the change
  if (kind === 'property') await publishProperty(ctx, em, teamId, row);
  else await publishUnitType(em, ctx, teamId, { ...row, propertyId: row.property.id });
  const change = { kind: `${kind === 'property' ? kind : 'unit_type'}.updated` as const, subject: row.name };
  await recordUnlessRepeated(ctx, em, teamId, { ...change, change: 'photos' });
}

/**
 * Publishes a change for every property and unit type that shows a photo, so that agents see its current
 * version, and refreshes the sites whose look shows it.
 */
export async function touchShowing(
  em: Transaction,
  ctx: SubgraphContext,
  { id, teamId }: Pick<MediaRow, 'id' | 'teamId'>,
): Promise<void> {
  const storefronts = tables(em).selectFrom('storefront').select('id').where('teamId', '=', teamId);
  const properties = await tables(em)
    .updateTable('property')
    .set({ updatedAt: sql`now()` })
    .where('storefront', 'in', storefronts)
    .where(({ eb, val, fn }) => eb(val(id), '=', fn.any('mediaIds')))
    .returning(['id', 'version', 'guestReady'])
    .execute();
  for (const property of properties) await publishProperty(ctx, em, teamId, property);
  const ofTeam = tables(em).selectFrom('property').select('id').where('storefront', 'in', storefronts);
  const unitTypes = await tables(em)
    .updateTable('unit_type')
    .set((eb) => ({ revision: eb.ref('revision') })) // the database increments the revision
    .where('property', 'in', ofTeam)
    .where(({ eb, val, fn }) => eb(val(id), '=', fn.any('mediaIds')))
    .returning(['id', 'property as propertyId', 'revision', 'active'])
    .execute();
  for (const unitType of unitTypes) await publishUnitType(em, ctx, teamId, unitType);
  // Notifies the processes that cache looks, through the table's trigger.
  await tables(em)
    .updateTable('storefront')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('storefront_looks')
        .select('storefrontId')
        .where(({ eb, val, fn }) => eb(val(id), '=', fn.any('mediaIds'))),
    )
    .where('teamId', '=', teamId)
    .execute();
}

interface ChangedUnitType extends Pick<UnitTypeRow, 'id' | 'revision' | 'active'> {
  readonly propertyId: number;
}

const publishUnitType = (
  em: Transaction,
  ctx: SubgraphContext,
  teamId: number,
  { id: unitTypeId, propertyId, revision: version, active }: ChangedUnitType,
): Promise<void> =>
  publish(ctx, em, 'unit_type.updated', { teamId, unitTypeId, propertyId, version, active });
