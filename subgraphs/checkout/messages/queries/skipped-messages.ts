import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inReach } from '#db/reach.ts';
import { statements } from '#db/transaction.ts';
import { teamOf } from '../../access.ts';
import type { SkipReason } from '../domain/skip-reasons.ts';

/** A skipped message that someone may want to send by hand. */
export interface SkippedRow {
  readonly id: number;
  readonly endedAt: Date;
  readonly reason: SkipReason;
  readonly emptyVariables: readonly string[];
  readonly bookingId: number;
  /** Null if the rule was removed. */
  readonly ruleName: string | null;
}

/** Messages skipped longer ago aren't listed. */
const RECENT_MS = 3 * 24 * 3_600_000;
const MOST = 20;

/**
 * Lists recent messages that were skipped for a missing value or for being overdue, newest first, for stays
 * that aren't over or cancelled. Reads the team's entries of a partial index that begins at the oldest recent
 * one.
 */
export async function listSkippedMessages(ctx: SubgraphContext): Promise<readonly SkippedRow[]> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - RECENT_MS);
  const { rows } = await sql<SkippedRow>`
    SELECT m.id::float8 AS id, m.ended_at AS "endedAt", m.reason, m.empty_variables AS "emptyVariables",
      m.booking_id::float8 AS "bookingId", r.name AS "ruleName"
    FROM checkout.rule_messages m
    JOIN checkout.bookings b ON b.id = m.booking_id
    LEFT JOIN checkout.message_rules r ON r.id = m.rule_id
    WHERE m.team_id = ${teamOf(ctx.viewer) ?? 0} AND m.status = 'skipped' AND m.reason IN ('empty', 'overdue')
      AND m.ended_at > ${since}::timestamptz AND b.status = 'confirmed'
      AND b.check_out >= ${now}::timestamptz::date - 1 AND ${inReach(ctx.viewer, sql.ref('b.property_id'))}
    ORDER BY m.ended_at DESC, m.id DESC LIMIT ${MOST}`.execute(statements(ctx));
  return rows;
}
