import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from './context.ts';
import { statements } from './transaction.ts';

/**
 * The instant before which every change of a team's rows in the subgraph's schema is visible; waits for those under way. A
 * list ordered by (updated_at, id) that shows nothing younger never skips what commits late (docs/interface/graphql.md#lists).
 */
export async function visibleUntil(
  ctx: Pick<SubgraphContext, 'db'>,
  schema: 'catalog' | 'checkout',
  teamId: number,
): Promise<RawBuilder<Date>> {
  const { rows } = await sql<{
    at: string;
  }>`SELECT ${sql.id(schema, 'settled_until')}(${teamId}::int)::text AS at`.execute(statements(ctx));
  const [row] = rows;
  if (!row) throw new Error(`PostgreSQL did not say until when ${schema} is visible.`);
  return sql`${row.at}::timestamptz`;
}

/** Microseconds since 1970, which PostgreSQL keeps and JavaScript's dates round, as an instant. */
export const instantOf = (us: number): RawBuilder<Date> =>
  sql`'epoch'::timestamptz + ${us}::bigint * interval '1 microsecond'`;

/** An instant's column as microseconds since 1970: a cursor's first half. */
export const microsecondsOf = (column: string): RawBuilder<number> =>
  sql`(extract(epoch FROM ${sql.ref(column)}) * 1000000)::float8`;
