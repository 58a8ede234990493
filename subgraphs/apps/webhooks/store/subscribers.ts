import { type Kysely, type RawBuilder, sql } from 'kysely';
import { FIRST_API_VERSION } from '#schema/views.ts';
import { RUNNING_VERSION } from '../../installs/store/running-version.ts';
import type { Announced } from '../domain/envelope.ts';

/** URL and signing data for an install's deliveries. */
export interface Endpoint {
  readonly installId: number;
  readonly appId: number;
  readonly teamId: number;
  readonly url: string;
  readonly webhookSecretSealed: string;
  readonly standardWebhooks: boolean;
}

/** An install receiving an event. */
export interface Subscriber extends Endpoint {
  /** Team slug. */
  readonly team: string;
  /** Dated API version in its webhooks. */
  readonly apiVersion: string;
  /** True if its deliveries wait for `forward` or a payment. */
  readonly waits: boolean;
}

/** Columns for an `Endpoint`: `i` is the install, `v` its running version. */
export const ENDPOINT = sql`i.id AS "installId", i.app_id AS "appId", i.team_id AS "teamId",
  v.manifest->>'webhookUrl' AS url, i.webhook_secret_sealed AS "webhookSecretSealed",
  coalesce((v.manifest->>'standardWebhooks')::boolean, false) AS "standardWebhooks"`;

/** The version that an app with version `v` pins. Versions from before pinning have none. */
export const WEBHOOK_VERSION: RawBuilder<string> = sql`coalesce(v.manifest->>'webhookApiVersion', ${FIRST_API_VERSION}::text)`;

/**
 * True if install `i`'s deliveries wait: for `forward` while its window is open, and on a development install also
 * before the first poll; or for the payment of its frozen subscription. Deliveries to an uninstalled app don't wait.
 */
export const WAITS = sql`(i.frozen_at IS NOT NULL AND i.is_active
  OR coalesce(i.forward_until > clock_timestamp(), i.is_dev_install AND i.is_active))`;

/** Finds each event's subscribers: active installs whose version lists its topic and has an endpoint. */
export async function findSubscribers(
  db: Kysely<unknown>,
  events: readonly Announced[],
): Promise<readonly { readonly event: Announced; readonly subscribers: readonly Subscriber[] }[]> {
  const audiences = Map.groupBy(events, ({ topic, teamId, onlyApp }) =>
    JSON.stringify([topic, teamId, onlyApp]),
  );
  const asked = [...audiences].map(([audience, [event]]) => ({
    audience,
    topic: event?.topic,
    team_id: event?.teamId,
    only_app: event?.onlyApp,
  }));
  const { rows } = await sql<Subscriber & { readonly audience: string }>`
    SELECT asked.audience, t.slug AS team, ${ENDPOINT}, ${WEBHOOK_VERSION} AS "apiVersion",
      ${WAITS} AS waits
    FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      AS asked (audience text, topic text, team_id int, only_app text)
    JOIN apps.installs i ON i.team_id = asked.team_id AND i.is_active
    JOIN apps.teams t ON t.id = i.team_id
    JOIN apps.apps a ON a.id = i.app_id
    JOIN apps.app_versions v ON v.id = ${RUNNING_VERSION}
    WHERE v.manifest->'webhooks' @> to_jsonb(asked.topic) AND v.manifest->>'webhookUrl' IS NOT NULL
      AND (asked.only_app IS NULL OR a.slug = asked.only_app)
    ORDER BY i.id`.execute(db);
  const found = Map.groupBy(rows, ({ audience }) => audience);
  return [...audiences].flatMap(([audience, told]) =>
    told.map((event) => ({ event, subscribers: found.get(audience) ?? [] })),
  );
}
