import type { FeedNote } from './feed-notes.ts';

/** Feed states, based on recent reads (docs/interface/ical.md#states). */
export const FEED_STATUSES = ['fresh', 'late', 'failing', 'paused'] as const;
export type FeedStatus = (typeof FEED_STATUSES)[number];

/** Problems found in a read. */
export const FEED_PROBLEMS = [
  ...(['UNREACHABLE', 'TIMED_OUT', 'REFUSED', 'ADDRESS_REFUSED'] as const),
  ...(['NOT_A_CALENDAR', 'TOO_LARGE', 'TOO_MANY_EVENTS', 'FEED_SHRANK'] as const),
] as const;
export type FeedProblem = (typeof FEED_PROBLEMS)[number];

/** Problems that make a read count as missed. */
export type ReadingProblem = Exclude<FeedProblem, 'FEED_SHRANK'>;

/** Inputs for the next state. */
export interface FeedState {
  readonly missed: number;
  readonly createdAt: Date;
  readonly lastGoodAt: Date | null;
}

export interface FeedMove {
  readonly status: FeedStatus;
  readonly problem: FeedProblem | null;
  readonly missed: number;
  /** True if the feed currently withholds units from agents. */
  readonly holdsBack: boolean;
}

const HOUR_MS = 3_600_000;
/** Number of missed reads that make a feed late. */
const LATE_AFTER = 2;
/** A feed without a good read for this long is failing. */
const FAILING_AFTER_MS = 6 * HOUR_MS;
/** A feed is paused after this long without a good read; units it holds back stay held back. */
const PAUSED_AFTER_MS = 7 * 24 * HOUR_MS;

/**
 * The state after a good read. Reading a shrunken feed still counts as good: the feed is available, and only
 * its losses await the host's decision.
 */
export const afterGoodReading = (shrank: boolean): FeedMove => ({
  status: 'fresh',
  problem: shrank ? 'FEED_SHRANK' : null,
  missed: 0,
  holdsBack: false,
});

/** The state after a read without reliable contents. */
export function afterMissedReading(feed: FeedState, problem: ReadingProblem, now: Date): FeedMove {
  const missed = feed.missed + 1;
  const silentMs = now.getTime() - (feed.lastGoodAt ?? feed.createdAt).getTime();
  const status = statusOf(missed, silentMs, feed.lastGoodAt === null);
  return { status, problem, missed, holdsBack: status === 'failing' || status === 'paused' };
}

function statusOf(missed: number, silentMs: number, neverRead: boolean): FeedStatus {
  if (missed >= LATE_AFTER && silentMs >= PAUSED_AFTER_MS) return 'paused';
  if (missed >= LATE_AFTER && silentMs >= FAILING_AFTER_MS) return 'failing';
  return neverRead || missed >= LATE_AFTER ? 'late' : 'fresh';
}

interface NextReading {
  readonly intervalMs: number;
  /** Consecutive slow reads. */
  readonly slow: number;
  /** 0 to 1. */
  readonly chance: number;
}

/** A slow feed's longest interval. */
const SLOWEST_MS = 6 * HOUR_MS;

/**
 * Time of the next read. It varies by a tenth of the interval, so that feeds added together spread out. Each
 * slow read doubles the interval, up to 6 hours.
 */
export function nextReading(now: Date, { intervalMs, slow, chance }: NextReading): Date {
  const growing = Math.max(intervalMs, Math.min(SLOWEST_MS, intervalMs * 2 ** Math.min(slow, 16)));
  return new Date(now.getTime() + Math.round(growing * (0.9 + 0.2 * chance)));
}

/** The longest wait between two reads. */
export const longestReadingMs = (intervalMs: number): number => 1.1 * Math.max(intervalMs, SLOWEST_MS);

/** True for problems that use up a read's time limit. */
export const isSlow = (problem: ReadingProblem): boolean =>
  problem === 'TIMED_OUT' || problem === 'TOO_MANY_EVENTS';

/** Text for a problem, with the first affected line. */
export const feedProblemText = (problem: FeedProblem | FeedNote, line: string | null): string =>
  FEED_PROBLEM_TEXTS[problem] + (line === null ? '' : ` First such line: ${line}`);

/** Problem texts for the host. */
const FEED_PROBLEM_TEXTS: Readonly<Record<FeedProblem | FeedNote, string>> = {
  UNREACHABLE: 'We can’t reach the calendar’s server. We’ll keep trying.',
  TIMED_OUT: 'The calendar’s server didn’t respond within 10 seconds. We’ll keep trying.',
  REFUSED: 'The calendar’s server returned an error. If this continues, copy the calendar’s link again.',
  ADDRESS_REFUSED: 'We can’t read this address. It must be a public https address with few redirects.',
  NOT_A_CALENDAR: 'The response isn’t a complete calendar. Copy the link to the calendar’s export again.',
  TOO_LARGE: 'The calendar is larger than 1 MB. Export fewer events.',
  TOO_MANY_EVENTS: 'The calendar has more than 2,000 events, or they recur too often. Export fewer events.',
  FEED_SHRANK:
    'More than half of the upcoming events disappeared from this calendar. Their nights stay blocked for 24 hours or until you confirm the change.',
  PARTLY_READ:
    'Some dates in this calendar can’t be read. The other events block their nights, and no nights are released.',
  UNKNOWN_ZONE: 'This calendar uses an unknown time zone. Its times are read in the property’s time zone.',
};
