import { type RawBuilder, sql } from 'kysely';
import { batchWith } from '#db/batch.ts';
import { type ChangesReading, readingChanges, type Selection } from '#db/changes.ts';
import type { SubgraphContext } from '#db/context.ts';
import { emptyPage, type Listing, type Page, readSlice } from '#kit/connection.ts';
import { parseId, parseWideId } from '#kit/ids.ts';
import { actorOf } from '../access.ts';
import type { Maybe, TaskFilter } from '../generated.ts';
import { BRIEF_COLUMNS, COLUMNS, type TaskRow } from '../store/columns.ts';
import { reachConditions } from '../store/reach.ts';

/** Options for listing tasks. */
export interface TaskListing extends Listing {
  readonly filter?: Maybe<Partial<TaskFilter>>;
  /** True to read only `BRIEF_COLUMNS`; other fields are missing. */
  readonly brief?: boolean;
}

/**
 * Lists the team's tasks, ordered by (updated_at, id); `updatedSince` is inclusive
 * (docs/interface/graphql.md#lists).
 */
export async function listTasks(
  ctx: SubgraphContext,
  { filter = null, brief = false, ...listing }: TaskListing,
): Promise<Page<TaskRow>> {
  const reading = await readingTasks(ctx, filter, listing);
  return reading.pageOf(await reading.rows(selectionOf(ctx, { filter, brief })));
}

/** A task's parents and their columns. */
const PARENTS = { booking: sql.ref('booking_id'), property: sql.ref('property_id') } as const;

/** Lists tasks for a booking or property; one statement for all parents in a request. */
export async function tasksOf(
  ctx: SubgraphContext,
  parent: keyof typeof PARENTS,
  id: string,
  { filter = null, brief = false, first = null, after = null, last = null, before = null }: TaskListing,
): Promise<Page<TaskRow>> {
  const listing = { parent, filter, brief, first, after, last, before };
  return (await pagesOf(ctx, listing, parseWideId(id) ?? 0)) ?? emptyPage();
}

const pagesOf = batchWith<TaskListing & { readonly parent: keyof typeof PARENTS }, number, Page<TaskRow>>(
  async (ctx, { parent, filter = null, brief = false, ...listing }, ids) => {
    const reading = await readingTasks(ctx, filter, listing);
    const selection = selectionOf(ctx, { filter, brief }, sql`${PARENTS[parent]} = "of"`);
    const rows = await reading.rows<TaskRow & { readonly of: number }>(
      selection,
      (slice) => sql`
        SELECT "of"::float8 AS "of", found.* FROM unnest(${[...ids]}::bigint[]) AS "of"
        CROSS JOIN LATERAL (${slice}) found ${reading.orderFound}`,
    );
    const byParent = Map.groupBy(rows, ({ of }) => of);
    return new Map(ids.map((id) => [id, reading.pageOf(byParent.get(id) ?? [])]));
  },
);

const readingTasks = (
  ctx: SubgraphContext,
  filter: TaskListing['filter'],
  listing: Listing,
): Promise<ChangesReading<TaskRow>> =>
  readingChanges(ctx, {
    schema: 'tasks',
    teamId: actorOf(ctx.viewer).teamId,
    slice: readSlice(listing, 2),
    updatedSince: filter?.updatedSince,
    id: 'id',
    of: 'task',
  });

/** Selects the viewer team's tasks by filter and additional conditions. */
function selectionOf(
  { viewer }: SubgraphContext,
  { filter = null, brief = false }: Pick<TaskListing, 'filter' | 'brief'>,
  ...more: readonly RawBuilder<unknown>[]
): Selection {
  const { status, propertyId } = filter ?? {};
  return {
    columns: brief ? BRIEF_COLUMNS : COLUMNS,
    from: sql`tasks.task`,
    conditions: [
      sql`team_id = ${actorOf(viewer).teamId}`,
      ...reachConditions(viewer),
      ...(status ? [sql`status = ${status}`] : []),
      ...(propertyId == null ? [] : [sql`property_id = ${parseId(propertyId) ?? 0}`]),
      ...more,
    ],
  };
}
