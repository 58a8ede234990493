import { channel } from 'node:diagnostics_channel';

/**
 * What is counted where it happens, with its labels (docs/interface/operations.md#figures). Labels have few values, all of
 * them ours: never an id, and never what a caller, an app or a guest wrote.
 */
export interface Happenings {
  /** An event was published, and its transaction has committed. */
  readonly event: { readonly event: string };
  readonly hold: { readonly outcome: 'placed' | 'refused' | 'confirmed' | 'released' | 'cancelled' };
  readonly holdRefusal: { readonly code: string };
  /** A subgraph answered with a user error. */
  readonly refusal: { readonly subgraph: string; readonly code: string };
  readonly webhookAttempt: { readonly outcome: string };
  /** Seconds from the writing of a delivery until it arrived. */
  readonly webhookLag: Readonly<Record<string, never>>;
  readonly slaFallback: Readonly<Record<string, never>>;
  /** A payment session came into a state. */
  readonly paymentSession: { readonly state: string };
  readonly costThrottle: { readonly budget: string };
  readonly rateLimitHit: { readonly limit: string };
  readonly toolCall: { readonly tool: string; readonly outcome: 'answered' | 'refused' | 'failed' };
}
export type HappeningName = keyof Happenings;

/** One of them, as it is published. */
export interface Happening {
  readonly name: HappeningName;
  readonly labels: Readonly<Record<string, string>>;
  /** How many there were, or how much it was. */
  readonly amount: number;
}

/** Where they are published, by Node's names. Nothing listens, and it costs a look at a flag, unless figures are kept. */
export const HAPPENING_CHANNEL = 'platform:happening';
const happening = channel(HAPPENING_CHANNEL);

/** Counts something that has happened: after its transaction, not in it. */
export function happened<N extends HappeningName>(name: N, labels: Happenings[N], amount = 1): void {
  if (happening.hasSubscribers && amount > 0) happening.publish({ name, labels, amount } satisfies Happening);
}
