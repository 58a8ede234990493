import { type BoundedThread, openBoundedThread } from '#kit/bounded-thread.ts';
import { type WantedFile, type WantedProperty, type WantedUnitType, WrongFile } from './wanted.ts';
import type { WantedBooking, WantedBookings } from './wanted-bookings.ts';
import type { Around } from './web-page/draft-of-page.ts';

/** A host's file to parse. */
export type ParseJob =
  | { readonly kind: 'platform_json'; readonly file: Uint8Array }
  | {
      readonly kind: 'csv';
      readonly file: Uint8Array;
      /** The currencies of the storefront's properties, by their ids in files. */
      readonly currencies: readonly (readonly [string, string])[];
    }
  | { readonly kind: 'bookings'; readonly file: Uint8Array }
  | { readonly kind: 'web_page'; readonly file: Uint8Array; readonly around: Around };

/** A parsed file, its reservations, a page's draft as a file, or an error message for the host. */
export type ParseAnswer =
  | { readonly wanted: WantedFile }
  | { readonly reservations: WantedBookings }
  | { readonly draft: string }
  | { readonly wrong: string };

export type ParseThread = BoundedThread<ParseJob, ParseAnswer>;

/** Several times the needs of the largest valid file: docs/interface/import.md#files. */
const LIMITS = { memoryMb: 512, timeoutMs: 20_000, maxAnswerBytes: 60_000_000 } as const;

export const openParseThread = (): ParseThread =>
  openBoundedThread(new URL('./parse-worker.ts', import.meta.url), LIMITS, joinAnswer);

/** Parts of a large result: unit types have up to two years of nights each. */
type Part =
  | { readonly file: Omit<WantedFile, 'properties'> }
  | { readonly property: Omit<WantedProperty, 'unitTypes'> }
  | { readonly unitType: WantedUnitType }
  | { readonly rest: Omit<WantedBookings, 'bookings'> }
  | { readonly bookings: readonly WantedBooking[] };

/** Reservations per part. */
const BOOKINGS_PER_PART = 500;

/** Splits a result so that no part takes long to read. */
export function splitAnswer(answer: ParseAnswer): readonly unknown[] {
  if ('reservations' in answer) return splitBookings(answer.reservations);
  if (!('wanted' in answer)) return [answer];
  const { properties, ...file } = answer.wanted;
  return properties.reduce<Part[]>(
    (parts, { unitTypes, ...property }) => {
      parts.push({ property }, ...unitTypes.map((unitType) => ({ unitType })));
      return parts;
    },
    [{ file }],
  );
}

function splitBookings({ bookings, ...rest }: WantedBookings): readonly Part[] {
  const parts: Part[] = [{ rest }];
  for (let at = 0; at < bookings.length; at += BOOKINGS_PER_PART)
    parts.push({ bookings: bookings.slice(at, at + BOOKINGS_PER_PART) });
  return parts;
}

/** Reassembles a result from its parts. */
export function joinAnswer(parts: readonly unknown[]): ParseAnswer {
  const [first, ...others] = parts as readonly [ParseAnswer | Part, ...Part[]]; // splitAnswer made them
  if ('rest' in first) {
    const bookings = others.flatMap((part) => ('bookings' in part ? part.bookings : []));
    return { reservations: { ...first.rest, bookings } };
  }
  if (!('file' in first)) return first as ParseAnswer; // it isn't a part
  const properties: (Omit<WantedProperty, 'unitTypes'> & { unitTypes: WantedUnitType[] })[] = [];
  for (const part of others) {
    if ('property' in part) properties.push({ ...part.property, unitTypes: [] });
    if ('unitType' in part) properties.at(-1)?.unitTypes.push(part.unitType);
  }
  return { wanted: { ...first.file, properties } };
}

const OVERRUNS = {
  time: 'The file takes too long to read. Split it into several.',
  memory: 'The file takes too much memory to read. Split it into several.',
  answer: 'The file contains too much. Split it into several.',
} as const;

/** Parses a team's file; throws `WrongFile` if it's invalid or exceeds a limit. */
async function parse(
  thread: ParseThread,
  job: ParseJob,
  teamId: number,
): Promise<Exclude<ParseAnswer, { readonly wrong: string }>> {
  const run = await thread.run(job, teamId);
  if ('overrun' in run) throw new WrongFile(OVERRUNS[run.overrun]);
  if ('wrong' in run.answer) throw new WrongFile(run.answer.wrong);
  return run.answer;
}

/** Parses an import's file. */
export async function parseFile(
  thread: ParseThread,
  job: Extract<ParseJob, { readonly kind: 'platform_json' | 'csv' }>,
  teamId: number,
): Promise<WantedFile> {
  const answer = await parse(thread, job, teamId);
  if ('wanted' in answer) return answer.wanted;
  throw new Error('A file was read as a page.');
}

/** Parses a file's reservations. */
export async function parseBookings(
  thread: ParseThread,
  file: Uint8Array,
  teamId: number,
): Promise<WantedBookings> {
  const answer = await parse(thread, { kind: 'bookings', file }, teamId);
  if ('reservations' in answer) return answer.reservations;
  throw new Error('Reservations were read as something else.');
}

/** Converts a page to a draft file. */
export async function parsePage(
  thread: ParseThread,
  job: Omit<Extract<ParseJob, { readonly kind: 'web_page' }>, 'kind'>,
  teamId: number,
): Promise<string> {
  const answer = await parse(thread, { kind: 'web_page', ...job }, teamId);
  if ('draft' in answer) return answer.draft;
  throw new Error('A page was read as a file.');
}
