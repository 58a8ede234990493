import { badInput } from './errors.ts';

/** Default and maximum page size (docs/interface/graphql.md#lists). */
export const DEFAULT_PAGE = 50;
export const LARGEST_PAGE = 100;

/** A requested page: from the list's start with `first` and `after`, from its end with `last` and `before`. */
export interface Listing {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
}

/** A row's sort key, one value per column in the list's order; cursors contain it. */
export type Key = readonly [number] | readonly [number, number] | TextKey;

/** Sort key of a list that is ordered by text, then by id. */
export type TextKey = readonly [text: string, id: number];

/** A page's part of a list: the entries between two keys, counted from the first or the last. */
export interface Slice<K extends Key> {
  readonly size: number;
  /** True if counted from the last entry; rows are then read in reverse. */
  readonly backward: boolean;
  readonly after: K | null;
  readonly before: K | null;
}

/** One page of a list, in the SDL's connection shape. */
export interface Page<Row> {
  readonly nodes: readonly Row[];
  /** Built only when read, because each entry needs a cursor and most callers request `nodes`. */
  readonly edges: readonly { readonly cursor: string; readonly node: Row }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

/** Reads the requested slice for a list ordered by this many numbers. Throws `BAD_USER_INPUT`. */
export function readSlice(listing: Listing, length: 1): Slice<readonly [number]>;
export function readSlice(listing: Listing, length: 2): Slice<readonly [number, number]>;
export function readSlice({ first, after, last, before }: Listing, length: number): Slice<Key> {
  const backward = last != null;
  return {
    size: backward ? pageSize('last', last) : pageSize('first', first ?? DEFAULT_PAGE),
    backward,
    after: readCursor('after', after, length),
    before: readCursor('before', before, length),
  };
}

/** Reads the requested slice for a list ordered by text and id. Throws `BAD_USER_INPUT`. */
export function readTextSlice({ first, after, last, before }: Listing): Slice<TextKey> {
  const backward = last != null;
  return {
    size: backward ? pageSize('last', last) : pageSize('first', first ?? DEFAULT_PAGE),
    backward,
    after: readTextCursor('after', after),
    before: readTextCursor('before', before),
  };
}

/**
 * Makes a page from a slice's rows, which were read from the end that the slice counts from, with a limit one
 * above the slice's. `keyOf` returns a row's sort key.
 */
export function pageOf<Row, K extends Key>(
  found: readonly Row[],
  { size, backward, after, before }: Slice<K>,
  keyOf: (row: Row) => NoInfer<K>,
): Page<Row> {
  const kept = found.slice(0, size);
  const nodes = backward ? kept.reverse() : kept;
  const cursorOf = (node: Row): string => writeCursor(keyOf(node));
  const [first] = nodes;
  const last = nodes.at(-1);
  const more = found.length > size;
  return {
    nodes,
    get edges() {
      return nodes.map((node) => ({ cursor: cursorOf(node), node }));
    },
    pageInfo: {
      hasNextPage: backward ? before !== null : more,
      hasPreviousPage: backward ? more : after !== null,
      startCursor: first === undefined ? null : cursorOf(first),
      endCursor: last === undefined ? null : cursorOf(last),
    },
  };
}

/** Returns a page for a list without visible entries. */
export function emptyPage<Row>(): Page<Row> {
  return {
    nodes: [],
    edges: [],
    pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
  };
}

function pageSize(argument: 'first' | 'last', size: number): number {
  if (size >= 1 && size <= LARGEST_PAGE) return size;
  throw badInput(`${argument} must be between 1 and ${LARGEST_PAGE}.`);
}

/** A text comes last, because it can contain dots. */
const writeCursor = ([one, ...more]: Key) =>
  Buffer.from(typeof one === 'string' ? `${more.join('.')}.${one}` : [one, ...more].join('.')).toString(
    'base64url',
  );

function readCursor(
  argument: 'after' | 'before',
  cursor: string | null | undefined,
  length: number,
): Key | null {
  if (cursor == null) return null;
  const [one, two, ...more] = Buffer.from(cursor, 'base64url').toString().split('.');
  if (length === 1 && isPlace(one) && two === undefined) return [Number(one)];
  if (length === 2 && isPlace(one) && isPlace(two) && more.length === 0) return [Number(one), Number(two)];
  throw wrongCursor(argument);
}

/** Characters in a cursor's text; names are shorter. */
const LONGEST_TEXT = 1_000;

function readTextCursor(argument: 'after' | 'before', cursor: string | null | undefined): TextKey | null {
  if (cursor == null) return null;
  const given = Buffer.from(cursor, 'base64url').toString();
  const [id, ...parts] = given.split('.');
  const text = parts.join('.');
  if (parts.length > 0 && isPlace(id) && text.length <= LONGEST_TEXT && !text.includes('\0'))
    return [text, Number(id)];
  throw wrongCursor(argument);
}

const wrongCursor = (argument: 'after' | 'before') =>
  badInput(`${argument} must be the ${argument === 'after' ? 'endCursor' : 'startCursor'} of another page.`);

/** Largest timestamp in a JavaScript date, in milliseconds. Sort keys are never larger. */
const LARGEST_PLACE = 8_640_000_000_000_000;

const isPlace = (part: string | undefined): part is string =>
  part !== undefined && /^\d{1,16}$/.test(part) && Number(part) <= LARGEST_PLACE;
