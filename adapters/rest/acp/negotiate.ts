import type { FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Codec } from './codec.ts';
import { acp20260130 } from './versions/2026-01-30.ts';
import { acp20260417 } from './versions/2026-04-17.ts';

/** Every version that is spoken, newest first. The first is what a request without `API-Version` gets. */
const CODECS: readonly [Codec, ...Codec[]] = [acp20260417, acp20260130];

/** The codec an answer to this request is printed with: the version it asks for, the current one where that is unknown. */
export function codecFor(request: FastifyRequest): Codec {
  return CODECS.find(({ version }) => version === request.headers['api-version']) ?? CODECS[0];
}

/** Throws 400 `unsupported_api_version` when the request asks for a version that is not spoken (docs/interface/acp.md#versions). */
export function requireKnownVersion(request: FastifyRequest): void {
  const asked = request.headers['api-version'];
  if (asked === undefined || asked === codecFor(request).version) return;
  const versions = CODECS.map(({ version }) => version);
  throw new ProtocolError(
    400,
    'unsupported_api_version',
    `API-Version must be ${versions.join(' or ')}; leave the header out for ${versions[0]}.`,
    { supportedVersions: versions },
  );
}
