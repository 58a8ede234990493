import { sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { ownProperty } from '../../access.ts';
import type { ChannelMessage, ChannelPush } from '../../generated.ts';
import { ChannelConnectionEntity } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';

const MOST_MESSAGES = 100;

/** Updates sent to each connection's channel, and those not accepted yet. */
export const pushOfConnection = batch<number, ChannelPush>(async (ctx, ids) => {
  const rows = await tables(reader(ctx))
    .selectFrom('channel_push')
    .select([
      'connectionId as id',
      'features',
      'horizonDays',
      'comparable',
      'sequence',
      'waitingSince',
      'nextAttemptAt',
    ])
    .select(['failures', 'lastAcceptedAt', 'lastFullAt', 'lastError'])
    .where('connectionId', 'in', ids)
    .execute();
  const counts = await countNights(ctx, ids);
  return new Map(rows.map(({ id, ...push }) => [id, { ...push, ...(counts.get(id) ?? NO_NIGHTS) }]));
});

type NightCounts = Pick<ChannelPush, 'nights' | 'acceptedNights'>;
const NO_NIGHTS: NightCounts = { nights: 0, acceptedNights: 0 };

/** Counts the nights that connections' channels get, and those without a waiting change or a message under way. */
async function countNights(
  ctx: SubgraphContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NightCounts>> {
  const { rows } = await sql<NightCounts & { readonly id: number }>`
    SELECT p.connection_id AS id, sum(p.horizon_days)::int AS nights,
      sum(p.horizon_days - CASE WHEN p.full_wanted THEN p.horizon_days ELSE waiting.nights END)::int AS "acceptedNights"
    FROM catalog.channel_push p
    JOIN catalog.channel_connection k ON k.id = p.connection_id JOIN catalog.property y ON y.id = k.property_id
    CROSS JOIN LATERAL (SELECT (clock_timestamp() AT TIME ZONE usable_zone(y.time_zone))::date AS today) AS day
    JOIN (SELECT DISTINCT connection_id, unit_type_id FROM catalog.channel_room WHERE problem IS NULL) AS sold
      ON sold.connection_id = p.connection_id
    LEFT JOIN catalog.channel_change d ON d.connection_id = p.connection_id AND d.unit_type_id = sold.unit_type_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(upper(span) - lower(span)), 0)::int AS nights
      FROM unnest((coalesce(d.nights, '{}') + coalesce((p.sending ->> sold.unit_type_id::text)::datemultirange, '{}'))
        * datemultirange(daterange(day.today, day.today + p.horizon_days))) AS span
    ) AS waiting
    WHERE p.connection_id = ANY (${[...ids]}::int[]) GROUP BY p.connection_id`.execute(statements(ctx));
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/**
 * Whole seconds that a channel's oldest change has been waiting to be accepted: 0 if everything is accepted;
 * null if the channel gets no updates.
 */
export function lagOf(push: ChannelPush | null, now: Date): number | null {
  if (!push) return null;
  return push.waitingSince
    ? Math.max(0, Math.floor((now.getTime() - new Date(push.waitingSince).getTime()) / 1_000))
    : 0;
}

/** The latest messages for a team's connection, newest first; null for any other connection. */
export async function listChannelMessages(
  ctx: SubgraphContext,
  connectionId: string,
): Promise<ChannelMessage[] | null> {
  const own = { id: parseId(connectionId) ?? 0, property: ownProperty(ctx.viewer) };
  if ((await reader(ctx).count(ChannelConnectionEntity, own)) === 0) return null;
  return tables(reader(ctx))
    .selectFrom('channel_message')
    .select(['id', 'sequence', 'mode', 'changes', 'outcome', 'status', 'problem', 'sentAt', 'answeredAt'])
    .where('connectionId', '=', own.id)
    .orderBy('sequence', 'desc')
    .limit(MOST_MESSAGES)
    .execute();
}
