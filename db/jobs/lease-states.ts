/** States for leased work. */
export const LEASE_STATES = ['waiting', 'leased', 'done', 'given_up'] as const;
export type LeaseState = (typeof LEASE_STATES)[number];

/** An item's moves. Every statement that changes an item's state makes one move. */
export const LEASE_MOVE_NAMES = ['claim', 'lapse', 'finish', 'retry', 'postpone', 'give_up'] as const;
export type LeaseMove = (typeof LEASE_MOVE_NAMES)[number];

interface Move {
  readonly from: LeaseState;
  readonly to: LeaseState;
  /**
   * Added to the item's attempts. A claim counts before the work begins, so an attempt whose process dies
   * counts too.
   */
  readonly attempts: -1 | 0 | 1;
}

/** Moves by name. */
export const LEASE_MOVES: Readonly<Record<LeaseMove, Move>> = {
  claim: { from: 'waiting', to: 'leased', attempts: 1 },
  // No statement records this: the lease ends because the process died or lost the database.
  lapse: { from: 'leased', to: 'waiting', attempts: 0 },
  finish: { from: 'leased', to: 'done', attempts: 0 },
  retry: { from: 'leased', to: 'waiting', attempts: 0 },
  // The item wasn't at fault, e.g. its team's budget is used up.
  postpone: { from: 'leased', to: 'waiting', attempts: -1 },
  give_up: { from: 'leased', to: 'given_up', attempts: 0 },
};

/** Move of an item whose table stores states as statuses. */
export interface StoredMove<Status extends string> extends Pick<Move, 'attempts'> {
  readonly from: Status;
  readonly to: Status;
}

/** Returns the table of moves with the statuses that a type of work stores, for the statements that make the moves. */
export function storedMoves<Status extends string>(
  statuses: Readonly<Record<LeaseState, Status>>,
): Readonly<Record<LeaseMove, StoredMove<Status>>> {
  const moves = LEASE_MOVE_NAMES.map((name) => {
    const { from, to, attempts } = LEASE_MOVES[name];
    return [name, { from: statuses[from], to: statuses[to], attempts }] as const;
  });
  return Object.fromEntries(moves) as Record<LeaseMove, StoredMove<Status>>; // has every name
}

/** Retries for one type of work. */
export interface RetryPolicy {
  /** Milliseconds before the second attempt, the third, and so on. */
  readonly delaysMs: readonly number[];
  /** True to repeat the last delay, so that the item is never given up on. */
  readonly isEndless?: boolean;
  /** Each delay is longer by up to this fraction, so that items that failed together don't retry together. */
  readonly jitter?: number;
  /**
   * Maximum number of attempts, including attempts whose process died; one more than the number of delays if
   * omitted.
   */
  readonly mostAttempts?: number;
}

/** One attempt's outcome, as `send` returns it. */
export type Sent<Done, Problem> =
  | { readonly move: 'finish'; readonly done: Done }
  /** It may succeed later, after the policy's next delay or after `inMs`. */
  | { readonly move: 'retry'; readonly problem: Problem; readonly inMs?: number }
  | { readonly move: 'postpone'; readonly inMs: number }
  | { readonly move: 'give_up'; readonly problem: Problem };

/** One attempt's outcome, as `record` stores it. */
export type Recording<Done, Problem> =
  | { readonly move: 'finish'; readonly done: Done }
  | { readonly move: 'retry'; readonly problem: Problem; readonly inMs: number }
  | { readonly move: 'postpone'; readonly inMs: number }
  /** The problem is null if the process died during every attempt. */
  | { readonly move: 'give_up'; readonly problem: Problem | null };

/** Returns false if an item has used up its attempts. `attempts` includes the current attempt. */
export function mayAttempt(policy: RetryPolicy, attempts: number): boolean {
  const { delaysMs, isEndless = false, mostAttempts = delaysMs.length + 1 } = policy;
  return isEndless || attempts <= mostAttempts;
}

/**
 * Returns the milliseconds between this attempt and the next, or null if this attempt was the last. `random`
 * is in [0, 1).
 */
export function retryInMs(policy: RetryPolicy, attempts: number, random: number): number | null {
  const { delaysMs, isEndless = false, jitter = 0 } = policy;
  const place = Math.max(1, attempts) - 1;
  const delayMs = delaysMs[place] ?? (isEndless ? delaysMs.at(-1) : undefined);
  return delayMs === undefined ? null : Math.round(delayMs * (1 + jitter * random));
}

/** Decides an attempt's move: a retry becomes `give_up` if no attempt is left. */
export function afterSend<Done, Problem>(
  policy: RetryPolicy,
  sent: Sent<Done, Problem>,
  { attempts, random }: { readonly attempts: number; readonly random: number },
): Recording<Done, Problem> {
  if (sent.move !== 'retry') return sent;
  const { problem } = sent;
  const delayMs = retryInMs(policy, attempts, random);
  if (delayMs === null || !mayAttempt(policy, attempts + 1)) return { move: 'give_up', problem };
  return { move: 'retry', problem, inMs: sent.inMs ?? delayMs };
}
