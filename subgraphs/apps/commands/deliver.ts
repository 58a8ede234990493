import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { signTimestamped } from '#kit/hmac.ts';
import type { Egress } from '#kit/http.ts';
import { unixSeconds } from '../domain/deliveries.ts';
import { type AfterAttempt, type Attempt, afterAttempt } from '../domain/retry.ts';
import { openWebhookSecret } from '../queries/deliveries.ts';
import { standardHeaders } from '../standard-webhooks.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';

/** An app has this long to answer (decisions.md section 9). */
const TIMEOUT_MS = 10_000;

interface Outcome extends Attempt {
  /** Why no answer came; null when one did. */
  readonly error: string | null;
  readonly latencyMs: number;
  readonly sentAt: Date;
  /** Hex. */
  readonly signature: string;
}

/**
 * Sends a claimed delivery once, signed for now, and notes what became of it. Returns when the next attempt is due; null when
 * none follows. Spec: interface.md "Webhooks to apps", decisions.md section 9.
 */
export async function deliver(
  ctx: IslandContext,
  egress: Egress,
  delivery: ClaimedDelivery,
): Promise<Date | null> {
  const outcome = await send(ctx, egress, delivery);
  const next = afterAttempt(outcome, {
    attempts: delivery.attempts - delivery.attemptsBefore + 1,
    scheduleMs: ctx.config.webhookRetryScheduleMs,
    now: ctx.clock.now(),
    random: Math.random(),
  });
  await note(ctx, delivery, outcome, next);
  return next.nextAttemptAt;
}

async function send(ctx: IslandContext, egress: Egress, delivery: ClaimedDelivery): Promise<Outcome> {
  const secret = openWebhookSecret(ctx, delivery);
  const sentAt = ctx.clock.now();
  const timestamp = unixSeconds(sentAt);
  const signature = signTimestamped(secret, timestamp, delivery.body);
  const startedAt = performance.now();
  const attempt = { sentAt, signature, latencyMs: () => Math.round(performance.now() - startedAt) };
  try {
    const { status, headers } = await egress.send({
      url: delivery.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Platform-Webhooks/1',
        'x-platform-topic': delivery.topic,
        'x-platform-signature': `sha256=${signature}`,
        'x-platform-timestamp': String(timestamp),
        ...(delivery.standardWebhooks ? standardHeaders(secret, delivery, timestamp) : {}),
      },
      body: delivery.body,
      timeoutMs: TIMEOUT_MS,
    });
    const retryAfter = headers['retry-after'];
    return {
      ...attempt,
      latencyMs: attempt.latencyMs(),
      statusCode: status,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
      error: null,
    };
  } catch (error) {
    // Whatever an app's server or the way there does wrong is an outcome, never our failure.
    const message = error instanceof Error ? error.message : String(error);
    return {
      ...attempt,
      latencyMs: attempt.latencyMs(),
      statusCode: null,
      retryAfter: null,
      error: message.slice(0, 300),
    };
  }
}

async function note(
  ctx: IslandContext,
  { id, lease }: ClaimedDelivery,
  { sentAt, signature, statusCode, latencyMs, error }: Outcome,
  { status, nextAttemptAt }: AfterAttempt,
): Promise<void> {
  await sql`
    UPDATE apps.deliveries
    SET status = ${status}, attempts = attempts + 1, sent_at = ${sentAt}, signature = ${signature},
      last_status_code = ${statusCode}, latency_ms = ${latencyMs}, last_error = ${error},
      delivered_at = CASE WHEN ${status === 'delivered'} THEN clock_timestamp() END,
      next_attempt_at = ${nextAttemptAt}, claimed_until = NULL
    WHERE id = ${id} AND claimed_until = ${lease}::timestamptz`.execute(statements(ctx));
}
