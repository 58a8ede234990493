import { parentPort } from 'node:worker_threads';
import { readFeedEvents } from '../domain/feed-events.ts';
import { UnreadableFeed } from '../domain/feed-lines.ts';
import type { FeedAnswer, FeedJob } from './feed-thread.ts';

parentPort?.postMessage('ready');

// The thread of store/feed-thread.ts: one calendar at a time.
parentPort?.on('message', ({ text, today, until, ...job }: FeedJob) => {
  const date = (iso: string) => Temporal.PlainDate.from(iso);
  parentPort?.postMessage(
    answer(() => readFeedEvents(text, { ...job, today: date(today), until: date(until) })),
  );
});

function answer(read: () => ReturnType<typeof readFeedEvents>): FeedAnswer {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableFeed) return { problem: error.problem };
    throw error;
  }
}
