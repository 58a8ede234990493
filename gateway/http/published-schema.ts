import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasTag } from '#kit/etag.ts';
import { apiSdl } from '#schema/sdl.ts';
import { UNSTABLE } from './versions.ts';

/** A version's schema as served. */
export interface PublishedSchema {
  readonly sdl: string;
  readonly etag: string;
  readonly cacheControl: string;
}

/** Only descriptions and deprecations are added to a dated version; `unstable` can change with any release. */
const KEPT_FOR = 'public, max-age=3600';

/** Reads a version's committed SDL. */
export function readSchema(version: string): PublishedSchema {
  const sdl = apiSdl(version);
  const digest = createHash('sha256').update(sdl).digest('base64url');
  const cacheControl = version === UNSTABLE.version ? 'no-cache' : KEPT_FOR;
  return { sdl, etag: `"${digest.slice(0, 27)}"`, cacheControl };
}

/** Sends a schema, or 304 if the caller has it already. */
export function sendSchema(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { sdl, etag, cacheControl }: PublishedSchema,
): FastifyReply {
  reply.headers({ etag, 'cache-control': cacheControl });
  if (hasTag(headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('application/graphql; charset=utf-8').send(sdl);
}
