import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface ResourceOptions {
  /** Origin of the API; null for the one of each request. */
  readonly publicOriginApi: string | null;
  /** Origin of the authorization server; null for the one of each request. */
  readonly publicOriginAuth: string | null;
}

/** Reports which authorization server issues the access tokens of the management API (RFC 9728; docs/interface/oauth.md#device-sign-in). */
export function resourceMetadata(
  app: FastifyInstance,
  { publicOriginApi, publicOriginAuth }: ResourceOptions,
): void {
  const originOf = (configured: string | null, { protocol, host }: FastifyRequest) =>
    new URL(configured ?? `${protocol}://${host}`).origin;
  app.get('/.well-known/oauth-protected-resource/api/dev', async (request) => ({
    resource: `${originOf(publicOriginApi, request)}/api/dev`,
    authorization_servers: [originOf(publicOriginAuth, request)],
    scopes_supported: ['develop-apps'],
    bearer_methods_supported: ['header'],
  }));
}
