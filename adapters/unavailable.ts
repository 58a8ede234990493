import { ProtocolError } from '#kit/errors.ts';
import { isUnavailable, RETRY_AFTER_SECONDS, UNAVAILABLE_MESSAGE } from '#kit/unavailable.ts';

/**
 * What every surface answers while a part we depend on does not answer: 503 with `Retry-After`
 * (docs/interface/operations.md). Null for any other error.
 */
export function unavailable(error: unknown, code = 'unavailable'): ProtocolError | null {
  if (!isUnavailable(error)) return null;
  return new ProtocolError(503, code, UNAVAILABLE_MESSAGE, { retryAfter: RETRY_AFTER_SECONDS });
}
