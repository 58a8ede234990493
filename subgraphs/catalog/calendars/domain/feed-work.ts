import { UnreadableFeed } from './feed-lines.ts';

/** A file's cost, counted instead of timed, so that the same file always has the same outcome. */
export interface Work {
  /** Throws `UnreadableFeed` once the file has used up its steps. */
  readonly spend: (steps: number) => void;
}

/** This many steps take at most a second, and are fifty times the cost of 2,000 stays. */
const MOST_STEPS = 500_000;

export function newWork(most = MOST_STEPS): Work {
  let left = most;
  return {
    spend(steps) {
      left -= steps;
      if (left < 0) throw new UnreadableFeed('TOO_MANY_EVENTS');
    },
  };
}
