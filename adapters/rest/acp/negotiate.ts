import type { FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Codec } from './codec.ts';
import { acp20260130 } from './versions/2026-01-30.ts';
import { acp20260417 } from './versions/2026-04-17.ts';

/** Every supported version, newest first. The first is the default if `API-Version` is missing. */
const CODECS: readonly [Codec, ...Codec[]] = [acp20260417, acp20260130];

/** Picks the codec for a response: the requested version, or the current version if that's unknown. */
export function codecFor(request: FastifyRequest): Codec {
  return CODECS.find(({ version }) => version === request.headers['api-version']) ?? CODECS[0];
}

/**
 * Throws a 400 `unsupported_api_version` if the requested version isn't supported
 * (docs/interface/acp.md#versions).
 */
export function requireKnownVersion(request: FastifyRequest): void {
  const asked = request.headers['api-version'];
  if (asked === undefined || asked === codecFor(request).version) return;
  const versions = CODECS.map(({ version }) => version);
  throw new ProtocolError(
    400,
    'unsupported_api_version',
    `API-Version must be ${versions.join(' or ')}; omit the header for ${versions[0]}.`,
    { supportedVersions: versions },
  );
}
