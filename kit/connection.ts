import { badInput } from './errors.ts';

/** Entries a page of a connection has where no one says, and at most (docs/interface/graphql.md#lists). */
export const DEFAULT_PAGE = 50;
export const LARGEST_PAGE = 100;

/** Which page of a list a caller asks for: from its start by `first` and `after`, from its end by `last` and `before`. */
export interface Listing {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
}

/** The numbers a row is ordered by, one for each column of the list's order: what its cursor holds. */
export type Key = readonly [number] | readonly [number, number];

/** The part of a list that a page shows: the entries between two keys, counted from the first of them or from the last. */
export interface Slice<K extends Key> {
  readonly size: number;
  /** Counted from the last; rows are then read in reverse. */
  readonly backward: boolean;
  readonly after: K | null;
  readonly before: K | null;
}

/** One page of a list, in the shape of every connection of the SDL. */
export interface Page<Row> {
  readonly nodes: readonly Row[];
  /** Made where it is read, with a cursor each: most ask for `nodes`. */
  readonly edges: readonly { readonly cursor: string; readonly node: Row }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

/** The slice a caller asks for of a list that is ordered by so many numbers. Throws `BAD_USER_INPUT`. */
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

/**
 * The page of the rows of a slice, which were read from the side it is counted from, with a limit of one more than it has.
 * `keyOf` gives the numbers that a row is ordered by.
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

/** The page of a list that has nothing for the caller. */
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

const writeCursor = (key: Key) => Buffer.from(key.join('.')).toString('base64url');

function readCursor(
  argument: 'after' | 'before',
  cursor: string | null | undefined,
  length: number,
): Key | null {
  if (cursor == null) return null;
  const [one, two, ...more] = Buffer.from(cursor, 'base64url').toString().split('.');
  if (length === 1 && isPlace(one) && two === undefined) return [Number(one)];
  if (length === 2 && isPlace(one) && isPlace(two) && more.length === 0) return [Number(one), Number(two)];
  const source = argument === 'after' ? 'endCursor' : 'startCursor';
  throw badInput(`${argument} must be the ${source} of another page.`);
}

/** The last millisecond of JavaScript's dates. No number that a list is ordered by is larger. */
const LARGEST_PLACE = 8_640_000_000_000_000;

const isPlace = (part: string | undefined): part is string =>
  part !== undefined && /^\d{1,16}$/.test(part) && Number(part) <= LARGEST_PLACE;
