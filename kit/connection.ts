import { badInput } from './errors.ts';

/** Entries a page of a connection has where nobody says, and at most (docs/interface/graphql.md#lists). */
export const DEFAULT_PAGE = 50;
export const LARGEST_PAGE = 100;

/** Which page of a list a caller asks for. */
export interface Listing {
  readonly first?: number | null;
  readonly after?: string | null;
}

/** One page of a list, in the shape of every connection of the SDL. */
export interface Page<Row> {
  readonly nodes: readonly Row[];
  readonly edges: readonly { readonly cursor: string; readonly node: Row }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** How many entries a page is to have. Throws `BAD_USER_INPUT` outside 1 to 100. */
export function pageSize(first: number | null | undefined): number {
  const size = first ?? DEFAULT_PAGE;
  if (size >= 1 && size <= LARGEST_PAGE) return size;
  throw badInput(`first must be between 1 and ${LARGEST_PAGE}.`);
}

/**
 * The page of rows that were found with a limit of one more than the page has. `keyOf` gives the numbers that a row is
 * ordered by; they are its cursor.
 */
export function pageOf<Row>(
  found: readonly Row[],
  size: number,
  keyOf: (row: Row) => readonly number[],
): Page<Row> {
  const nodes = found.slice(0, size);
  const edges = nodes.map((node) => ({ cursor: writeCursor(keyOf(node)), node }));
  return {
    nodes,
    edges,
    pageInfo: { hasNextPage: found.length > size, endCursor: edges.at(-1)?.cursor ?? null },
  };
}

const writeCursor = (key: readonly number[]) => Buffer.from(key.join('.')).toString('base64url');

/** The last millisecond of JavaScript's dates. No number that a list is ordered by is larger. */
const LARGEST_PART = 8_640_000_000_000_000;

const isPart = (part: string) => /^\d{1,16}$/.test(part) && Number(part) <= LARGEST_PART;

/** The numbers in a cursor, one for each that a list is ordered by; null where none is given. Throws `BAD_USER_INPUT`. */
export function readCursor(after: string | null | undefined, length: 1): readonly [number] | null;
export function readCursor(after: string | null | undefined, length: 2): readonly [number, number] | null;
export function readCursor(after: string | null | undefined, length: number): readonly number[] | null {
  if (after == null) return null;
  const parts = Buffer.from(after, 'base64url').toString().split('.');
  if (parts.length === length && parts.every(isPart)) return parts.map(Number);
  throw badInput('after must be the endCursor of an earlier page.');
}
