import { type RawBuilder, sql } from 'kysely';
import { batchWith } from '#db/batch.ts';
import type { IslandContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, pageSize, readCursor } from '#kit/connection.ts';
import { parseId } from '#kit/ids.ts';
import { actorOf } from './actor.ts';
import type { Task } from './entities.ts';
import type { Maybe, TaskFilter } from './generated.ts';

/** Which tasks a caller wants to see. */
export interface TaskListing extends Listing {
  readonly filter?: Maybe<Partial<TaskFilter>>;
}

type Row = Task & { readonly updatedMs: number };

/** A page of the team's tasks, ordered by (updated_at, id); `updatedSince` is inclusive (docs/interface/graphql.md#lists). */
export async function listTasks(
  ctx: IslandContext,
  { filter, ...listing }: TaskListing,
): Promise<Page<Task>> {
  const page = readPage(ctx, filter, listing);
  const { rows } = await sql<Row>`${page.select} ${page.end}`.execute(statements(ctx));
  return page.of(rows);
}

/** What a task may belong to, and its column. */
const PARENTS = { booking: sql.ref('booking_id'), property: sql.ref('property_id') } as const;

/** The same for the tasks of a booking or at a property: one statement for all of them that a request asks about. */
export async function tasksOf(
  ctx: IslandContext,
  parent: keyof typeof PARENTS,
  id: string,
  { filter = null, first = null, after = null }: TaskListing,
): Promise<Page<Task>> {
  const listing = { parent, filter, first, after };
  return (await pagesOf(ctx, listing, parseId(id) ?? 0)) ?? pageOf([], 1, () => []);
}

const pagesOf = batchWith<TaskListing & { readonly parent: keyof typeof PARENTS }, number, Page<Task>>(
  async (ctx, { parent, filter, ...listing }, ids) => {
    const page = readPage(ctx, filter, listing);
    const { rows } = await sql<Row & { readonly of: number }>`
      SELECT "of"::float8 AS "of", found.* FROM unnest(${[...ids]}::bigint[]) AS "of"
      CROSS JOIN LATERAL (${page.select} AND ${PARENTS[parent]} = "of" ${page.end}) found
      ORDER BY found."updatedMs", found.id`.execute(statements(ctx));
    const byParent = Map.groupBy(rows, ({ of }) => of);
    return new Map(ids.map((id) => [id, page.of(byParent.get(id) ?? [])]));
  },
);

/** The statement of a page in two halves, between which another condition fits, and the page that its rows make. */
function readPage(ctx: IslandContext, filter: TaskListing['filter'], { first, after }: Listing) {
  const size = pageSize(first);
  const cursor = readCursor(after, 2);
  const conditions = [
    sql`team_id = ${actorOf(ctx.viewer).teamId}`,
    ...conditionsOf(filter ?? {}),
    ...(cursor ? [sql`(updated_at, id) > (${instantOf(cursor[0])}, ${cursor[1]}::bigint)`] : []),
  ];
  return {
    select: sql`SELECT ${COLUMNS} FROM tasks.task WHERE ${sql.join(conditions, sql` AND `)}`,
    end: sql`ORDER BY updated_at, id LIMIT ${size + 1}`,
    of: (rows: readonly Row[]) => pageOf<Row>(rows, size, ({ updatedMs, id }) => [updatedMs, id]),
  };
}

function conditionsOf({ updatedSince, status, propertyId }: Partial<TaskFilter>): RawBuilder<unknown>[] {
  return [
    ...(updatedSince ? [sql`updated_at >= ${updatedSince}::timestamptz`] : []),
    ...(status ? [sql`status = ${status}`] : []),
    ...(propertyId == null ? [] : [sql`property_id = ${parseId(propertyId) ?? 0}`]),
  ];
}

/** PostgreSQL's timestamps end later than a cursor can say; a cursor that we wrote is far from either end. */
const instantOf = (ms: number) =>
  sql`'epoch'::timestamptz + least(${ms}::bigint, 8640000000000000) * interval '1 millisecond'`;

/** Every column that the SDL shows, under its name in the entity. */
const COLUMNS = sql`id::float8 AS id, team_id::float8 AS "teamId", task_type AS "taskType", status,
  property_id::float8 AS "propertyId", booking_id::float8 AS "bookingId", unit_type_id::float8 AS "unitTypeId",
  unit_id::float8 AS "unitId", due_at AS "dueAt", assignee_type AS "assigneeType", assignee_name AS "assigneeName",
  assigned_by AS "assignedBy", assign_by AS "assignBy", custom_fields AS "customFields", version,
  created_at AS "createdAt", updated_at AS "updatedAt", (extract(epoch FROM updated_at) * 1000)::float8 AS "updatedMs"`;
