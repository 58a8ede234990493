import { channel } from 'node:diagnostics_channel';

/**
 * Events counted where they happen, with their labels (docs/interface/operations.md#figures). Labels have few
 * values, all ours: never an id, and never text from a caller, an app or a guest.
 */
export interface Happenings {
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
  readonly toolCall: { readonly tool: string; readonly outcome: 'answered' | 'refused' | 'failed' };
}
export type HappeningName = keyof Happenings;

/** A happening as published. */
export interface Happening {
  readonly name: HappeningName;
  readonly labels: Readonly<Record<string, string>>;
  /** Number of occurrences, or a measured amount. */
  readonly amount: number;
}

/** Node diagnostics channel for happenings. Without a subscriber, publishing only costs a flag check. */
export const HAPPENING_CHANNEL = 'platform:happening';
const happening = channel(HAPPENING_CHANNEL);

/** Counts a happening; call it after its transaction, not inside. */
export function happened<N extends HappeningName>(name: N, labels: Happenings[N], amount = 1): void {
  if (happening.hasSubscribers && amount > 0) happening.publish({ name, labels, amount } satisfies Happening);
}
