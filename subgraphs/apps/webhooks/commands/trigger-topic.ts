import type { SubgraphContext } from '#db/context.ts';
import { developerId } from '../../access.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { withInstall } from '../../installs/steps/install-target.ts';
import { runningManifest } from '../../installs/store/running-version.ts';
import { PAYMENT_CALL, readTrigger } from '../topics/read-trigger.ts';
import { CannotCause } from '../triggers/cannot-cause.ts';

/** A description of the action, or why it was refused. */
export type Triggered = Refused & { readonly done?: string };

/**
 * Triggers a topic's event with real data from a team of the account, as that team's host would, so that
 * the app's development install there receives the webhook. Refuses for any other install, for topics the app
 * doesn't subscribe to, and for topics that can't be triggered deliberately. See
 * docs/interface/webhooks.md#delivery; docs/interface/webhooks.md#topics.
 */
export async function triggerTopic(
  ctx: SubgraphContext,
  {
    slug,
    team,
    topic: text,
    origin,
  }: { readonly slug: string; readonly team: string; readonly topic: string; readonly origin: string },
): Promise<Triggered> {
  const found = await withInstall(ctx, { slug, team }, async (em, install) => {
    const { webhooks = [], paymentSessionUrl = null } = (await runningManifest(em, install.id)) ?? {};
    return { install, heard: webhooks, takesPayments: paymentSessionUrl !== null, userErrors: NONE };
  });
  if (!('install' in found)) return found;
  if (!found.install.isDevInstall) {
    return refuse(
      'NOT_DEV_INSTALL',
      `The install of "${slug}" on "${team}" isn't a development install, and triggering would change a real team's data. Install it with {"dev": true}.`,
      ['team'],
    );
  }
  const trigger = readTrigger(text);
  if (!('topic' in trigger)) return refuse(trigger.code, trigger.message, ['topic']);
  if (trigger.topic !== PAYMENT_CALL && !found.heard.includes(trigger.topic)) {
    return refuse(
      'NOT_SUBSCRIBED',
      `The newest version of "${slug}" doesn't list ${trigger.topic} in webhooks. Add it to app.toml and push.`,
      ['topic'],
    );
  }
  if (trigger.topic.startsWith(PAYMENT_CALL) && !found.takesPayments) {
    return refuse(
      'NOT_TRIGGERABLE',
      `"${slug}" doesn't take payments because it has no endpoints.payment_session.`,
      ['topic'],
    );
  }
  const { id: installId, appId, teamId } = found.install;
  const caller = { teamId, accountId: developerId(ctx), app: slug, appId, installId, origin };
  try {
    return { done: await trigger.cause(ctx, caller), userErrors: NONE };
  } catch (error) {
    if (error instanceof CannotCause) return refuse('NOT_TRIGGERABLE', error.message, ['topic']);
    throw error;
  }
}
