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
  await wakeDispatchers(db, subscribers); // after the commit: commits that carry a NOTIFY wait for one another
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

/** Writes the deliveries of one event, by itself or in the caller's transaction. */
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
    INSERT INTO apps.deliveries
      (install_id, event_id, topic, resource_key, body, status, next_attempt_at, created_at)
    SELECT unnest(${subscribers.map(({ installId }) => installId)}::int[]), ${eventId}, ${topic},
      ${resourceKey(resource)}, ${body}, 'pending',
      clock_timestamp() + ${delayMs} * interval '1 millisecond', clock_timestamp()
    ON CONFLICT (install_id, event_id) DO NOTHING`.execute(db);
}

/** Tells the dispatchers of all processes which installs have something to be sent; without it they find it in a second. */
export async function wakeDispatchers(
  db: Kysely<unknown>,
  installs: readonly Pick<Subscriber, 'installId'>[],
): Promise<void> {
  if (installs.length === 0) return;
  await sql`
    SELECT pg_notify(${DELIVERY_CHANNEL}, install_id::text)
    FROM unnest(${installs.map(({ installId }) => installId)}::int[]) AS install_id`.execute(db);
}
