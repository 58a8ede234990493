import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { deliveryError } from '#kit/delivery-error.ts';
import { signTimestamped, unixSeconds } from '#kit/hmac.ts';
import { parseId } from '#kit/ids.ts';
import type { Viewer } from '#kit/viewer.ts';
import type { Manifest } from '#manifest/manifest.ts';
import type { AppEndpoint, AppEndpointAnswer, AppEndpointCallInput } from '../../generated.ts';
import { type CalledInstall, settingsForCall } from '../queries/settings-for-call.ts';
import { runningInstalls } from '../store/running-version.ts';
import { openWebhookSecret, type Signer } from '../store/webhook-secret.ts';

/** Time limit for an app's response (docs/interface/apps.md#calls-to-an-app). */
const TIMEOUT_MS = 10_000;
/**
 * Matches the time during which an ended connection is closed on its channel
 * (`catalog/channels/push/claim-message.ts`).
 */
const CLOSED_WITHIN_MS = 24 * 3_600_000;

/** Manifest key with each endpoint's URL. */
const MANIFEST_KEY = {
  payment_session: 'paymentSessionUrl',
  refund_session: 'refundSessionUrl',
  channel_test: 'channelTestUrl',
  channel_products: 'channelProductsUrl',
  channel_ari: 'channelAriUrl',
  channel_copy: 'channelCopyUrl',
  message_send: 'messageSendUrl',
} as const satisfies Readonly<Record<AppEndpoint, keyof Manifest>>;

/**
 * Caller per endpoint: payments for payment calls, a host for connecting a channel, the platform for channel
 * updates and message delivery.
 */
const CALLED_BY = {
  payment_session: 'payments',
  refund_session: 'payments',
  channel_test: 'hostUser',
  channel_products: 'hostUser',
  channel_ari: 'platform',
  channel_copy: 'hostUser',
  message_send: 'platform',
} as const satisfies Readonly<Record<AppEndpoint, Viewer['kind']>>;

/** The platform's User-Agent per endpoint. */
const USER_AGENT = {
  payment_session: 'Platform-Payments/1',
  refund_session: 'Platform-Payments/1',
  channel_test: 'Platform-Channels/1',
  channel_products: 'Platform-Channels/1',
  channel_ari: 'Platform-Channels/1',
  channel_copy: 'Platform-Channels/1',
  message_send: 'Platform-Messages/1',
} as const satisfies Readonly<Record<AppEndpoint, string>>;

/**
 * Posts a body to an installed app's endpoint, once, signed like a webhook; the topic is the endpoint's name.
 * Calls to a channel include the app's setting values (docs/interface/channels.md#settings-in-calls). A
 * failure at the app's server or in transit is returned, never thrown. See
 * docs/interface/apps.md#calls-to-an-app; docs/interface/payments.md#opening-a-session.
 */
export async function callEndpoint(
  ctx: SubgraphContext,
  { installId, endpoint, body: asked, propertyId, connectionId, rooms }: AppEndpointCallInput,
): Promise<AppEndpointAnswer> {
  const target = await findTarget(ctx, parseId(installId), endpoint);
  if (!target) return noAnswer('The app is no longer installed, or has no such endpoint.');
  const isOfChannel = endpoint.startsWith('channel_');
  const about = {
    property: parseId(propertyId ?? ''),
    connection: parseId(connectionId ?? ''),
    rooms: (rooms ?? []).map(({ channelRoomId, unitTypeId }) => ({
      room: channelRoomId,
      unitType: parseId(unitTypeId) ?? 0,
    })),
  };
  const body = isOfChannel ? withMembers(asked, await settingsForCall(ctx, target, about)) : asked;
  const timestamp = unixSeconds(ctx.clock.now());
  const signature = signTimestamped(openWebhookSecret(ctx, target), timestamp, body);
  try {
    const answer = await ctx.services.apps.egress.send({
      url: target.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'user-agent': USER_AGENT[endpoint],
        'x-platform-topic': endpoint,
        'x-platform-team': target.team,
        'x-platform-signature': `sha256=${signature}`,
        'x-platform-timestamp': String(timestamp),
      },
      body,
      share: `team:${target.teamId}`,
      timeoutMs: TIMEOUT_MS,
    });
    return { status: answer.status, body: answer.body, failure: null };
  } catch (error) {
    ctx.log.info({ err: error, installId: target.installId, endpoint }, 'Failed to call an app');
    return noAnswer(deliveryError(error));
  }
}

/** Appends members to a JSON object, whose own members stay unchanged byte for byte. */
function withMembers(object: string, members: object | null): string {
  return members === null ? object : `${object.slice(0, -1)},${JSON.stringify(members).slice(1)}`;
}

const noAnswer = (failure: string): AppEndpointAnswer => ({
  status: null,
  body: '',
  failure: failure.slice(0, 300),
});

/**
 * A channel whose app was uninstalled after this time still gets the update that closes everything
 * (docs/interface/channels.md#states).
 */
const lastHeard = (ctx: SubgraphContext): Date => new Date(ctx.clock.now().getTime() - CLOSED_WITHIN_MS);

/**
 * Returns the URL for calling an active install, limited to the caller's team if it has one; null if the
 * caller can't make the call.
 */
async function findTarget(
  ctx: SubgraphContext,
  installId: number | null,
  endpoint: AppEndpoint,
): Promise<(Signer & CalledInstall & { readonly url: string; readonly team: string }) | null> {
  const { viewer } = ctx;
  if (viewer.kind !== CALLED_BY[endpoint]) return null;
  const found = await runningInstalls(reader(ctx))
    .innerJoin('teams as t', 't.id', 'i.teamId')
    .select([
      'i.id as installId',
      'i.settingsVersion',
      'i.appId',
      'i.teamId',
      'i.webhookSecretSealed',
      'v.manifest',
      't.slug as team',
    ])
    .where('i.id', '=', installId)
    .where((is) =>
      is.or([
        is('i.isActive', '=', true),
        ...(endpoint === 'channel_ari' ? [is('i.uninstalledAt', '>', lastHeard(ctx))] : []),
      ]),
    )
    .$if('teamId' in viewer, (found) => found.where('i.teamId', '=', 'teamId' in viewer ? viewer.teamId : 0))
    .executeTakeFirst();
  const url = found?.manifest[MANIFEST_KEY[endpoint]];
  return found && url ? { ...found, declared: found.manifest.settings, url } : null;
}
