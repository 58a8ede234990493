import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { byId, latestFirst, readingSlice } from '#db/slice.ts';
import { statements } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { panelUserId } from '../../access.ts';

const isOwn = (ctx: SubgraphContext, accountId: number) =>
  ctx.viewer.kind === 'hostUser' && ctx.viewer.accountId === accountId;

/** Second factors of the account that asks, and recovery codes that still work; null of any other. */
export async function findFactors(ctx: SubgraphContext, accountId: number) {
  if (!isOwn(ctx, accountId)) return null;
  const { rows } = await sql<{
    readonly id: number;
    readonly kind: 'totp' | 'passkey' | 'recovery';
    readonly name: string | null;
    readonly createdAt: Date;
    readonly usedAt: Date | null;
  }>`
    SELECT id, kind, name, created_at AS "createdAt", used_at AS "usedAt" FROM apps.factors
    WHERE account_id = ${accountId} AND ((kind <> 'recovery' AND confirmed_at IS NOT NULL) OR (kind = 'recovery' AND used_at IS NULL))
    ORDER BY id`.execute(statements(ctx));
  return rows;
}

/** Sessions of the account that asks, newest first; null of any other. */
export async function findSessions(ctx: SubgraphContext, accountId: number) {
  if (!isOwn(ctx, accountId)) return null;
  const current = ctx.viewer.kind === 'hostUser' ? ctx.viewer.sessionId : 0;
  const { rows } = await sql<{
    readonly id: number;
    readonly current: boolean;
    readonly startedAt: Date;
    readonly expiresAt: Date;
    readonly address: string | null;
    readonly userAgent: string | null;
  }>`
    SELECT id, id = ${current} AS current, created_at AS "startedAt", expires_at AS "expiresAt", address,
      user_agent AS "userAgent"
    FROM apps.host_sessions
    WHERE account_id = ${accountId} AND NOT awaits_factor AND expires_at > ${ctx.clock.now()}
    ORDER BY id DESC LIMIT 100`.execute(statements(ctx));
  return rows;
}

/** An entry of a security log. */
export interface SecurityEventRow {
  readonly id: number;
  readonly kind: string;
  readonly at: Date | string;
  readonly address: string | null;
  readonly detail: string | null;
}

/** A page of the security log of the account that asks, newest first. */
export async function findSecurityEvents(
  ctx: SubgraphContext,
  listing: Listing,
): Promise<Page<SecurityEventRow>> {
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, latestFirst(byId('id')));
  const { rows } = await sql<SecurityEventRow>`
    SELECT id::float8 AS id, kind, at, address, detail FROM apps.account_events
    WHERE account_id = ${panelUserId(ctx)} AND ${within}
    ${orderBy} ${limit}`.execute(statements(ctx));
  return pageOf(rows, slice, ({ id }) => [id]);
}

/** Whether a sign-in awaits its second factor, by its token's SHA-256. */
export async function isFactorAwaited(ctx: SubgraphContext, tokenHash: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM apps.host_sessions
    WHERE token_hash = ${tokenHash} AND awaits_factor AND expires_at > ${ctx.clock.now()}`.execute(
    statements(ctx),
  );
  return rows.length > 0;
}
