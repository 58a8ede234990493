import * as z from 'zod';
import { readJson } from '#kit/text.ts';
import { MAX_CHANNEL_CHANGES } from '#schema/limits.ts';
import type { AppAnswer } from './channel-answers.ts';

/** A channel's error codes for a single change. */
export const ARI_ERRORS = [
  'unknown_room',
  'unknown_rate',
  'currency_mismatch',
  'out_of_range',
  'internal',
] as const;

/** The reason a channel refused a change in a message; changes are numbered from 0. */
export interface AriFault {
  readonly change: number;
  readonly code: (typeof ARI_ERRORS)[number];
  readonly message?: string | undefined;
}

const Fault = z.object({
  change: z.int().min(0),
  code: z.enum(ARI_ERRORS),
  message: z.string().max(300).optional(),
});

const Answer = z.union([
  z.object({ accepted: z.literal(true) }),
  z.object({ accepted: z.literal(false), errors: z.array(Fault).min(1).max(MAX_CHANNEL_CHANGES) }),
]);

/** A message that its channel received. */
export interface Received {
  /** Changes that the channel didn't accept; null if it acknowledges the message later. */
  readonly faults: readonly AriFault[] | null;
  /** HTTP status; null if the channel acknowledged the message later. */
  readonly status: number | null;
}

/** A message that its channel didn't receive. */
export interface NotReceived {
  readonly problem: string;
  readonly status: number | null;
}

/** Outcome of sending a message once, expressed as the engine's moves (`db/jobs/lease-states.ts`). */
export type PushOutcome =
  | { readonly move: 'finish'; readonly done: Received }
  | { readonly move: 'retry'; readonly problem: NotReceived }
  /** The channel has declined further updates for the property. */
  | { readonly move: 'give_up'; readonly problem: NotReceived };

/** Time for a channel to acknowledge a message after a 202. */
export const ACKNOWLEDGE_MS = 10 * 60_000;

/**
 * Delays before the next message after the first, second, and later consecutive failures; the last one
 * repeats.
 */
const AGAIN_AFTER_MS = [1_000, 5_000, 30_000, 120_000, 300_000] as const;
const JITTER = 0.1;

/** Retries for updates, counted in consecutive failures: they end only with the connection. */
export const PUSH_RETRIES = { delaysMs: AGAIN_AFTER_MS, jitter: JITTER, isEndless: true } as const;

/** The longest possible wait before a message's next attempt. */
export const LONGEST_AGAIN_MS = Math.max(...AGAIN_AFTER_MS) * (1 + JITTER);

const GONE = 'returned status 410: it no longer accepts updates for this property';

/**
 * Interprets an app's response to a message with the given number of changes
 * (docs/interface/channels.md#responses).
 */
export function pushOutcome({ status, body, failure }: AppAnswer, changes: number): PushOutcome {
  if (status === null) return failed(`didn’t respond: ${failure ?? 'no response'}`, status);
  if (status === 202) return { move: 'finish', done: { faults: null, status } };
  if (status === 410) return { move: 'give_up', problem: { problem: GONE, status } };
  if (status !== 200) return failed(`returned status ${status}`, status);
  const read = Answer.safeParse(readJson(body));
  if (!read.success) return failed('returned a body that can’t be read', status);
  return outcomeOfFaults(read.data.accepted ? [] : read.data.errors, { changes, status });
}

/**
 * Outcome for the errors in a response or a late acknowledgment. An error for a change that the message
 * doesn't contain fails the whole message.
 */
export function outcomeOfFaults(
  faults: readonly AriFault[],
  { changes, status }: { readonly changes: number; readonly status: number | null },
): PushOutcome {
  const strange = faults.find(({ change }) => change >= changes);
  if (strange)
    return failed(`reported change ${strange.change}, but the message had only ${changes}`, status);
  return { move: 'finish', done: { faults, status } };
}

const failed = (problem: string, status: number | null): PushOutcome => ({
  move: 'retry',
  problem: { problem, status },
});

/** True if the change's nights are sent again; otherwise they wait until something else changes. */
export const isRetried = ({ code }: Pick<AriFault, 'code'>): boolean =>
  code === 'internal' || code === 'currency_mismatch';

/** True for an error in the room's mapping: the room gets no updates until a host maps it again. */
export const stopsRoom = ({ code }: Pick<AriFault, 'code'>): boolean =>
  code === 'unknown_room' || code === 'unknown_rate';
