import type { SubgraphContext } from '#db/context.ts';

/** A listener for changes to storefronts and their offers, but not to nights. */
export interface ChangeHearer {
  /**
   * Called with the property's id if only that property and its unit types changed, and with null for any
   * other change to the storefront.
   */
  readonly onStorefront: (storefrontId: number, propertyId: number | null) => void;
  /** Called if changes may have been missed, or everything changed. */
  readonly onGap: () => void;
}

/** Changes in the catalog's tables, from PostgreSQL notifications (db/migrations, catalog-changes). */
export interface Changes {
  readonly hear: (hearer: ChangeHearer) => void;
  /**
   * Announces this process's own change to a storefront or to one of its properties: listeners learn about it
   * immediately, before PostgreSQL notifies them.
   */
  readonly announce: (storefrontId: number, propertyId?: number | null) => void;
  /** Resolves once the listener is active: anything read after that stays fresh. */
  readonly listening: () => Promise<void>;
}

/** Creates the process's only listener; it starts listening on first use. */
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
