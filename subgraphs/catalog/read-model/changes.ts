import type { IslandContext } from '#db/context.ts';

/** Who wants to know when anyone changes a storefront, or anything it sells, save its nights. */
export interface ChangeHearer {
  readonly onStorefront: (storefrontId: number) => void;
  /** Changes may have been missed, or everything changed. */
  readonly onGap: () => void;
}

/** Changes of the catalog's tables as PostgreSQL tells them (db/migrations, catalog-changes). */
export interface Changes {
  readonly hear: (hearer: ChangeHearer) => void;
  /** Resolves once changes are heard: what is read from then on stays fresh. */
  readonly listening: () => Promise<void>;
}

const CHANGES = new WeakMap<IslandContext['db'], Changes>();

/** The changes of a database; one listener in a process. */
export function changesOf({ db }: Pick<IslandContext, 'db'>): Changes {
  const known = CHANGES.get(db);
  if (known) return known;
  const opened = openChanges(db);
  CHANGES.set(db, opened);
  return opened;
}

function openChanges(db: IslandContext['db']): Changes {
  const hearers: ChangeHearer[] = [];
  let listening: Promise<void> | null = null;

  function onPayload(payload: string): void {
    const [kind, id] = payload.split(' ');
    for (const hearer of hearers) {
      if (kind === 'storefront') hearer.onStorefront(Number(id));
      else hearer.onGap();
    }
  }
  function onGap(): void {
    for (const hearer of hearers) hearer.onGap();
  }

  return {
    hear: (hearer) => void hearers.push(hearer),
    listening() {
      listening ??= db.listen('catalog', { onPayload, onGap }).catch((error: unknown) => {
        listening = null;
        throw error;
      });
      return listening;
    },
  };
}
