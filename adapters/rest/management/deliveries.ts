import { setTimeout as sleep } from 'node:timers/promises';
import { found, shown } from './apps.ts';
import {
  forwardDeliveriesDocument,
  getDeliveryDocument,
  listDeliveriesDocument,
  reportForwardedDocument,
  type SentDeliveryFragment,
  triggerTopicDocument,
} from './generated.ts';
import { problem, throwRefusal } from './problems.ts';
import { type Call, route } from './route.ts';
import {
  DeliveryLog,
  ForwardQuery,
  ForwardReport,
  ForwardReported,
  SentDelivery,
  SentDeliveryList,
  Triggered,
  TriggerTopic,
} from './schemas.ts';

/** Interval between checks by a waiting poll. */
const LOOK_AGAIN_MS = 500;

export const deliveries = [
  route({
    method: 'GET',
    path: '/apps/{slug}/forward',
    operationId: 'forwardDeliveries',
    tag: 'Deliveries',
    summary: 'Returns queued deliveries, and keeps queuing new ones for another 60 seconds.',
    description:
      'For installs created with `{"dev": true}`. Before the first poll, the newest 1,000 deliveries are queued for up to 24 hours. A poll returns up to 100, oldest first and signed at that moment, and acknowledges the deliveries of the previous poll. When polling stops, the remaining deliveries are sent to `webhook_url`.',
    problems: ['not_dev_install'],
    team: true,
    bucket: 'polls',
    query: ForwardQuery,
    answer: SentDeliveryList,
    handle: async (call) => {
      const lastLook = Date.now() + call.query.wait * 1_000;
      let taken = await poll(call);
      while (taken.length === 0 && Date.now() < lastLook && !call.gone()) {
        await sleep(LOOK_AGAIN_MS);
        if (!call.gone()) taken = await poll(call);
      }
      return { data: taken.map(toSent) };
    },
  }),
  route({
    method: 'POST',
    path: '/apps/{slug}/forward',
    operationId: 'reportForwarded',
    tag: 'Deliveries',
    summary: 'Records your local app’s responses to forwarded deliveries, for the delivery log.',
    description:
      'At most 100 at a time. Deliveries that were not collected by `forward`, or have been replayed since, are skipped.',
    team: true,
    bucket: 'polls',
    body: ForwardReport,
    answer: ForwardReported,
    handle: async ({ run, params: { slug = '' }, team, body: { data } }) => {
      const outcomes = data.map(({ event_id, status, error, latency_ms }) => ({
        eventId: event_id,
        statusCode: status,
        error,
        latencyMs: latency_ms,
      }));
      const { appForwardReport: reported } = await run(reportForwardedDocument, { slug, team, outcomes });
      throwRefusal(reported.userErrors);
      return { recorded: reported.recorded };
    },
  }),
  route({
    method: 'GET',
    path: '/apps/{slug}/deliveries',
    operationId: 'listDeliveries',
    tag: 'Deliveries',
    summary: 'The delivery log of the install: at most 100 entries, newest first.',
    description:
      'Status, attempts and the app’s last response for each delivery, whether sent to `webhook_url` or collected by `forward`.',
    team: true,
    answer: DeliveryLog,
    handle: async ({ run, params: { slug = '' }, team }) => {
      const { deliveries: log } = installOf(await run(listDeliveriesDocument, { slug, team }), slug, team);
      return {
        data: log.nodes.map(({ eventId, topic, status, attempts, createdAt, ...last }) => ({
          event_id: eventId,
          topic,
          status,
          attempts,
          created_at: createdAt,
          delivered_at: last.deliveredAt ?? null,
          last_status: last.lastStatusCode ?? null,
          last_error: last.lastError ?? null,
          latency_ms: last.latencyMs ?? null,
        })),
      };
    },
  }),
  route({
    method: 'GET',
    path: '/apps/{slug}/deliveries/{eventId}',
    operationId: 'getDelivery',
    tag: 'Deliveries',
    summary: 'Returns one delivery exactly as it was sent.',
    description: 'Body and headers of the last attempt; signed now if there was none yet.',
    team: true,
    answer: SentDelivery,
    handle: async ({ run, params: { slug = '', eventId = '' }, team }) => {
      const { delivery } = installOf(await run(getDeliveryDocument, { slug, team, eventId }), slug, team);
      if (!delivery)
        throw problem(
          'not_found',
          `${slug} on ${team} had no delivery "${shown(eventId)}" in the last 30 days.`,
        );
      return toSent(delivery);
    },
  }),
  route({
    method: 'POST',
    path: '/apps/{slug}/trigger',
    operationId: 'triggerTopic',
    tag: 'Deliveries',
    summary: "Causes a real event with the team's own data, for a development install; its webhook follows.",
    description:
      "Acts like one of the team's hosts or guests. Stay-day and payment events can be caused only at sandbox storefronts.",
    problems: ['not_dev_install', 'not_subscribed', 'not_triggerable'],
    team: true,
    body: TriggerTopic,
    answer: Triggered,
    handle: async ({ run, params: { slug = '' }, team, body: { topic }, origin }) => {
      const { appTrigger: triggered } = await run(triggerTopicDocument, { slug, team, topic, origin });
      throwRefusal(triggered.userErrors);
      return { topic, message: triggered.done ?? '' };
    },
  }),
];

async function poll({ run, params: { slug = '' }, team }: Call<unknown, unknown>) {
  const { appForward: forwarded } = await run(forwardDeliveriesDocument, { slug, team });
  throwRefusal(forwarded.userErrors);
  return forwarded.deliveries;
}

function installOf<Install>(
  answer: {
    readonly team?: object | null;
    readonly app?: { readonly install?: Install | null } | null;
  },
  slug: string,
  team: string,
): Install {
  if (!answer.team) throw problem('team_forbidden', `Your account isn't a member of the team "${team}".`);
  return found(found(answer.app, slug).install, `${slug} on ${team}`);
}

const toSent = ({ eventId, body, headers }: SentDeliveryFragment) => ({
  event_id: eventId,
  body,
  headers: {
    'X-Platform-Topic': headers.topic,
    'X-Platform-Signature': headers.signature,
    'X-Platform-Timestamp': String(headers.timestamp),
    ...(headers.standardSignature == null
      ? {}
      : {
          'webhook-id': eventId,
          'webhook-timestamp': String(headers.timestamp),
          'webhook-signature': headers.standardSignature,
        }),
  },
});
