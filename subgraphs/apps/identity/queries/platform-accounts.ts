import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { byId, latestFirst, readingSlice } from '#db/slice.ts';
import { statements } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { searchText } from '#kit/text.ts';
import { operatorId } from '../../access.ts';

/** An account, as operators see it. */
export interface PlatformAccountRow {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly operator: boolean;
  readonly status: 'unverified' | 'active' | 'locked';
  readonly lockedReason: string | null;
  readonly teams: number;
  readonly createdAt: Date | string;
}

const COLUMNS = sql`a.id, a.email, a.name, a.operator, a.status, a.created_at AS "createdAt",
  (SELECT count(*)::int FROM apps.memberships m WHERE m.account_id = a.id) AS teams,
  CASE WHEN a.status = 'locked' THEN (SELECT e.detail FROM apps.account_events e
    WHERE e.account_id = a.id AND e.kind = 'account.locked' ORDER BY e.id DESC LIMIT 1) END AS "lockedReason"`;

/** A page of accounts, newest first. Throws `ACCESS_DENIED` for anyone but operators. */
export async function findPlatformAccounts(
  ctx: SubgraphContext,
  { search, ...listing }: Listing & { readonly search?: string | null },
): Promise<Page<PlatformAccountRow>> {
  operatorId(ctx);
  const text = searchText(search);
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, latestFirst(byId('a.id')));
  const { rows } = await sql<PlatformAccountRow>`
    SELECT ${COLUMNS} FROM apps.accounts a
    WHERE a.status <> 'deleted' AND strpos(lower(concat_ws(' ', a.email, a.name)), lower(${text})) > 0 AND ${within}
    ${orderBy} ${limit}`.execute(statements(ctx));
  return pageOf(rows, slice, ({ id }) => [id]);
}

/** One account, for commands that have checked who asks. */
export async function findPlatformAccount(
  ctx: SubgraphContext,
  id: number,
): Promise<PlatformAccountRow | null> {
  const { rows } = await sql<PlatformAccountRow>`
    SELECT ${COLUMNS} FROM apps.accounts a WHERE a.id = ${id} AND a.status <> 'deleted'`.execute(
    statements(ctx),
  );
  return rows[0] ?? null;
}
