import type { ReadingProblem } from './feed-state.ts';

/** A feed without reliable contents. */
export class UnreadableFeed extends Error {
  override readonly name = 'UnreadableFeed';
  readonly problem: ReadingProblem;

  constructor(problem: ReadingProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** A component's property. */
export interface Line {
  /** Upper case. */
  readonly name: string;
  /** Parameters by upper-case name, without quotes. */
  readonly params: ReadonlyMap<string, string>;
  readonly value: string;
  /** The unfolded line. */
  readonly text: string;
}

export interface Component {
  /** Upper case, e.g. `VEVENT`. */
  readonly name: string;
  readonly lines: readonly Line[];
  readonly parts: readonly Component[];
}

/**
 * Properties that decide which nights an event takes; free text, addresses and attendees are skipped
 * unparsed.
 */
const READ =
  /^(?:UID|SEQUENCE|DTSTART|DTEND|DURATION|RRULE|EXRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|FREEBUSY|TZID|TZOFFSETFROM|TZOFFSETTO|X-LIC-LOCATION|X-LODGING-CALENDAR|X-LODGING-VIA)[;:]/i;
/** Their values have no colon, so the value follows the line's last colon. A time zone name before it may have colons. */
const WITHOUT_COLON = /^(?:DTSTART|DTEND|DURATION|RDATE|EXDATE|RECURRENCE-ID|FREEBUSY)$/;
const MARK = /^(BEGIN|END):([\w-]{1,40})[ \t]*$/i;
const DEEPEST = 6;

interface OpenComponent {
  readonly name: string;
  readonly lines: Line[];
  readonly parts: OpenComponent[];
}

/**
 * Reads an iCalendar file's calendars with the relevant properties, unfolded (RFC 5545 section 3.1). Throws
 * `UnreadableFeed` unless the file is complete: it starts and ends with VCALENDAR, and every component is
 * closed.
 */
export function readCalendars(text: string): readonly Component[] {
  const calendars: OpenComponent[] = [];
  const open: OpenComponent[] = [];
  for (const line of text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r\n|\r|\n/)) {
    if (line.trim() === '') continue;
    const [, mark, given = ''] = MARK.exec(line) ?? [];
    const inside = open.at(-1);
    if (mark === undefined) {
      if (!inside) throw new UnreadableFeed('NOT_A_CALENDAR');
      if (READ.test(line)) inside.lines.push(readLine(line));
      continue;
    }
    const name = given.toUpperCase();
    if (mark.toUpperCase() === 'END') {
      if (open.pop()?.name !== name) throw new UnreadableFeed('NOT_A_CALENDAR');
      continue;
    }
    if ((inside === undefined) !== (name === 'VCALENDAR') || open.length >= DEEPEST)
      throw new UnreadableFeed('NOT_A_CALENDAR');
    const component = { name, lines: [], parts: [] };
    (inside?.parts ?? calendars).push(component);
    open.push(component);
  }
  if (open.length > 0 || calendars.length === 0) throw new UnreadableFeed('NOT_A_CALENDAR');
  return calendars;
}

function readLine(text: string): Line {
  const nameEnd = text.search(/[;:]/);
  const name = text.slice(0, nameEnd).toUpperCase();
  const valueFrom = WITHOUT_COLON.test(name) ? text.lastIndexOf(':') : firstColon(text);
  const params = valueFrom > nameEnd ? readParams(text.slice(nameEnd + 1, valueFrom)) : new Map();
  return { name, params, value: text.slice(valueFrom + 1).trim(), text };
}

/** The first colon outside quotes, or simply the first if a quote isn't closed. */
function firstColon(text: string): number {
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted;
    if (text[at] === ':' && !isQuoted) return at;
  }
  return text.indexOf(':');
}

function readParams(text: string): ReadonlyMap<string, string> {
  const params = new Map<string, string>();
  let isQuoted = false;
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted;
    if (at < text.length && (text[at] !== ';' || isQuoted)) continue;
    const [name = '', ...value] = text.slice(from, at).split('=');
    params.set(name.trim().toUpperCase(), value.join('=').replaceAll('"', '').trim());
    from = at + 1;
  }
  return params;
}
