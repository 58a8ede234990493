import { type Kysely, sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { dispatcherOf } from '../dispatchers.ts';
import { DELIVERY_CHANNEL } from './claim-deliveries.ts';
import { type Addressed, type AppEvent, writeDeliveries } from './write-deliveries.ts';

/** An event that every subscriber of its team is told. */
export interface Announced extends AppEvent {
  /** Slug of the one app that is told; null for every subscriber. */
  readonly onlyApp: string | null;
}

/**
 * Sees to it that every active install of the team whose app subscribed to the topic has its delivery. The dispatcher of this
 * process writes it in its next turn and sends it at once; where none runs it is written here, and any dispatcher finds it.
 * Spec: interface.md "Webhooks to apps", decisions.md section 9.
 */
export async function fanOut(ctx: IslandContext, event: Announced): Promise<void> {
  const dispatcher = dispatcherOf(ctx.db);
  if (dispatcher) return dispatcher.announce(event);
  const db = statements(ctx);
  const addressed = await findSubscribers(db, [event]);
  await writeDeliveries(ctx, db, addressed);
  await wakeDispatchers(db, addressed); // after the commit: commits that carry a NOTIFY wait for one another
}

/** Active installs whose app's live version lists the topic of an event and says where to send it. */
export async function findSubscribers(
  db: Kysely<unknown>,
  events: readonly Announced[],
): Promise<readonly Addressed[]> {
  const asked = events.map(({ topic, teamId, onlyApp }, nth) => ({
    nth,
    topic,
    team_id: teamId,
    only_app: onlyApp,
  }));
  const { rows } = await sql<Omit<Addressed, 'event'> & { readonly nth: number }>`
    SELECT asked.nth, i.id AS "installId", t.slug AS team
    FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS asked (nth int, topic text, team_id int, only_app text)
    JOIN apps.installs i ON i.team_id = asked.team_id AND i.is_active
    JOIN apps.teams t ON t.id = i.team_id
    JOIN apps.apps a ON a.id = i.app_id
    JOIN apps.app_versions v ON v.id = a.live_version_id
    WHERE v.manifest->'webhooks' @> to_jsonb(asked.topic) AND v.manifest->>'webhookUrl' IS NOT NULL
      AND (asked.only_app IS NULL OR a.slug = asked.only_app)
    ORDER BY asked.nth, i.id`.execute(db);
  return rows.flatMap(({ nth, installId, team }) => {
    const event = events[nth];
    return event ? [{ event, installId, team }] : [];
  });
}

/** Tells the dispatchers of all processes which installs have something to be sent; without it they find it in a second. */
export async function wakeDispatchers(
  db: Kysely<unknown>,
  installs: readonly Pick<Addressed, 'installId'>[],
): Promise<void> {
  if (installs.length === 0) return;
  await sql`
    SELECT pg_notify(${DELIVERY_CHANNEL}, install_id::text)
    FROM unnest(${installs.map(({ installId }) => installId)}::int[]) AS install_id`.execute(db);
}
