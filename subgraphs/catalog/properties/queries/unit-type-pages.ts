import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { isKnownZone } from '../../queries/today.ts';
import { UNIT_TYPE_FIELDS } from '../../store/columns.ts';
import type { UnitTypeRecord } from '../../store/records.ts';
import { tables } from '../../store/tables.ts';

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
const soldAt = (ctx: SubgraphContext, storefrontId: number) =>
  tables(reader(ctx))
    .selectFrom('storefront as s')
    .innerJoin('property as p', 'p.storefront', 's.id')
    .innerJoin('unit_type as r', 'r.property', 'p.id')
    .where('s.id', '=', storefrontId)
    .where('s.closedAt', 'is', null)
    .where('r.active', '=', true);

const COLUMNS = UNIT_TYPE_FIELDS.map((field) => `r.${field}` as const);

/** The storefront's unit types for its public pages: by property, in the host's order. */
export async function unitTypePages(
  ctx: SubgraphContext,
  { storefrontId: storefront, ids = null, first = null, after = null }: PagesWanted,
): Promise<UnitTypesSold> {
  const storefrontId = parseId(storefront) ?? 0;
  const named = ids?.flatMap((id) => parseId(id) ?? []) ?? null;
  if (named?.length === 0) return { storefrontId, nodes: [], hasNextPage: false };
  const rows = await soldAt(ctx, storefrontId)
    .select(COLUMNS)
    .select('p.id as propertyId')
    .$if(named !== null, (query) => query.where('r.id', 'in', named))
    .$if(after !== null, (query) => query.where(follows(parseId(after ?? '') ?? 0)))
    .$if(first !== null, (query) => query.limit((first ?? 0) + 1))
    .orderBy('p.id')
    .orderBy('r.position')
    .orderBy('r.id')
    .execute();
  const nodes = first === null ? rows : rows.slice(0, first);
  return { storefrontId, nodes, hasNextPage: rows.length > nodes.length };
}

/** True if a unit type sorts after the given one, which may have gone off sale. */
const follows = (id: number) =>
  sql<boolean>`(p.id, r.position, r.id) > (SELECT property_id, position, id FROM catalog.unit_type WHERE id = ${id})`;

/** Highest number of units in any of a storefront's unit types; 0 if it sells none. */
export async function mostUnitsSold(
  ctx: SubgraphContext,
  { storefrontId }: Pick<UnitTypesSold, 'storefrontId'>,
): Promise<number> {
  const found = await soldAt(ctx, storefrontId)
    .select(({ fn }) => fn.max('r.units').as('most'))
    .executeTakeFirst();
  return found?.most ?? 0;
}

/** Time zones for properties with unit types on the storefront. */
export async function zonesOfSold(
  ctx: SubgraphContext,
  { storefrontId }: Pick<UnitTypesSold, 'storefrontId'>,
): Promise<readonly string[]> {
  const rows = await soldAt(ctx, storefrontId).select('p.timeZone').distinct().execute();
  return rows.map(({ timeZone }) => timeZone).filter(isKnownZone);
}
