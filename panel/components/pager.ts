import { useState } from 'react';

/** Rows per list page. */
export const PAGE_SIZE = 20;

/** The current position in a paged list. */
export interface Pager {
  /** 1 for the first page. */
  readonly number: number;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly previous: () => void;
  readonly next: () => void;
}

interface PageInfo {
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
}

/**
 * Pages through rows that are already loaded, for lists that are always short. `key` is the same as for
 * `usePager`.
 */
export function useRowPager<TRow>(
  rows: readonly TRow[] | undefined,
  key: string,
): { readonly rows: readonly TRow[] | undefined; readonly pager: Pager } {
  const { after, pagerOf } = usePager(key);
  const from = Number(after ?? 0);
  const until = from + PAGE_SIZE;
  return {
    rows: rows?.slice(from, until),
    pager: pagerOf({ endCursor: String(until), hasNextPage: (rows?.length ?? 0) > until }),
  };
}

/**
 * Pages through a connection by its cursors. `after` is the operation's variable; `pagerOf(pageInfo)` returns
 * the buttons. A different `key`, e.g. another filter, starts at the first page.
 */
export function usePager(key: string): {
  readonly after: string | null;
  readonly pagerOf: (pageInfo: PageInfo | undefined) => Pager;
} {
  const [place, setPlace] = useState<{ readonly key: string; readonly cursors: readonly string[] }>({
    key,
    cursors: [],
  });
  const cursors = place.key === key ? place.cursors : [];
  const go = (to: readonly string[]) => setPlace({ key, cursors: to });
  return {
    after: cursors.at(-1) ?? null,
    pagerOf: (pageInfo) => ({
      number: cursors.length + 1,
      hasPrevious: cursors.length > 0,
      hasNext: pageInfo?.hasNextPage === true && pageInfo.endCursor !== null,
      previous: () => go(cursors.slice(0, -1)),
      next: () => pageInfo?.endCursor && go([...cursors, pageInfo.endCursor]),
    }),
  };
}
