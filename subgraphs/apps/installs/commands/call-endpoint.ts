import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { signTimestamped, unixSeconds } from '#kit/hmac.ts';
import { parseId } from '#kit/ids.ts';
import type { AppEndpoint, AppEndpointAnswer, AppEndpointCallInput } from '../../generated.ts';
import { RUNNING_VERSION } from '../store/running-version.ts';
import { openWebhookSecret, type Signer } from '../store/webhook-secret.ts';

/** An app has this long to answer (docs/interface/apps.md#calls-to-an-app). */
const TIMEOUT_MS = 10_000;

/** Key of the manifest that shows where each endpoint is. */
const MANIFEST_KEY: Readonly<Record<AppEndpoint, string>> = {
  payment_session: 'paymentSessionUrl',
  refund_session: 'refundSessionUrl',
};

/**
 * Posts a body to an endpoint of an installed app, once, signed like a webhook; the topic is the endpoint's name. Whatever
 * the app's server or the way there does wrong is an answer, never an error. See docs/interface/apps.md#calls-to-an-app; docs/interface/payments.md#opening-a-session.
 */
export async function callEndpoint(
  ctx: SubgraphContext,
  { installId, endpoint, body }: AppEndpointCallInput,
): Promise<AppEndpointAnswer> {
  const target = await findTarget(ctx, parseId(installId), endpoint);
  if (!target) return noAnswer('The app is no longer installed, or has no such endpoint.');
  const timestamp = unixSeconds(ctx.clock.now());
  const signature = signTimestamped(openWebhookSecret(ctx, target), timestamp, body);
  try {
    const answer = await ctx.services.apps.egress.send({
      url: target.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'user-agent': 'Platform-Payments/1',
        'x-platform-topic': endpoint,
        'x-platform-signature': `sha256=${signature}`,
        'x-platform-timestamp': String(timestamp),
      },
      body,
      timeoutMs: TIMEOUT_MS,
    });
    return { status: answer.status, body: answer.body, failure: null };
  } catch (error) {
    return noAnswer(error instanceof Error ? error.message : String(error));
  }
}

const noAnswer = (failure: string): AppEndpointAnswer => ({
  status: null,
  body: '',
  failure: failure.slice(0, 300),
});

/** Where an active install of the team payments asks for takes such calls. */
async function findTarget(
  ctx: SubgraphContext,
  installId: number | null,
  endpoint: AppEndpoint,
): Promise<(Signer & { readonly url: string }) | null> {
  const teamId = ctx.viewer.kind === 'payments' ? ctx.viewer.teamId : null;
  const { rows } = await sql<Signer & { readonly url: string | null }>`
    SELECT i.app_id AS "appId", i.team_id AS "teamId", i.webhook_secret_sealed AS "webhookSecretSealed",
      v.manifest->>${MANIFEST_KEY[endpoint]} AS url
    FROM apps.installs i
    JOIN apps.apps a ON a.id = i.app_id
    JOIN apps.app_versions v ON v.id = ${RUNNING_VERSION}
    WHERE i.id = ${installId} AND i.team_id = ${teamId} AND i.is_active`.execute(statements(ctx));
  const [found] = rows;
  return found?.url ? { ...found, url: found.url } : null;
}
