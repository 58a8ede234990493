import type { ServiceBase, Services } from '#db/context.ts';
import type { SealedColumn, SubgraphDefinition } from '#db/subgraph.ts';
import { apps } from '#subgraphs/apps/index.ts';
import { catalog } from '#subgraphs/catalog/index.ts';
import { checkout } from '#subgraphs/checkout/index.ts';
import { payments } from '#subgraphs/payments/index.ts';
import { tasks } from '#subgraphs/tasks/index.ts';

/** Every subgraph of the product, in the order the supergraph names them. The one list of them. */
export const SUBGRAPHS: readonly SubgraphDefinition[] = [apps, catalog, checkout, payments, tasks];

/** Every column that holds sealed values. */
export const SEALED_COLUMNS: readonly SealedColumn[] = SUBGRAPHS.flatMap(({ sealed = [] }) => sealed);

/** The services of one process, and how to end them. */
export interface OpenServices {
  readonly services: Services;
  readonly close: () => Promise<void>;
}

/** Opens every subgraph; they are closed in the reverse order. */
export function openServices(base: ServiceBase): OpenServices {
  // Each subgraph's `open` returns the part of the type that it declares.
  const services = Object.assign({}, ...SUBGRAPHS.map(({ open }) => open?.(base) ?? {})) as Services;
  return {
    services,
    async close() {
      for (const { close } of SUBGRAPHS.toReversed()) await close?.(services);
    },
  };
}
