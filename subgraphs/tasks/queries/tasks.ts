import { type RawBuilder, sql } from 'kysely';
import { batchWith } from '#db/batch.ts';
import { microsecondsOf } from '#db/changes.ts';
import { columnsOf } from '#db/columns.ts';
import type { SubgraphContext } from '#db/context.ts';
import { byInstant, inOrder, readingSlice } from '#db/slice.ts';
import { reader, statements } from '#db/transaction.ts';
import { emptyPage, type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { parseId } from '#kit/ids.ts';
import { actorOf } from '../access.ts';
import type { Maybe, TaskFilter } from '../generated.ts';
import type { Task } from '../store/entities.ts';
import { TaskEntity } from '../store/entities.ts';
import { reachConditions, reachedTasks } from '../store/reach.ts';

/** Which tasks a caller wants to see. */
export interface TaskListing extends Listing {
  readonly filter?: Maybe<Partial<TaskFilter>>;
}

type Row = Task & { readonly updatedUs: number };

/** A page of the team's tasks, ordered by (updated_at, id); `updatedSince` is inclusive (docs/interface/graphql.md#lists). */
export async function listTasks(
  ctx: SubgraphContext,
  { filter, ...listing }: TaskListing,
): Promise<Page<Task>> {
  const page = readPage(ctx, filter, listing);
  const { rows } = await sql<Row>`${page.select} ${page.orderBy} ${page.limit}`.execute(statements(ctx));
  return page.of(rows);
}

/** What a task may belong to, and its column. */
const PARENTS = { booking: sql.ref('booking_id'), property: sql.ref('property_id') } as const;

/** The same for the tasks of a booking or at a property: one statement for all of them that a request asks about. */
export async function tasksOf(
  ctx: SubgraphContext,
  parent: keyof typeof PARENTS,
  id: string,
  { filter = null, first = null, after = null, last = null, before = null }: TaskListing,
): Promise<Page<Task>> {
  const listing = { parent, filter, first, after, last, before };
  return (await pagesOf(ctx, listing, parseId(id) ?? 0)) ?? emptyPage();
}

const pagesOf = batchWith<TaskListing & { readonly parent: keyof typeof PARENTS }, number, Page<Task>>(
  async (ctx, { parent, filter, ...listing }, ids) => {
    const page = readPage(ctx, filter, listing);
    const { rows } = await sql<Row & { readonly of: number }>`
      SELECT "of"::float8 AS "of", found.* FROM unnest(${[...ids]}::bigint[]) AS "of"
      CROSS JOIN LATERAL (${page.select} AND ${PARENTS[parent]} = "of" ${page.orderBy} ${page.limit}) found
      ${page.orderFound}`.execute(statements(ctx));
    const byParent = Map.groupBy(rows, ({ of }) => of);
    return new Map(ids.map((id) => [id, page.of(byParent.get(id) ?? [])]));
  },
);

/** The statement of a page in two halves, between which another condition fits, and the page that its rows make. */
function readPage(ctx: SubgraphContext, filter: TaskListing['filter'], listing: Listing) {
  const slice = readSlice(listing, 2);
  const { within, orderBy, limit } = readingSlice(slice, byInstant('updated_at', 'id'));
  const conditions = [
    sql`team_id = ${actorOf(ctx.viewer).teamId}`,
    ...reachConditions(ctx.viewer),
    ...conditionsOf(filter ?? {}),
    within,
  ];
  return {
    select: sql`SELECT ${COLUMNS} FROM tasks.task WHERE ${sql.join(conditions, sql` AND `)}`,
    orderBy,
    limit,
    orderFound: inOrder([sql.ref('found.updatedUs'), sql.ref('found.id')], !slice.backward),
    of: (rows: readonly Row[]): Page<Task> => pageOf(rows, slice, ({ updatedUs, id }) => [updatedUs, id]),
  };
}

function conditionsOf({ updatedSince, status, propertyId }: Partial<TaskFilter>): RawBuilder<unknown>[] {
  return [
    ...(updatedSince ? [sql`updated_at >= ${updatedSince}::timestamptz`] : []),
    ...(status ? [sql`status = ${status}`] : []),
    ...(propertyId == null ? [] : [sql`property_id = ${parseId(propertyId) ?? 0}`]),
  ];
}

/** Every property that the SDL shows. */
const COLUMNS = sql`${columnsOf(TaskEntity, [
  ...([
    'id',
    'teamId',
    'taskType',
    'status',
    'propertyId',
    'bookingId',
    'unitTypeId',
    'unitId',
    'dueAt',
    'dueOn',
  ] as const),
  ...([
    'dueNoted',
    'title',
    'note',
    'createdByApp',
    'externalId',
    'madeBy',
    'blocksGuestReady',
    'assigneeType',
  ] as const),
  ...([
    'assigneeName',
    'assignedBy',
    'assignBy',
    'customFields',
    'version',
    'createdAt',
    'updatedAt',
  ] as const),
])}, ${microsecondsOf('updated_at')} AS "updatedUs"`;

/** A task of the viewer's team; null if there is none. */
export async function findTask(ctx: SubgraphContext, id: string): Promise<Task | null> {
  const { teamId } = actorOf(ctx.viewer);
  const taskId = parseId(id, Number.MAX_SAFE_INTEGER);
  return taskId === null
    ? null
    : reader(ctx).findOne(TaskEntity, { id: taskId, teamId, ...reachedTasks(ctx.viewer) });
}
