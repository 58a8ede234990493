import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Counter, Histogram, type Registry } from 'prom-client';
import { METRIC_CHANNEL, type Metric, type MetricName, type Metrics } from '#kit/metrics.ts';
import type { EventName } from '#schema/events.ts';

type Counted = Exclude<MetricName, 'event' | 'webhookLag'>;

/** Counters' names, meanings and labels. */
const COUNTERS: {
  readonly [N in Counted]: readonly [name: string, help: string, labels: readonly (keyof Metrics[N])[]];
} = {
  hold: ['platform_holds_total', 'Night holds by action; retries count again.', ['outcome']],
  holdRefusal: ['platform_hold_refusals_total', "Reasons why nights weren't held.", ['code']],
  refusal: ['platform_refusals_total', 'User errors that subgraphs returned.', ['subgraph', 'code']],
  webhookAttempt: ['platform_webhook_attempts_total', 'Attempts to deliver webhooks.', ['outcome']],
  slaFallback: [
    'platform_sla_fallbacks_total',
    'Tasks that no app assigned in time and that went to the host.',
    [],
  ],
  paymentSession: ['platform_payment_sessions_total', 'Payment sessions that entered a state.', ['state']],
  costThrottle: ['platform_cost_throttles_total', 'Operations refused for lack of points.', ['budget']],
  rateLimitHit: ['platform_rate_limit_hits_total', 'Requests beyond a rate limit.', ['limit']],
  recurringRun: ['platform_recurring_runs_total', 'Runs of recurring jobs.', ['job', 'outcome']],
  toolCall: ['platform_tool_calls_total', 'MCP tool calls.', ['tool', 'outcome']],
};

/** Events that are booking outcomes. */
const OUTCOMES: Partial<Record<string, string>> = {
  'booking.created': 'created',
  'booking.confirmed': 'confirmed',
  'booking.cancelled': 'cancelled',
  'booking.expired': 'expired',
} satisfies Partial<Record<EventName, string>>;

/**
 * Counts published metrics into a registry (docs/interface/operations.md#figures). Returns a function that
 * stops the counting.
 */
export function keepFigures(registry: Registry): () => void {
  const registers = [registry];
  const bookings = new Counter({
    name: 'platform_bookings_total',
    help: 'Bookings by outcome, once committed.',
    labelNames: ['outcome'],
    registers,
  });
  const lag = new Histogram({
    name: 'platform_webhook_lag_seconds',
    help: 'Time from writing a webhook to its delivery.',
    buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600, 14_400],
    registers,
  });
  const counters = new Map(
    Object.entries(COUNTERS).map(([happening, [name, help, labels]]) => [
      happening,
      new Counter({ name, help, labelNames: [...labels], registers }),
    ]),
  );
  const listen = (message: unknown) => {
    const { name, labels, amount } = message as Metric; // this channel carries only metrics
    if (name === 'webhookLag') return lag.observe(amount);
    if (name !== 'event') return counters.get(name)?.inc(labels, amount);
    const outcome = OUTCOMES[labels.event ?? ''];
    if (outcome) bookings.inc({ outcome }, amount);
  };
  subscribe(METRIC_CHANNEL, listen);
  return () => unsubscribe(METRIC_CHANNEL, listen);
}
