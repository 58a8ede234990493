import { type Kysely, sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { WEBHOOK_API_VERSION } from '#schema/events.ts';
import { eventIdOf, type Resource, resourceKey, serialize } from '../domain/envelope.ts';

/** Something that apps of a team are told. */
export interface AppEvent {
  readonly topic: string;
  readonly teamId: number;
  readonly resource: Resource;
  readonly occurredAt: Date;
}

/** An install that is told of an event. */
export interface Addressed {
  readonly event: AppEvent;
  readonly installId: number;
  /** Slug. */
  readonly team: string;
}

/**
 * Writes one delivery for each install and event, in the transaction of `db` or by itself. Safe to repeat: an event has the
 * same id whenever it is heard. Spec: interface.md "Webhooks to apps", decisions.md section 9.
 */
export async function writeDeliveries(
  { config }: Pick<IslandContext, 'config'>,
  db: Kysely<unknown>,
  addressed: readonly Addressed[],
): Promise<void> {
  if (addressed.length === 0) return;
  const written = [...Map.groupBy(addressed, ({ event }) => event)].flatMap(([event, installs]) => {
    const { topic, teamId, resource } = event;
    const eventId = eventIdOf(topic, teamId, resource);
    return installs.map(({ installId, team }) => ({
      install_id: installId,
      event_id: eventId,
      topic,
      resource_key: resourceKey(resource),
      body: serialize({ ...event, eventId, team, apiVersion: WEBHOOK_API_VERSION }),
    }));
  });
  const delayMs = config.webhookRetryScheduleMs[0] ?? 0;
  await sql`
    INSERT INTO apps.deliveries (install_id, event_id, topic, resource_key, body, status, next_attempt_at, created_at)
    SELECT install_id, event_id, topic, resource_key, body, 'pending',
      clock_timestamp() + ${delayMs} * interval '1 millisecond', clock_timestamp()
    FROM jsonb_to_recordset(${JSON.stringify(written)}::jsonb) AS written (
      install_id int, event_id uuid, topic text, resource_key text, body text
    )
    ON CONFLICT (install_id, event_id) DO NOTHING`.execute(db);
}
