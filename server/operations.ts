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
import * as authoring from '#subgraphs/apps/authoring/operations/generated.ts';
import * as billing from '#subgraphs/apps/billing/operations/generated.ts';
import * as emails from '#subgraphs/apps/emails/operations/generated.ts';
import * as identity from '#subgraphs/apps/identity/operations/generated.ts';
import * as installs from '#subgraphs/apps/installs/operations/generated.ts';
import * as themeCopies from '#subgraphs/apps/themes/operations/generated.ts';
import * as triggers from '#subgraphs/apps/webhooks/triggers/generated.ts';
import * as channels from '#subgraphs/catalog/channels/operations/generated.ts';
import * as injections from '#subgraphs/catalog/injections/operations/generated.ts';
import * as catalogMedia from '#subgraphs/catalog/media/operations/generated.ts';
import * as catalogStorefronts from '#subgraphs/catalog/storefronts/operations/generated.ts';
import * as themes from '#subgraphs/catalog/themes/operations/generated.ts';
import * as catalogTransfers from '#subgraphs/catalog/transfer/operations/generated.ts';
import * as bookings from '#subgraphs/checkout/bookings/operations/generated.ts';
import * as conversations from '#subgraphs/checkout/conversations/operations/generated.ts';
import * as folio from '#subgraphs/checkout/folio/operations/generated.ts';
import * as housekeeping from '#subgraphs/checkout/housekeeping/operations/generated.ts';
import * as invoices from '#subgraphs/checkout/invoices/operations/generated.ts';
import * as automaticMessages from '#subgraphs/checkout/messages/operations/generated.ts';
import * as checkout from '#subgraphs/checkout/operations/generated.ts';
import * as reports from '#subgraphs/checkout/reports/operations/generated.ts';
import * as requests from '#subgraphs/checkout/requests/operations/generated.ts';
import * as reservations from '#subgraphs/checkout/reservations/operations/generated.ts';
import * as stays from '#subgraphs/checkout/stays/operations/generated.ts';
import * as payments from '#subgraphs/payments/operations/generated.ts';
import * as tasks from '#subgraphs/tasks/operations/generated.ts';

/**
 * Every internal operation in the product. `npm run codegen` plans them; a process compiles them right after
 * its start, or on first use.
 */
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
  authoring,
  billing,
  emails,
  identity,
  installs,
  triggers,
  channels,
  injections,
  catalogMedia,
  catalogStorefronts,
  themeCopies,
  themes,
  catalogTransfers,
  bookings,
  conversations,
  automaticMessages,
  checkout,
  folio,
  invoices,
  reports,
  housekeeping,
  stays,
  requests,
  reservations,
  payments,
  tasks,
].flatMap((folder) => Object.values(folder));
