import { MAX_FEED_EVENTS } from '#schema/limits.ts';
import type { ReadingProblem } from './feed-state.ts';

/** A feed that shows nothing that can be relied on. */
export class UnreadableFeed extends Error {
  override readonly name = 'UnreadableFeed';
  readonly problem: ReadingProblem;

  constructor(problem: ReadingProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** Properties that decide which nights an event takes; texts, addresses and attendees are not even looked at. */
const READ =
  /^(?:VERSION|UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|TZID|TZOFFSETFROM|TZOFFSETTO|X-LODGING-CALENDAR|X-LODGING-VIA)[;:]/i;
const MARK = /^(BEGIN|END):([\w-]{1,40})[ \t]*$/i;
const DEEPEST = 6;

/**
 * The lines of an iCalendar file that are read, unfolded (RFC 5545 section 3.1). Throws `UnreadableFeed` unless the file is whole: it
 * begins with VCALENDAR, everything that begins ends, and it ends with VCALENDAR.
 */
export function readLines(text: string): readonly string[] {
  const kept: string[] = [];
  const open: string[] = [];
  let calendars = 0;
  let events = 0;
  for (const line of text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r\n|\r|\n/)) {
    if (line.trim() === '') continue;
    const [, mark, given = ''] = MARK.exec(line) ?? [];
    const name = given.toUpperCase();
    if (mark === undefined) {
      if (open.length === 0) throw new UnreadableFeed('NOT_A_CALENDAR');
      if (READ.test(line)) kept.push(line);
      continue;
    }
    if (mark.toUpperCase() === 'BEGIN') {
      if ((open.length === 0) !== (name === 'VCALENDAR') || open.length >= DEEPEST)
        throw new UnreadableFeed('NOT_A_CALENDAR');
      if (name === 'VCALENDAR') calendars += 1;
      if (name === 'VEVENT') events += 1;
      open.push(name);
    } else if (open.pop() !== name) throw new UnreadableFeed('NOT_A_CALENDAR');
    kept.push(`${mark.toUpperCase()}:${name}`);
  }
  if (open.length > 0 || calendars === 0) throw new UnreadableFeed('NOT_A_CALENDAR');
  if (events > MAX_FEED_EVENTS) throw new UnreadableFeed('TOO_MANY_EVENTS');
  return kept;
}
