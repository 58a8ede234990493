import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Body } from './body.ts';
import type { IdempotencyInput } from './generated.ts';

/**
 * The request's `Idempotency-Key` and what it stands for: the SHA-256 of the body's canonical JSON (RFC 8785), fields that are
 * ignored included. Empty without the header. Throws 400 `invalid` for a key over 255 characters (decisions.md "Idempotency").
 */
export function idempotencyOf(
  request: FastifyRequest,
  body: Body,
): { readonly idempotency?: IdempotencyInput } {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return {};
  if (typeof key !== 'string' || key.length === 0 || key.length > 255) {
    throw new ProtocolError(400, 'invalid', 'Idempotency-Key must have 1 to 255 characters.');
  }
  return { idempotency: { key, fingerprint: createHash('sha256').update(canonical(body)).digest('hex') } };
}

function canonical(body: Body): string {
  try {
    return canonicalize(body) ?? '{}';
  } catch {
    // It refuses exactly what RFC 8785 has no form for (broken surrogates, numbers beyond a double) and runs out of stack on
    // nesting that no checkout has.
    throw new ProtocolError(
      400,
      'invalid',
      'The body has no canonical form: it nests too deeply, or has a number or text outside I-JSON (RFC 7493).',
      { param: '$' },
    );
  }
}
