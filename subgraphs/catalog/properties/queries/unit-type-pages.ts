import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { type Given, prepared } from '#db/typed.ts';
import { parseId } from '#kit/ids.ts';
import { isKnownZone } from '../../queries/today.ts';
import { UNIT_TYPE_FIELDS } from '../../store/columns.ts';
import type { UnitTypeRecord } from '../../store/records.ts';
import { type Tables, tables } from '../../store/tables.ts';

/** A storefront's unit types to show on a public page. */
interface PagesWanted {
  readonly storefrontId: string;
  /** Limits the result to these unit types; null for all. */
  readonly ids?: readonly string[] | null;
  /** Maximum number of unit types; null for all. */
  readonly first?: number | null;
  /** The id before the first one. */
  readonly after?: string | null;
}

/** A slice of a storefront's unit types. */
export interface UnitTypesSold {
  readonly storefrontId: number;
  readonly nodes: readonly UnitTypeRecord[];
  readonly hasNextPage: boolean;
}

/** A storefront's unit types `r` on sale, with properties `p`. */
const soldAt = (db: Kysely<Tables>, storefrontId: RawBuilder<number>) =>
  db
    .selectFrom('storefront as s')
    .innerJoin('property as p', 'p.storefront', 's.id')
    .innerJoin('unit_type as r', 'r.property', 'p.id')
    .where('s.id', '=', storefrontId)
    .where('s.closedAt', 'is', null)
    .where('r.active', '=', true);

const COLUMNS = UNIT_TYPE_FIELDS.map((field) => `r.${field}` as const);

interface Slice {
  readonly storefrontId: number;
  readonly named: readonly number[];
  readonly after: number;
  /** Null for all. */
  readonly most: number | null;
}

/** Whether a statement is limited to the `named` unit types, and to those that follow `after`. */
interface Limits {
  readonly isNamed: boolean;
  readonly isLater: boolean;
}

/** Prepares the list's statement, because every view of a guest page runs it. */
const listOf = ({ isNamed, isLater }: Limits) =>
  prepared(tables, (db, { storefrontId, named, after, most }: Given<Slice>) =>
    soldAt(db, storefrontId)
      .select(COLUMNS)
      .select('p.id as propertyId')
      .$if(isNamed, (query) => query.where(sql<boolean>`r.id = ANY (${named}::integer[])`))
      .$if(isLater, (query) => query.where(follows(after)))
      .orderBy('p.id')
      .orderBy('r.position')
      .orderBy('r.id')
      .limit(sql<number>`${most}::integer`),
  );

/** True if a unit type sorts after the given one, which may no longer be for sale. */
const follows = (id: RawBuilder<number>) =>
  sql<boolean>`(p.id, r.position, r.id) > (SELECT property_id, position, id FROM catalog.unit_type WHERE id = ${id})`;

const LISTS = {
  whole: listOf({ isNamed: false, isLater: false }),
  named: listOf({ isNamed: true, isLater: false }),
  later: listOf({ isNamed: false, isLater: true }),
  laterNamed: listOf({ isNamed: true, isLater: true }),
};

/** The storefront's unit types for its public pages: by property, in the host's order. */
export async function unitTypePages(
  ctx: SubgraphContext,
  { storefrontId: storefront, ids = null, first = null, after = null }: PagesWanted,
): Promise<UnitTypesSold> {
  const storefrontId = parseId(storefront) ?? 0;
  const named = ids?.flatMap((id) => parseId(id) ?? []) ?? null;
  if (named?.length === 0) return { storefrontId, nodes: [], hasNextPage: false };
  const list =
    named === null ? (after === null ? 'whole' : 'later') : after === null ? 'named' : 'laterNamed';
  const rows = await LISTS[list](ctx, {
    storefrontId,
    named: named ?? [],
    after: parseId(after ?? '') ?? 0,
    most: first === null ? null : first + 1,
  });
  const nodes = first === null ? rows : rows.slice(0, first);
  return { storefrontId, nodes, hasNextPage: rows.length > nodes.length };
}

type AtStorefront = Pick<UnitTypesSold, 'storefrontId'>;

const mostUnits = prepared(tables, (db, { storefrontId }: Given<AtStorefront>) =>
  soldAt(db, storefrontId).select(({ fn }) => fn.max('r.units').as('most')),
);

/** Highest number of units in any of a storefront's unit types; 0 if it sells none. */
export async function mostUnitsSold(ctx: SubgraphContext, { storefrontId }: AtStorefront): Promise<number> {
  const [found] = await mostUnits(ctx, { storefrontId });
  return found?.most ?? 0;
}

const zones = prepared(tables, (db, { storefrontId }: Given<AtStorefront>) =>
  soldAt(db, storefrontId).select('p.timeZone').distinct(),
);

/** Time zones for properties with unit types on the storefront. */
export async function zonesOfSold(
  ctx: SubgraphContext,
  { storefrontId }: AtStorefront,
): Promise<readonly string[]> {
  const rows = await zones(ctx, { storefrontId });
  return rows.map(({ timeZone }) => timeZone).filter(isKnownZone);
}

interface One extends AtStorefront {
  readonly unitTypeId: number;
}

const onePage = prepared(tables, (db, { storefrontId, unitTypeId }: Given<One>) =>
  soldAt(db, storefrontId)
    .select(COLUMNS)
    .select(['p.id as propertyId', 'p.timeZone'])
    .where('r.id', '=', unitTypeId),
);

/**
 * Returns a unit type for the storefront's public page; null if it's inactive, belongs to another storefront,
 * or its property's time zone is unknown to this runtime.
 */
export async function unitTypePage(ctx: SubgraphContext, wanted: One): Promise<UnitTypeRecord | null> {
  const [row] = await onePage(ctx, wanted);
  return row && isKnownZone(row.timeZone) ? row : null;
}
