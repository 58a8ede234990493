import { openBoundedThread } from '#kit/bounded-thread.ts';
import type { FeedFile } from '../domain/feed-events.ts';
import type { ReadingProblem } from '../domain/feed-state.ts';

/** A calendar to read; dates as `YYYY-MM-DD`. */
export interface FeedJob {
  readonly text: string;
  readonly timeZone: string;
  readonly checkIn: number;
  readonly today: string;
  readonly until: string;
  readonly own: readonly string[];
  readonly direct: readonly string[];
}

/** A calendar's events, or the problem that prevented reading. */
export type FeedAnswer = FeedFile | { readonly problem: ReadingProblem };

/** Result of a read, with the time it took on the thread. */
export interface FeedRun {
  readonly ms: number;
  readonly answer: FeedAnswer;
}

/** Reads calendars on a bounded thread, since a file may be large and full of rules. Teams are served in rotation. */
export interface FeedThread {
  readonly read: (job: FeedJob, teamId: number) => Promise<FeedRun>;
  /** Starts the thread, once, so that the first calendar doesn't wait for it. */
  readonly warm: () => void;
}

/**
 * Time limit per file. The limit on counted steps (domain/feed-work.ts) ends a job sooner; this limit is for
 * uncounted work.
 */
export const FEED_THREAD_MS = 5_000;

const EMPTY: FeedJob = {
  text: 'BEGIN:VCALENDAR\nEND:VCALENDAR',
  timeZone: 'UTC',
  checkIn: 0,
  today: '2026-01-01',
  until: '2026-01-02',
  own: [],
  direct: [],
};

/** Opens the feed thread. It starts with the first calendar and doesn't keep the process alive. */
export function openFeedThread(timeoutMs = FEED_THREAD_MS): FeedThread {
  const thread = openBoundedThread<FeedJob, FeedAnswer>(new URL('./feed-worker.ts', import.meta.url), {
    memoryMb: 128,
    timeoutMs,
    maxAnswerBytes: 8_000_000,
  });
  let isWarm = false;
  return {
    warm() {
      if (isWarm) return;
      isWarm = true;
      void thread.run(EMPTY, 'warm-up').catch(() => undefined); // the next job reports the error
    },
    async read(job, teamId) {
      const { ms, ...run } = await thread.run(job, teamId);
      return { ms, answer: 'answer' in run ? run.answer : { problem: 'TOO_MANY_EVENTS' } };
    },
  };
}
