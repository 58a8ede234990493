import * as storefronts from '#adapters/generated.ts';
import * as lodging from '#adapters/lodging/generated.ts';
import * as tools from '#adapters/mcp/tools/generated.ts';
import * as resources from '#adapters/mcp/transport/generated.ts';
import * as profile from '#adapters/mcp/ucp/generated.ts';
import * as media from '#adapters/media/generated.ts';
import * as oauth from '#adapters/oauth/generated.ts';
import * as panel from '#adapters/panel-api/generated.ts';
import * as acp from '#adapters/rest/acp/generated.ts';
import * as management from '#adapters/rest/management/generated.ts';
import * as pages from '#adapters/storefront-pages/generated.ts';
import * as transfers from '#adapters/transfers/generated.ts';
import * as callers from '#gateway/http/generated.ts';
import type { Operation } from '#kit/execute.ts';
import * as apps from '#subgraphs/apps/operations/generated.ts';
import * as catalog from '#subgraphs/catalog/operations/generated.ts';
import * as checkout from '#subgraphs/checkout/operations/generated.ts';
import * as payments from '#subgraphs/payments/operations/generated.ts';
import * as tasks from '#subgraphs/tasks/operations/generated.ts';

/** Every internal operation of the product. `npm run codegen` plans them; a process compiles them right after its start, or when one is asked for. */
export const OPERATIONS: readonly Operation<never, never>[] = [
  storefronts,
  lodging,
  media,
  profile,
  tools,
  resources,
  oauth,
  panel,
  acp,
  management,
  pages,
  transfers,
  callers,
  apps,
  catalog,
  checkout,
  payments,
  tasks,
].flatMap((folder) => Object.values(folder));
