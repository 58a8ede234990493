import type { FastifyInstance } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import { signingKeys } from '../mcp/ucp/signing-keys.ts';
import type { Storefront, Storefronts } from '../storefront.ts';
import type { LodgingCodec } from './codec.ts';
import { sendError } from './errors.ts';

/** Options for the draft's profile. */
interface LodgingProfile {
  readonly execute: Execute;
  readonly storefronts: Storefronts;
  readonly codec: LodgingCodec;
}

/**
 * `GET /.well-known/ucp/draft-lodging`: a storefront's declarations for the draft. No profile links to it,
 * and caches and search engines don't store it: hosts share the address themselves
 * (docs/interface/lodging.md#profile).
 */
export async function lodgingProfile(
  app: FastifyInstance,
  { execute, storefronts, codec }: LodgingProfile,
): Promise<void> {
  app.setErrorHandler(sendError(codec));
  app.get('/.well-known/ucp/draft-lodging', async (request, reply) => {
    const storefront = await storefronts.forAgents(request);
    requireDraft(storefront);
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
    return {
      ucp: { version: codec.version, ...codec.offered(storefront.baseUrl) },
      keys: await signingKeys(execute, storefront, request.id),
    };
  });
}

/** Throws a 404 if the host doesn't offer the draft. */
export function requireDraft({ lodgingDraft }: Storefront): void {
  if (lodgingDraft) return;
  throw new ProtocolError(404, 'lodging_draft_off', "This storefront doesn't offer the UCP lodging draft.");
}
