import type { SubgraphContext } from '#db/context.ts';

/** Who wants to know when anyone changes a storefront, or anything it sells, save its nights. */
export interface ChangeHearer {
  readonly onStorefront: (storefrontId: number) => void;
  /** Changes may have been missed, or everything changed. */
  readonly onGap: () => void;
}

/** Changes of the catalog's tables as PostgreSQL notifies of them (db/migrations, catalog-changes). */
export interface Changes {
  readonly hear: (hearer: ChangeHearer) => void;
  /** This process has just changed a storefront: listeners know at once, not only when PostgreSQL notifies them. */
  readonly announce: (storefrontId: number) => void;
  /** Resolves once changes are heard: what is read from then on stays fresh. */
  readonly listening: () => Promise<void>;
}

/** Opens the one listener of a process; it listens once it is asked to. */
export function openChanges(db: SubgraphContext['db']): Changes {
  const hearers: ChangeHearer[] = [];
  let listening: Promise<void> | null = null;

  function onPayload(payload: string): void {
    const [kind, id] = payload.split(' ');
    if (kind === 'storefront') announce(Number(id));
    else onGap();
  }
  function announce(storefrontId: number): void {
    for (const hearer of hearers) hearer.onStorefront(storefrontId);
  }
  function onGap(): void {
    for (const hearer of hearers) hearer.onGap();
  }

  return {
    hear: (hearer) => void hearers.push(hearer),
    announce,
    listening() {
      listening ??= db.listen('catalog', { onPayload, onGap }).catch((error: unknown) => {
        listening = null;
        throw error;
      });
      return listening;
    },
  };
}
