import { openBoundedThread } from '#kit/bounded-thread.ts';
import type { FeedFile } from '../domain/feed-events.ts';
import type { ReadingProblem } from '../domain/feed-state.ts';

/** A calendar to read; dates as `YYYY-MM-DD`. */
export interface FeedJob {
  readonly text: string;
  readonly timeZone: string;
  readonly today: string;
  readonly until: string;
  readonly own: readonly string[];
  readonly direct: readonly string[];
}

/** Events of a calendar, or the problem that kept it from being read. */
export type FeedAnswer = FeedFile | { readonly problem: ReadingProblem };

/** Reads calendars on a bounded thread: a file may be large, and a rule may recur forever. Teams are served in rotation. */
export interface FeedThread {
  readonly read: (job: FeedJob, teamId: number) => Promise<FeedAnswer>;
}

/** A few hundred times what the largest calendar takes. */
const TIMEOUT_MS = 15_000;

/** Opens it; the thread starts with the first calendar, and keeps no process alive. */
export function openFeedThread(timeoutMs = TIMEOUT_MS): FeedThread {
  const thread = openBoundedThread<FeedJob, FeedAnswer>(new URL('./feed-worker.ts', import.meta.url), {
    memoryMb: 256,
    timeoutMs,
    maxAnswerBytes: 8_000_000,
  });
  return {
    async read(job, teamId) {
      const run = await thread.run(job, teamId);
      return 'answer' in run ? run.answer : { problem: 'TOO_MANY_EVENTS' };
    },
  };
}
