import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import type { InstallTopic } from '#schema/events.ts';
import { runningInstalls } from '../../installs/store/running-version.ts';
import { wakeDispatchers } from '../dispatcher/wake-dispatchers.ts';
import type { Resource } from '../domain/envelope.ts';
import { WEBHOOK_VERSION } from '../store/subscribers.ts';
import { writeDeliveries } from '../store/write-deliveries.ts';
import { describeInstall } from '../topics/resources/install.ts';
import { describeSettings } from '../topics/resources/install-settings.ts';
import { describeSubscription, type SubscriptionChange } from '../topics/resources/subscription.ts';

/** Input for describing a resource. */
interface Published {
  readonly id: number;
  readonly version: number;
  readonly app: string;
  readonly scopes: readonly string[];
  readonly capabilities: readonly string[];
  readonly settingsVersion: number;
}

const describeChange = ({ id, version, app, scopes, capabilities }: Published): Resource =>
  describeInstall({ id, version, app, scopes, capabilities });

/**
 * Publishes an install's change to its app, if the app subscribes to it, in the change's transaction. The
 * install's changes must be flushed. See docs/interface/webhooks.md#topics.
 */
export const publishToInstall = (
  ctx: SubgraphContext,
  em: Transaction,
  installId: number,
  topic: InstallTopic,
): Promise<void> => publish(ctx, em, { installId, topic, describe: describeChange });

/** Publishes an install's changed settings, in the change's transaction (docs/interface/settings.md#reading). */
export const publishSettings = (
  ctx: SubgraphContext,
  em: Transaction,
  installId: number,
  changed: Omit<Parameters<typeof describeSettings>[0], 'id' | 'app' | 'settingsVersion'>,
): Promise<void> =>
  publish(ctx, em, {
    installId,
    topic: 'app.settings_changed',
    describe: (install) => describeSettings({ ...install, ...changed }),
  });

/** Publishes a subscription's change or its usage near the cap, in the change's transaction. */
export const publishSubscription = (
  ctx: SubgraphContext,
  em: Transaction,
  topic: SubscriptionTopic,
  subscription: SubscriptionChange & { readonly installId: number },
): Promise<void> =>
  publish(ctx, em, {
    installId: subscription.installId,
    topic,
    describe: ({ app }) => describeSubscription({ ...subscription, app }),
  });

type SubscriptionTopic = Extract<InstallTopic, 'app.subscription_changed' | 'app.usage_near_cap'>;

async function publish(
  ctx: SubgraphContext,
  em: Transaction,
  {
    installId,
    topic,
    describe,
  }: {
    readonly installId: number;
    readonly topic: InstallTopic;
    readonly describe: (install: Published) => Resource;
  },
): Promise<void> {
  const db = statements(em);
  const subscribed = await runningInstalls(em)
    .innerJoin('teams as t', 't.id', 'i.teamId')
    .select(['i.id', 'i.teamId', 't.slug as team', 'a.slug as app', 'i.scopes', 'i.capabilities'])
    .select('i.settingsVersion')
    .select(WEBHOOK_VERSION.as('apiVersion'))
    .where('i.id', '=', installId)
    .where(sql`v.manifest->'webhooks'`, '@>', sql`to_jsonb(${topic}::text)`)
    .where(sql`v.manifest->>'webhookUrl'`, 'is not', null)
    .execute();
  for (const { id, teamId, team, apiVersion, ...install } of subscribed) {
    const occurredAt = ctx.clock.now();
    const resource = describe({ id, version: occurredAt.getTime(), ...install });
    await writeDeliveries(ctx, db, [
      { event: { topic, teamId, resource, occurredAt }, subscribers: [{ installId: id, team, apiVersion }] },
    ]);
    await wakeDispatchers(db, [{ installId: id }]);
  }
}
