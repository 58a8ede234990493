import { type RawBuilder, sql } from 'kysely';
import { microsecondsOf, visibleUntil } from '#db/changes.ts';
import type { SubgraphContext } from '#db/context.ts';
import { inReach } from '#db/reach.ts';
import { byInstant, readingSlice } from '#db/slice.ts';
import { statements } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { parseId } from '#kit/ids.ts';
import { teamOf } from '../access.ts';
import type { Maybe, PropertyFilter, UnitTypeFilter } from '../generated.ts';
import { PROPERTY_COLUMNS, UNIT_TYPE_COLUMNS } from '../store/columns.ts';
import type { PropertyRecord, UnitTypeRecord } from './properties.ts';

/** A page of the properties of the viewer's team, ordered by (updated_at, id); `updatedSince` is inclusive. */
export function listProperties(
  ctx: SubgraphContext,
  { filter, ...listing }: Listing & { readonly filter?: Maybe<Partial<PropertyFilter>> },
): Promise<Page<PropertyRecord>> {
  return pageOfRows<PropertyRecord>(ctx, listing, {
    columns: PROPERTY_COLUMNS,
    from: sql`catalog.property r JOIN catalog.storefront s ON s.id = r.storefront_id`,
    property: sql.ref('r.id'),
    conditions: changedSince(filter?.updatedSince),
  });
}

/** A page of the unit types of the viewer's team, ordered by (updated_at, id); `updatedSince` is inclusive. */
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
    conditions: [
      ...changedSince(filter?.updatedSince),
      ...(propertyId == null ? [] : [sql`r.property_id = ${parseId(propertyId) ?? 0}`]),
    ],
  });
}

const changedSince = (instant: Date | null | undefined) =>
  instant ? [sql`r.updated_at >= ${instant}::timestamptz`] : [];

/** The rows `r` of the team's storefronts `s`. Nothing is shown before all that changed earlier is, so polling never skips. */
async function pageOfRows<Row extends { readonly id: number }>(
  ctx: SubgraphContext,
  listing: Listing,
  list: {
    readonly columns: RawBuilder<unknown>;
    readonly from: RawBuilder<unknown>;
    /** The column of the property that a row belongs to. */
    readonly property: RawBuilder<unknown>;
    readonly conditions: readonly RawBuilder<unknown>[];
  },
): Promise<Page<Row>> {
  const slice = readSlice(listing, 2);
  const { within, orderBy, limit } = readingSlice(slice, byInstant('r.updated_at', 'r.id'));
  const team = teamOf(ctx.viewer);
  const conditions = [
    sql`s.team_id = ${team}`,
    inReach(ctx.viewer, list.property),
    sql`r.updated_at <= ${await visibleUntil(ctx, 'catalog', team)}`,
    ...list.conditions,
    within,
  ];
  const { rows } = await sql<Row & { readonly updatedUs: number }>`
    SELECT ${list.columns}, ${microsecondsOf('r.updated_at')} AS "updatedUs"
    FROM ${list.from} WHERE ${sql.join(conditions, sql` AND `)}
    ${orderBy} ${limit}`.execute(statements(ctx));
  return pageOf(rows, slice, ({ updatedUs, id }) => [updatedUs, id]);
}
