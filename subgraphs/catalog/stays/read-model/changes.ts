import type { SubgraphContext } from '#db/context.ts';

/** Who wants to know when anyone changes a storefront, or anything it sells, save its nights. */
export interface ChangeHearer {
  /** Where one property alone changed, with what it sells, its id; null for anything of the storefront. */
  readonly onStorefront: (storefrontId: number, propertyId: number | null) => void;
  /** Changes may have been missed, or everything changed. */
  readonly onGap: () => void;
}

/** Changes of the catalog's tables as PostgreSQL notifies of them (db/migrations, catalog-changes). */
export interface Changes {
  readonly hear: (hearer: ChangeHearer) => void;
  /**
   * This process has just changed a storefront, or one property of it alone: listeners know at once, not only when PostgreSQL
   * notifies them.
   */
  readonly announce: (storefrontId: number, propertyId?: number | null) => void;
  /** Resolves once changes are heard: what is read from then on stays fresh. */
  readonly listening: () => Promise<void>;
}

/** Opens the one listener of a process; it listens once it is asked to. */
export function openChanges(db: SubgraphContext['db']): Changes {
  const hearers: ChangeHearer[] = [];
  let listening: Promise<void> | null = null;

  function onPayload(payload: string): void {
    const [kind, id, of, propertyId] = payload.split(' ');
    if (kind === 'storefront') tell(Number(id), of === 'property' ? Number(propertyId) : null);
    else onGap();
  }
  function tell(storefrontId: number, propertyId: number | null): void {
    for (const hearer of hearers) hearer.onStorefront(storefrontId, propertyId);
  }
  function onGap(): void {
    for (const hearer of hearers) hearer.onGap();
  }

  return {
    hear: (hearer) => void hearers.push(hearer),
    announce: (storefrontId, propertyId = null) => tell(storefrontId, propertyId),
    listening() {
      listening ??= db.listen('catalog', { onPayload, onGap }).catch((error: unknown) => {
        listening = null;
        throw error;
      });
      return listening;
    },
  };
}
