/** A page of a connection, as operations request it. */
interface PageOf<Entry> {
  readonly nodes: readonly Entry[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/**
 * Reads a connection's entries, page by page: this API returns whole lists
 * (docs/interface/management.md#endpoints).
 */
export async function allOf<Entry>(
  read: (after: string | null) => Promise<PageOf<Entry>>,
): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (let after: string | null = null; ; ) {
    const { nodes, pageInfo } = await read(after);
    entries.push(...nodes);
    if (!pageInfo.hasNextPage) return entries;
    after = pageInfo.endCursor;
  }
}
