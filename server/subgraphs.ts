import type { ServiceBase, Services } from '#db/context.ts';
import type { SealedColumn, SubgraphDefinition } from '#db/subgraph.ts';
import { openDocumentCheck } from '#gateway/documents/document-check.ts';
import { apps } from '#subgraphs/apps/index.ts';
import { catalog } from '#subgraphs/catalog/index.ts';
import { checkout } from '#subgraphs/checkout/index.ts';
import { payments } from '#subgraphs/payments/index.ts';
import { tasks } from '#subgraphs/tasks/index.ts';

/** All subgraphs, in supergraph order. This is the only such list. */
export const SUBGRAPHS: readonly SubgraphDefinition[] = [apps, catalog, checkout, payments, tasks];

/** Every column with sealed values. */
export const SEALED_COLUMNS: readonly SealedColumn[] = SUBGRAPHS.flatMap(({ sealed = [] }) => sealed);

/** One process's services, with a way to end them. */
export interface OpenServices {
  readonly services: Services;
  readonly close: () => Promise<void>;
}

/** Opens every subgraph's services; they close in reverse order. */
export function openServices(opened: Omit<ServiceBase, 'documentCheck'>): OpenServices {
  const base: ServiceBase = { ...opened, documentCheck: openDocumentCheck() };
  // Each subgraph's `open` returns its declared part of the type.
  const services = Object.assign({}, ...SUBGRAPHS.map(({ open }) => open?.(base) ?? {})) as Services;
  return {
    services,
    async close() {
      for (const { close } of SUBGRAPHS.toReversed()) await close?.(services);
    },
  };
}
