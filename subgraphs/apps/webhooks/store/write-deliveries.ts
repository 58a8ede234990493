import { type Kysely, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { type AppEvent, eventIdOf, resourceKey, serialize } from '../domain/envelope.ts';
import { LEASE_MS } from './lease.ts';

/** A receiving install: `team` is its team's slug, `apiVersion` the dated version in its webhooks. */
export interface Recipient {
  readonly installId: number;
  readonly team: string;
  readonly apiVersion: string;
}

/** An event, and its team's receiving installs. */
export interface SubscribedEvent {
  readonly event: AppEvent;
  readonly subscribers: readonly Recipient[];
}

/** A delivery claimed when written: its writer sends it. */
export interface FreshDelivery {
  readonly id: string;
  readonly installId: number;
  readonly eventId: string;
  readonly topic: string;
  readonly body: string;
  readonly traceparent: string | null;
  readonly lease: string;
}

/**
 * Writes one delivery per install and event, in the transaction of `db` or a new one. Safe to repeat: a
 * repeated event has the same id. See docs/interface/webhooks.md#delivery, docs/interface/webhooks.md#status.
 *
 * `takePlace` returns true if an install's delivery can be sent immediately; it's called at most once per
 * install and resource. Such a delivery is claimed when written, unless an earlier one for its resource is
 * due or in flight; returns the claimed deliveries.
 */
export async function writeDeliveries(
  ctx: Pick<SubgraphContext, 'config' | 'db' | 'services'>,
  db: Kysely<unknown>,
  addressed: readonly SubscribedEvent[],
  takePlace: (installId: number) => boolean = () => false,
): Promise<readonly FreshDelivery[]> {
  const delayMs = ctx.config.webhookRetryScheduleMs[0] ?? 0;
  const asked = new Set<string>();
  const mayGo = (installId: number, key: string) => {
    if (delayMs > 0 || asked.has(`${installId} ${key}`)) return false;
    asked.add(`${installId} ${key}`);
    return takePlace(installId);
  };
  if (addressed.every(({ subscribers }) => subscribers.length === 0)) return [];
  const platform = await platformId(ctx, db);
  const letters = addressed.flatMap(({ event, subscribers }) =>
    [...Map.groupBy(subscribers, ({ apiVersion }) => apiVersion).values()].map((to) => ({ event, to })),
  );
  const events = letters.flatMap(({ event, to: [one] }, nth) =>
    one ? [rowOf(platform, event, one, nth)] : [],
  );
  const deliveries = events.flatMap(({ nth, resource_key }) =>
    (letters[nth]?.to ?? []).map(({ installId }) => ({
      nth,
      installId,
      mayGo: mayGo(installId, resource_key),
    })),
  );
  const { rows } = await sql<FreshDelivery>`
    WITH written AS (
      INSERT INTO apps.deliveries (install_id, event_id, topic, resource_key, body, status, next_attempt_at, created_at,
        traceparent, claimed_until)
      SELECT addressed.install_id, event.event_id, event.topic, event.resource_key, event.body, 'pending',
        clock_timestamp() + ${delayMs} * interval '1 millisecond', clock_timestamp(), event.traceparent,
        CASE WHEN addressed.may_go AND NOT EXISTS (
          SELECT 1 FROM apps.deliveries d
          WHERE d.install_id = addressed.install_id AND d.resource_key = event.resource_key
            AND d.status IN ('pending', 'retrying')
            AND (d.claimed_until > clock_timestamp() OR d.next_attempt_at <= clock_timestamp())
        ) THEN clock_timestamp() + ${LEASE_MS} * interval '1 millisecond' END
      FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
        AS event (nth int, event_id uuid, topic text, resource_key text, body text, traceparent text)
      JOIN unnest(
        ${deliveries.map(({ nth }) => nth)}::int[], ${deliveries.map(({ installId }) => installId)}::int[],
        ${deliveries.map((delivery) => delivery.mayGo)}::boolean[]
      ) AS addressed (nth, install_id, may_go) USING (nth)
      ORDER BY nth, addressed.install_id
      ON CONFLICT (install_id, event_id) DO NOTHING
      RETURNING id, install_id, event_id, topic, body, traceparent, claimed_until
    )
    SELECT id::text, install_id AS "installId", event_id AS "eventId", topic, body, traceparent, claimed_until::text AS lease
    FROM written WHERE claimed_until IS NOT NULL`.execute(db);
  return rows;
}

/** Returns fields shared by an event's deliveries, in the statement's format. */
function rowOf(platform: string, event: AppEvent, { team, apiVersion }: Recipient, nth: number) {
  const { topic, resource, traceparent = null } = event;
  const eventId = eventIdOf(platform, event);
  const body = serialize({ ...event, eventId, team, apiVersion });
  return { nth, event_id: eventId, topic, resource_key: resourceKey(resource), body, traceparent };
}

/** Returns the platform's random id, stored in its database. */
async function platformId(
  { services }: Pick<SubgraphContext, 'services'>,
  reader: Kysely<unknown>,
): Promise<string> {
  const { platform } = services.apps;
  if (platform.id !== null) return platform.id;
  const { rows } = await sql<{ readonly id: string }>`SELECT id FROM apps.platform`.execute(reader);
  const [row] = rows;
  if (!row) throw new Error('The table apps.platform is empty, but a migration should have filled it.');
  platform.id = row.id;
  return row.id;
}
