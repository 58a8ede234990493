import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { byId, latestFirst, readingSlice } from '#db/slice.ts';
import { reader } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { panelUserId } from '../../access.ts';
import { type Tables, tables } from '../../store/tables.ts';
import { HostSession } from '../store/entities.ts';

const isOwn = (ctx: SubgraphContext, accountId: number) =>
  ctx.viewer.kind === 'hostUser' && ctx.viewer.accountId === accountId;

/** Returns the caller's second factors and unused recovery codes; null for any other account. */
export async function findFactors(ctx: SubgraphContext, accountId: number) {
  if (!isOwn(ctx, accountId)) return null;
  return tables(reader(ctx))
    .selectFrom('factors')
    .select(['id', 'kind', 'name', 'createdAt', 'usedAt'])
    .where('accountId', '=', accountId)
    .where(({ or, and, eb }) =>
      or([
        and([eb('kind', '!=', 'recovery'), eb('confirmedAt', 'is not', null)]),
        and([eb('kind', '=', 'recovery'), eb('usedAt', 'is', null)]),
      ]),
    )
    .orderBy('id')
    .execute();
}

/** Returns the caller's sessions, newest first; null for any other account. */
export async function findSessions(ctx: SubgraphContext, accountId: number) {
  if (!isOwn(ctx, accountId)) return null;
  const current = ctx.viewer.kind === 'hostUser' ? ctx.viewer.sessionId : 0;
  const sessions = await tables(reader(ctx))
    .selectFrom('host_sessions')
    .select(['id', 'createdAt as startedAt', 'expiresAt', 'address', 'userAgent'])
    .where('accountId', '=', accountId)
    .where('awaitsFactor', '=', false)
    .where('expiresAt', '>', ctx.clock.now())
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return sessions.map((session) => ({ ...session, current: session.id === current }));
}

/** A security log entry. */
export type SecurityEventRow = Readonly<
  Pick<Selectable<Tables['account_events']>, (typeof SECURITY_EVENT)[number]>
>;

const SECURITY_EVENT = ['id', 'kind', 'at', 'address', 'detail'] as const;

/** Returns a page of the caller's security log, newest first. */
export async function findSecurityEvents(
  ctx: SubgraphContext,
  listing: Listing,
): Promise<Page<SecurityEventRow>> {
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, latestFirst(byId('id')));
  const rows = await tables(reader(ctx))
    .selectFrom('account_events')
    .select(SECURITY_EVENT)
    .where('accountId', '=', panelUserId(ctx))
    .where(within)
    .modifyEnd(sql`${orderBy} ${limit}`)
    .execute();
  return pageOf(rows, slice, ({ id }) => [id]);
}

/** True if a sign-in awaits its second factor, by its token's SHA-256. */
export async function isFactorAwaited(ctx: SubgraphContext, tokenHash: string): Promise<boolean> {
  const now = ctx.clock.now();
  return (
    (await reader(ctx).count(HostSession, { tokenHash, awaitsFactor: true, expiresAt: { $gt: now } })) > 0
  );
}
