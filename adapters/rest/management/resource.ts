import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface ResourceOptions {
  /** The API's origin; null to use each request's origin. */
  readonly publicOriginApi: string | null;
  /** The authorization server's origin; null to use each request's origin. */
  readonly publicOriginAuth: string | null;
}

const METADATA_PATH = '/.well-known/oauth-protected-resource/api/dev';

const originOf = (configured: string | null, { protocol, host }: FastifyRequest) =>
  new URL(configured ?? `${protocol}://${host}`).origin;

/** Returns the address of the metadata document below, for a given request. */
export const metadataUrl = (publicOriginApi: string | null, request: FastifyRequest): string =>
  `${originOf(publicOriginApi, request)}${METADATA_PATH}`;

/**
 * Names the authorization server that issues the management API's access tokens (RFC 9728;
 * docs/interface/oauth.md#device-sign-in).
 */
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
