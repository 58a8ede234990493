import { channel } from 'node:diagnostics_channel';

/**
 * Events counted where they happen, with their labels (docs/interface/operations.md#figures). Labels have few
 * values, all ours: never an id, and never text from a caller, an app or a guest.
 */
export interface Metrics {
  /** An event was published, and its transaction has committed. */
  readonly event: { readonly event: string };
  readonly hold: { readonly outcome: 'placed' | 'refused' | 'confirmed' | 'released' | 'cancelled' };
  readonly holdRefusal: { readonly code: string };
  /** A subgraph returned a user error. */
  readonly refusal: { readonly subgraph: string; readonly code: string };
  readonly webhookAttempt: { readonly outcome: string };
  /** Seconds from writing a delivery until it arrives. */
  readonly webhookLag: Readonly<Record<string, never>>;
  readonly slaFallback: Readonly<Record<string, never>>;
  /** A payment session entered a state. */
  readonly paymentSession: { readonly state: string };
  readonly costThrottle: { readonly budget: string };
  readonly rateLimitHit: { readonly limit: string };
  /** A run of a recurring job ended. */
  readonly recurringRun: { readonly job: string; readonly outcome: 'done' | 'failed' };
  readonly toolCall: { readonly tool: string; readonly outcome: 'answered' | 'refused' | 'failed' };
}
export type MetricName = keyof Metrics;

/** A metric as published. */
export interface Metric {
  readonly name: MetricName;
  readonly labels: Readonly<Record<string, string>>;
  /** Number of occurrences, or a measured amount. */
  readonly amount: number;
}

/** Node diagnostics channel for metrics. Without a subscriber, publishing only costs a flag check. */
export const METRIC_CHANNEL = 'platform:metric';
const metrics = channel(METRIC_CHANNEL);

/** Counts an event; call it after its transaction, not inside. */
export function recordMetric<N extends MetricName>(name: N, labels: Metrics[N], amount = 1): void {
  if (metrics.hasSubscribers && amount > 0) metrics.publish({ name, labels, amount } satisfies Metric);
}
