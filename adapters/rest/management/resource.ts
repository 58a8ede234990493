import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface ResourceOptions {
  /** Origin of the API; null for the one of each request. */
  readonly publicOriginApi: string | null;
  /** Origin of the authorization server; null for the one of each request. */
  readonly publicOriginAuth: string | null;
}

const METADATA_PATH = '/.well-known/oauth-protected-resource/api/dev';

const originOf = (configured: string | null, { protocol, host }: FastifyRequest) =>
  new URL(configured ?? `${protocol}://${host}`).origin;

/** Address of the document below, as a request sees it. */
export const metadataUrl = (publicOriginApi: string | null, request: FastifyRequest): string =>
  `${originOf(publicOriginApi, request)}${METADATA_PATH}`;

/** Reports which authorization server issues the access tokens of the management API (RFC 9728; docs/interface/oauth.md#device-sign-in). */
export function resourceMetadata(
  app: FastifyInstance,
  { publicOriginApi, publicOriginAuth }: ResourceOptions,
): void {
  app.get(METADATA_PATH, async (request) => ({
    resource: `${originOf(publicOriginApi, request)}/api/dev`,
    authorization_servers: [originOf(publicOriginAuth, request)],
    scopes_supported: ['develop-apps'],
    bearer_methods_supported: ['header'],
  }));
}
