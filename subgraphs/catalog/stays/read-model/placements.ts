import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { InjectionPlacementEntity, type InjectionPlacementRow } from '../../store/entities.ts';
import type { Changes } from './changes.ts';
import { keepByStorefront } from './kept-by-storefront.ts';

type Rows = readonly InjectionPlacementRow[];

/** Apps' placements, cached in memory and keyed by storefront. */
export interface Placements {
  /** A storefront's published placements, in page order. */
  readonly published: (storefrontId: number) => Rows | Promise<Rows>;
}

/** Opens the process's only cache of placements. */
export function openPlacements({
  db,
  changes,
}: Pick<SubgraphContext, 'db'> & { readonly changes: Changes }): Placements {
  return {
    published: keepByStorefront(changes, (id) => {
      const where = { storefront: id, status: 'published' } as const;
      return reader({ db }).find(InjectionPlacementEntity, where, { orderBy: [...IN_ORDER] });
    }),
  };
}

/** Groups placements by target, in their order. */
export const IN_ORDER = [{ target: 'asc' }, { position: 'asc' }, { id: 'asc' }] as const;
