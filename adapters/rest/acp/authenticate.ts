import type { FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import type { Viewer } from '#kit/viewer.ts';
import type { Storefront } from '../../storefront.ts';
import { acpKeyDocument, acpSignatureDocument } from './generated.ts';

const PUBLIC: Viewer = { kind: 'public' };
const BEARER = /^Bearer ([\x21-\x7e]{1,512})$/i;

/**
 * Accepts a request with the storefront's API key; returns true if it must be signed too. Throws a 401
 * `unauthorized` if the key is missing or incorrect, or the storefront has none
 * (docs/interface/acp.md#authentication).
 */
export async function requireKey(
  execute: Execute,
  request: FastifyRequest,
  storefront: Storefront,
): Promise<{ readonly signingRequired: boolean }> {
  const apiKey = BEARER.exec(request.headers.authorization ?? '')?.[1];
  const guard = apiKey
    ? await execute(
        acpKeyDocument,
        { host: storefront.domain, apiKey },
        { viewer: PUBLIC, requestId: request.id },
      )
    : null;
  if (guard?.storefrontByHost?.acpApiKeyMatches) {
    return { signingRequired: guard.storefrontByHost.acpSigningRequired };
  }
  throw new ProtocolError(
    401,
    'unauthorized',
    "Send the storefront's API key as Authorization: Bearer <API_KEY>; the host creates it in the panel.",
  );
}

/**
 * Accepts a request signed with the storefront's shared secret: `Signature: sha256=<hex>` over
 * `{timestamp}.{raw body}`, where the body of a GET is empty. Throws a 401 `invalid_signature` otherwise.
 */
export async function requireSignature(
  execute: Execute,
  request: FastifyRequest,
  storefront: Storefront,
): Promise<void> {
  const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
  const guard = await execute(
    acpSignatureDocument,
    {
      host: storefront.domain,
      timestamp: singleHeader(request, 'timestamp'),
      signature: singleHeader(request, 'signature'),
      body,
    },
    { viewer: PUBLIC, requestId: request.id },
  );
  if (guard.storefrontByHost?.acpSignatureMatches) return;
  throw new ProtocolError(
    401,
    'invalid_signature',
    'Sign the request: Timestamp is the time in unix seconds, at most 5 minutes off, and Signature is sha256= with the hex HMAC-SHA256 of {timestamp}.{raw body}. Sign every request separately: one without a body is refused two seconds after its timestamp was first used.',
  );
}

function singleHeader(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}
