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
