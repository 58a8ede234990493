import { type Kysely, sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { WEBHOOK_API_VERSION } from '#schema/events.ts';
import { eventIdOf, resourceKey, serialize } from '../domain/envelope.ts';
import type { Announcement } from '../topics.ts';
import { DELIVERY_CHANNEL } from './claim-deliveries.ts';

/** Who is told. */
interface Subscriber {
  readonly installId: number;
  readonly team: string;
}

/**
 * Writes one delivery for every active install of the team whose app subscribed to the topic, and wakes the dispatchers. An
 * event that is heard again writes nothing. Spec: interface.md "Webhooks to apps", decisions.md section 9.
 */
export async function fanOut(ctx: IslandContext, topic: string, announcement: Announcement): Promise<void> {
  const db = statements(ctx);
  const subscribers = await findSubscribers(db, topic, announcement);
  await writeDeliveries(ctx, db, topic, announcement, subscribers);
}

/** Active installs whose app's live version lists the topic and says where to send it. */
async function findSubscribers(
  db: Kysely<unknown>,
  topic: string,
  { teamId, onlyApp }: Announcement,
): Promise<readonly Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    SELECT i.id AS "installId", t.slug AS team
    FROM apps.installs i
    JOIN apps.teams t ON t.id = i.team_id
    JOIN apps.apps a ON a.id = i.app_id
    JOIN apps.app_versions v ON v.id = a.live_version_id
    WHERE i.team_id = ${teamId} AND i.is_active
      AND v.manifest->'webhooks' @> to_jsonb(${topic}::text) AND v.manifest->>'webhookUrl' IS NOT NULL
      AND (${onlyApp}::text IS NULL OR a.slug = ${onlyApp})`.execute(db);
  return rows;
}

/** Writes the deliveries of one event and wakes the dispatchers, in one statement or in the caller's transaction. */
export async function writeDeliveries(
  ctx: IslandContext,
  db: Kysely<unknown>,
  topic: string,
  { teamId, resource, occurredAt }: Announcement,
  subscribers: readonly Subscriber[],
): Promise<void> {
  const [first] = subscribers;
  if (!first) return;
  const eventId = eventIdOf(topic, teamId, resource);
  const body = serialize({
    eventId,
    topic,
    occurredAt: occurredAt === null ? ctx.clock.now() : new Date(occurredAt),
    apiVersion: WEBHOOK_API_VERSION,
    team: first.team,
    resource,
  });
  const delayMs = ctx.config.webhookRetryScheduleMs[0] ?? 0;
  await sql`
    WITH written AS (
      INSERT INTO apps.deliveries
        (install_id, event_id, topic, resource_key, body, status, next_attempt_at, created_at)
      SELECT unnest(${subscribers.map(({ installId }) => installId)}::int[]), ${eventId}, ${topic},
        ${resourceKey(resource)}, ${body}, 'pending',
        clock_timestamp() + ${delayMs} * interval '1 millisecond', clock_timestamp()
      ON CONFLICT (install_id, event_id) DO NOTHING
      RETURNING install_id
    )
    SELECT pg_notify(${DELIVERY_CHANNEL}, install_id::text) FROM written`.execute(db);
}
