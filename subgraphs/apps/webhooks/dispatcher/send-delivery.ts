import type { SubgraphContext } from '#db/context.ts';
import { deliveryError } from '#kit/delivery-error.ts';
import { signTimestamped, unixSeconds } from '#kit/hmac.ts';
import type { Egress } from '#kit/http.ts';
import { isTraced, parentHeader, traced, type Work } from '#kit/tracing.ts';
import { openWebhookSecret } from '../../installs/store/webhook-secret.ts';
import { type AfterAttempt, type Attempt, afterAttempt } from '../domain/retry.ts';
import { standardHeaders } from '../domain/standard-webhooks.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';

/** Time limit for an app's response (docs/interface/webhooks.md#delivery). */
const TIMEOUT_MS = 10_000;

/** A delivery attempt's outcome, recorded under the attempt's claim. */
export interface Outcome extends AfterAttempt {
  readonly delivery: ClaimedDelivery;
  readonly statusCode: number | null;
  /** Reason why there was no response; null if there was one. */
  readonly error: string | null;
  readonly latencyMs: number;
  readonly sentAt: Date;
  /** Hex. */
  readonly signature: string;
}

type Answer = Attempt & { readonly error: string | null };

/**
 * Sends a claimed delivery once, signed with the current time, and decides the next step. Never rejects
 * because of the app's server. See docs/interface/webhooks.md#delivery.
 */
export async function sendDelivery(
  ctx: SubgraphContext,
  egress: Egress,
  delivery: ClaimedDelivery,
): Promise<Outcome> {
  const secret = openWebhookSecret(ctx, delivery);
  const sentAt = ctx.clock.now();
  const timestamp = unixSeconds(sentAt);
  const signature = signTimestamped(secret, timestamp, delivery.body);
  const startedAt = performance.now();
  const headers = {
    'x-platform-topic': delivery.topic,
    'x-platform-signature': `sha256=${signature}`,
    'x-platform-timestamp': String(timestamp),
    ...(delivery.standardWebhooks ? standardHeaders(secret, delivery, timestamp) : {}),
  };
  const send = () => post(egress, delivery, { ...headers, ...parentHeader() });
  const answer = await (isTraced() ? traced(workOf(delivery), send) : send());
  const { statusCode, error } = answer;
  const latencyMs = Math.round(performance.now() - startedAt);
  const next = afterAttempt(answer, {
    attempts: delivery.attempts - delivery.attemptsBefore + 1,
    scheduleMs: ctx.config.webhookRetryScheduleMs,
    now: ctx.clock.now(),
    random: Math.random(),
  });
  return { ...next, delivery, sentAt, signature, latencyMs, statusCode, error };
}

/** Sends one request and returns its response. Failures at the app's server or in transit are returned too. */
async function post(
  egress: Egress,
  { url, body, teamId }: ClaimedDelivery,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  try {
    const { status, headers: answered } = await egress.send({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Platform-Webhooks/1', ...headers },
      body,
      share: `team:${teamId}`,
      timeoutMs: TIMEOUT_MS,
    });
    const retryAfter = answered['retry-after'];
    return {
      statusCode: status,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
      error: null,
    };
  } catch (error) {
    return { statusCode: null, retryAfter: null, error: deliveryError(error) };
  }
}

const workOf = ({ topic, traceparent, attempts, eventId }: ClaimedDelivery): Work => ({
  name: `webhook ${topic}`,
  kind: 'client',
  parent: traceparent,
  attributes: { 'platform.event_id': eventId, 'platform.attempt': attempts + 1 },
});
