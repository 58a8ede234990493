import * as z from 'zod';
import { readJson } from '#kit/text.ts';
import { MAX_CHANNEL_CHANGES } from '#schema/limits.ts';
import type { AppAnswer } from './channel-answers.ts';

/** What a channel can say of one change. */
export const ARI_ERRORS = [
  'unknown_room',
  'unknown_rate',
  'currency_mismatch',
  'out_of_range',
  'internal',
] as const;

/** Why a channel did not take one change of a message, which counts from 0. */
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

/** A message that its channel has. */
export interface Taken {
  /** Changes that the channel didn't accept; null if it acknowledges the message later. */
  readonly faults: readonly AriFault[] | null;
  /** HTTP status; null if the channel acknowledged the message later. */
  readonly status: number | null;
}

/** A message that its channel doesn't have. */
export interface NotTaken {
  readonly problem: string;
  readonly status: number | null;
}

/** Outcome of sending a message once, as the engine's moves (`db/jobs/lease-states.ts`). */
export type PushOutcome =
  | { readonly move: 'finish'; readonly done: Taken }
  | { readonly move: 'retry'; readonly problem: NotTaken }
  /** The channel no longer wants the property's updates. */
  | { readonly move: 'give_up'; readonly problem: NotTaken };

/** A channel has this long to acknowledge what it answered with 202. */
export const ACKNOWLEDGE_MS = 10 * 60_000;

/** How long after the first failure in a row, the second, and so on, the next message is made; the last one repeats. */
const AGAIN_AFTER_MS = [1_000, 5_000, 30_000, 120_000, 300_000] as const;
const JITTER = 0.1;

/** Retries of updates, counted by failures in a row: they only end with the connection. */
export const PUSH_RETRIES = { delaysMs: AGAIN_AFTER_MS, jitter: JITTER, isEndless: true } as const;

/** No message to a channel waits longer for its next attempt. */
export const LONGEST_AGAIN_MS = Math.max(...AGAIN_AFTER_MS) * (1 + JITTER);

const GONE = 'answered with status 410: it does not want to hear of this property';

/** Reads what an app answered to a message of so many changes (docs/interface/channels.md#answers). */
export function pushOutcome({ status, body, failure }: AppAnswer, changes: number): PushOutcome {
  if (status === null) return failed(`did not answer: ${failure ?? 'no response'}`, status);
  if (status === 202) return { move: 'finish', done: { faults: null, status } };
  if (status === 410) return { move: 'give_up', problem: { problem: GONE, status } };
  if (status !== 200) return failed(`answered with status ${status}`, status);
  const read = Answer.safeParse(readJson(body));
  if (!read.success) return failed('answered with a body that cannot be read', status);
  return outcomeOfFaults(read.data.accepted ? [] : read.data.errors, { changes, status });
}

/** What follows from faults, however they were told: one that names no change of the message is about all of it. */
export function outcomeOfFaults(
  faults: readonly AriFault[],
  { changes, status }: { readonly changes: number; readonly status: number | null },
): PushOutcome {
  const strange = faults.find(({ change }) => change >= changes);
  if (strange) return failed(`named change ${strange.change}, but the message had ${changes}`, status);
  return { move: 'finish', done: { faults, status } };
}

const failed = (problem: string, status: number | null): PushOutcome => ({
  move: 'retry',
  problem: { problem, status },
});

/** Whether nights of a change with this fault are sent again: others are left out until something else changes. */
export const isRetried = ({ code }: Pick<AriFault, 'code'>): boolean =>
  code === 'internal' || code === 'currency_mismatch';

/** Whether a fault is about the room's mapping: nothing is sent of the room until a host maps it again. */
export const stopsRoom = ({ code }: Pick<AriFault, 'code'>): boolean =>
  code === 'unknown_room' || code === 'unknown_rate';
