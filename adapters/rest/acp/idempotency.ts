import type { FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import { fingerprintOf, NO_CANONICAL_FORM } from '#kit/fingerprint.ts';
import { MAX_IDEMPOTENCY_KEY } from '#schema/limits.ts';
import type { Body } from './body.ts';
import type { IdempotencyInput } from './generated.ts';

/**
 * Returns the request's `Idempotency-Key` and the body's fingerprint, which includes ignored fields. Empty if
 * the header is missing. Throws a 400 `invalid` for a longer key or a body without a canonical form
 * (docs/interface/checkout.md#idempotency).
 */
export function idempotencyOf(
  request: FastifyRequest,
  body: Body,
): { readonly idempotency?: IdempotencyInput } {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return {};
  if (typeof key !== 'string' || key.length === 0 || key.length > MAX_IDEMPOTENCY_KEY) {
    throw new ProtocolError(
      400,
      'invalid',
      `Idempotency-Key must have 1 to ${MAX_IDEMPOTENCY_KEY} characters.`,
    );
  }
  const fingerprint = fingerprintOf(body);
  if (fingerprint) return { idempotency: { key, fingerprint } };
  throw new ProtocolError(400, 'invalid', `The body ${NO_CANONICAL_FORM}.`, { param: '$' });
}
