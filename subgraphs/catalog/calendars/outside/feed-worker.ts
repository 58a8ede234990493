import { serveThread } from '#kit/thread-work.ts';
import { readFeedEvents } from '../domain/feed-events.ts';
import { UnreadableFeed } from '../domain/feed-lines.ts';
import type { FeedAnswer, FeedJob } from './feed-thread.ts';

const date = (iso: string) => Temporal.PlainDate.from(iso);

serveThread<FeedJob, FeedAnswer>(({ text, today, until, ...job }) => {
  try {
    return readFeedEvents(text, { ...job, today: date(today), until: date(until) });
  } catch (error) {
    if (error instanceof UnreadableFeed) return { problem: error.problem };
    throw error;
  }
});
