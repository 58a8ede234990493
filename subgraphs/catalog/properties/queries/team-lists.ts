import { type RawBuilder, sql } from 'kysely';
import { readingChanges } from '#db/changes.ts';
import type { SubgraphContext } from '#db/context.ts';
import { inReach } from '#db/reach.ts';
import { type Listing, type Page, readSlice } from '#kit/connection.ts';
import { parseId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import type { Maybe, PropertyFilter, UnitTypeFilter } from '../../generated.ts';
import { PROPERTY_COLUMNS, UNIT_TYPE_COLUMNS } from '../../store/columns.ts';
import type { PropertyRecord, UnitTypeRecord } from '../../store/records.ts';

/** A page of the team's properties, ordered by (updated_at, id); `updatedSince` is inclusive. */
export function listProperties(
  ctx: SubgraphContext,
  { filter, ...listing }: Listing & { readonly filter?: Maybe<Partial<PropertyFilter>> },
): Promise<Page<PropertyRecord>> {
  return pageOfRows<PropertyRecord>(ctx, listing, {
    columns: PROPERTY_COLUMNS,
    from: sql`catalog.property r JOIN catalog.storefront s ON s.id = r.storefront_id`,
    property: sql.ref('r.id'),
    updatedSince: filter?.updatedSince,
    conditions: filter?.sandbox == null ? [] : [sql`s.sandbox = ${filter.sandbox}`],
  });
}

/** A page of the team's unit types, ordered by (updated_at, id); `updatedSince` is inclusive. */
export function listUnitTypes(
  ctx: SubgraphContext,
  { filter, ...listing }: Listing & { readonly filter?: Maybe<Partial<UnitTypeFilter>> },
): Promise<Page<UnitTypeRecord>> {
  const propertyId = filter?.propertyId;
  return pageOfRows<UnitTypeRecord>(ctx, listing, {
    columns: UNIT_TYPE_COLUMNS,
    from: sql`catalog.unit_type r JOIN catalog.property p ON p.id = r.property_id
      JOIN catalog.storefront s ON s.id = p.storefront_id`,
    property: sql.ref('p.id'),
    updatedSince: filter?.updatedSince,
    conditions: propertyId == null ? [] : [sql`r.property_id = ${parseId(propertyId) ?? 0}`],
  });
}

/** The rows `r` for the team's storefronts `s`. */
async function pageOfRows<Row extends { readonly id: number; readonly updatedAt: Date }>(
  ctx: SubgraphContext,
  listing: Listing,
  list: {
    readonly columns: RawBuilder<unknown>;
    readonly from: RawBuilder<unknown>;
    /** The column with the row's property. */
    readonly property: RawBuilder<unknown>;
    readonly updatedSince: Maybe<Date> | undefined;
    readonly conditions: readonly RawBuilder<unknown>[];
  },
): Promise<Page<Row>> {
  const teamId = teamOf(ctx.viewer);
  const reading = await readingChanges<Row, 'id'>(ctx, {
    schema: 'catalog',
    teamId,
    slice: readSlice(listing, 2),
    updatedSince: list.updatedSince,
    id: 'id',
    of: 'r',
  });
  const own = [sql`s.team_id = ${teamId}`, inReach(ctx.viewer, list.property)];
  return reading.pageOf(await reading.rows({ ...list, conditions: [...own, ...list.conditions] }));
}
