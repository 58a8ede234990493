import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import type { InstallTopic } from '#schema/events.ts';
import { RUNNING_VERSION } from '../../installs/store/running-version.ts';
import { describeInstall } from '../topics/resources/install.ts';
import { WEBHOOK_VERSION } from './subscribers.ts';
import { wakeDispatchers } from './wake-dispatchers.ts';
import { writeDeliveries } from './write-deliveries.ts';

interface Told {
  readonly installId: number;
  readonly teamId: number;
  readonly team: string;
  readonly app: string;
  readonly apiVersion: string;
  readonly scopes: readonly string[];
  readonly capabilities: readonly string[];
}

/**
 * Publishes a change of an install to its app, if it subscribed to that, in the transaction of the change. The install's
 * changes must be flushed. See docs/interface/webhooks.md#topics.
 */
export async function publishToInstall(
  ctx: SubgraphContext,
  em: Transaction,
  installId: number,
  topic: InstallTopic,
): Promise<void> {
  const db = statements(em);
  const { rows } = await sql<Told>`
    SELECT i.id AS "installId", i.team_id AS "teamId", t.slug AS team, a.slug AS app, ${WEBHOOK_VERSION} AS "apiVersion",
      to_jsonb(i.scopes) AS scopes, to_jsonb(i.capabilities) AS capabilities
    FROM apps.installs i
    JOIN apps.teams t ON t.id = i.team_id
    JOIN apps.apps a ON a.id = i.app_id
    JOIN apps.app_versions v ON v.id = ${RUNNING_VERSION}
    WHERE i.id = ${installId} AND v.manifest->'webhooks' @> to_jsonb(${topic}::text)
      AND v.manifest->>'webhookUrl' IS NOT NULL`.execute(db);
  for (const { installId: id, teamId, team, app, apiVersion, scopes, capabilities } of rows) {
    const occurredAt = ctx.clock.now();
    const resource = describeInstall({ id, version: occurredAt.getTime(), app, scopes, capabilities });
    await writeDeliveries(ctx, db, [
      { event: { topic, teamId, resource, occurredAt }, subscribers: [{ installId: id, team, apiVersion }] },
    ]);
    await wakeDispatchers(db, [{ installId: id }]);
  }
}
