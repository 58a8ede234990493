import * as z from 'zod';
import { readJson } from '#kit/text.ts';
import { MAX_CHANNEL_CHANGES } from '#schema/limits.ts';
import type { AppAnswer } from './channel-answers.ts';

export const MESSAGE_OUTCOMES = ['sending', 'waiting', 'accepted', 'partly_accepted', 'failed'] as const;

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

/** What came of a message: all of it or all but some changes were taken, it will be acknowledged later, or it is sent again. */
export type PushOutcome =
  | { readonly kind: 'accepted'; readonly faults: readonly AriFault[] }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly problem: string };

/** A channel has this long to acknowledge what it answered with 202. */
export const ACKNOWLEDGE_MS = 10 * 60_000;

/** How long after the first failure in a row, the second, and so on, the next message is made; the last one repeats. */
const AGAIN_AFTER_MS = [1_000, 5_000, 30_000, 120_000, 300_000] as const;

/** When the next message follows a failure; `random` in [0, 1) spreads those that failed together over a tenth more. */
export function againAfterMs(failures: number, random: number): number {
  const place = Math.min(Math.max(failures, 1), AGAIN_AFTER_MS.length) - 1;
  return Math.round((AGAIN_AFTER_MS[place] ?? 0) * (1 + random / 10));
}

/** Reads what an app answered to a message of so many changes (docs/interface/channels.md#answers). */
export function pushOutcome({ status, body, failure }: AppAnswer, changes: number): PushOutcome {
  if (status === null) return failed(`did not answer: ${failure ?? 'no response'}`);
  if (status === 202) return { kind: 'waiting' };
  if (status === 410) return { kind: 'gone' };
  if (status !== 200) return failed(`answered with status ${status}`);
  const read = Answer.safeParse(readJson(body));
  if (!read.success) return failed('answered with a body that cannot be read');
  return read.data.accepted ? { kind: 'accepted', faults: [] } : outcomeOfFaults(read.data.errors, changes);
}

/** What follows from faults, however they were told: one that names no change of the message is about all of it. */
export function outcomeOfFaults(faults: readonly AriFault[], changes: number): PushOutcome {
  const strange = faults.find(({ change }) => change >= changes);
  if (strange) return failed(`named change ${strange.change}, but the message had ${changes}`);
  return { kind: 'accepted', faults };
}

const failed = (problem: string): PushOutcome => ({ kind: 'failed', problem });

/** Whether nights of a change with this fault are sent again: others are left out until something else changes. */
export const isRetried = ({ code }: Pick<AriFault, 'code'>): boolean =>
  code === 'internal' || code === 'currency_mismatch';

/** Whether a fault is about the room's mapping: nothing is sent of the room until a host maps it again. */
export const stopsRoom = ({ code }: Pick<AriFault, 'code'>): boolean =>
  code === 'unknown_room' || code === 'unknown_rate';

/** No message to a channel waits longer for its next attempt. */
export const LONGEST_AGAIN_MS = Math.max(...AGAIN_AFTER_MS) * 1.1;
