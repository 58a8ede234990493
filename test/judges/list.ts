import { acpSchemas, acpSchemasJanuary } from './acp-schemas.ts';
import { apolloClient } from './apollo-client.ts';
import { federationAudit } from './federation-audit.ts';
import { graphqlHttp } from './graphql-http.ts';
import type { Judge } from './judge.ts';
import { lighthouse } from './lighthouse.ts';
import { mcpConformance, mcpConformanceAlpha } from './mcp-conformance.ts';
import { oauthClients } from './oauth-clients.ts';
import { redocly, spectral } from './openapi-linters.ts';
import { prism } from './prism.ts';
import { relay } from './relay.ts';
import { simpleOauth2 } from './simple-oauth2.ts';
import { standardWebhooks } from './standard-webhooks.ts';
import { ucpLodging } from './ucp-lodging.ts';
import { ucpSchemas } from './ucp-schemas.ts';
import { ucpSchemasNewer } from './ucp-schemas-newer.ts';
import { urql } from './urql.ts';

/** All judges, in the page's order: agents, GraphQL, apps, management API, guests' pages. */
export const JUDGES: readonly Judge[] = [
  ucpSchemas,
  ucpSchemasNewer,
  ucpLodging,
  acpSchemas,
  acpSchemasJanuary,
  mcpConformance,
  mcpConformanceAlpha,
  federationAudit,
  graphqlHttp,
  relay,
  urql,
  apolloClient,
  oauthClients,
  simpleOauth2,
  standardWebhooks,
  redocly,
  spectral,
  prism,
  lighthouse,
];
