import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import type { InstallTopic } from '#schema/events.ts';
import { runningInstalls } from '../../installs/store/running-version.ts';
import { describeInstall } from '../topics/resources/install.ts';
import { WEBHOOK_VERSION } from './subscribers.ts';
import { wakeDispatchers } from './wake-dispatchers.ts';
import { writeDeliveries } from './write-deliveries.ts';

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
  const subscribed = await runningInstalls(em)
    .innerJoin('teams as t', 't.id', 'i.teamId')
    .select(['i.id', 'i.teamId', 't.slug as team', 'a.slug as app', 'i.scopes', 'i.capabilities'])
    .select(WEBHOOK_VERSION.as('apiVersion'))
    .where('i.id', '=', installId)
    .where(sql`v.manifest->'webhooks'`, '@>', sql`to_jsonb(${topic}::text)`)
    .where(sql`v.manifest->>'webhookUrl'`, 'is not', null)
    .execute();
  for (const { id, teamId, team, app, apiVersion, scopes, capabilities } of subscribed) {
    const occurredAt = ctx.clock.now();
    const resource = describeInstall({ id, version: occurredAt.getTime(), app, scopes, capabilities });
    await writeDeliveries(ctx, db, [
      { event: { topic, teamId, resource, occurredAt }, subscribers: [{ installId: id, team, apiVersion }] },
    ]);
    await wakeDispatchers(db, [{ installId: id }]);
  }
}
