import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** Message for a value without a canonical form. */
export const NO_CANONICAL_FORM =
  'has no canonical form: it nests too deeply, or has a number or text outside I-JSON (RFC 7493)';

/**
 * Returns the SHA-256 (hex) of a JSON value's canonical form (RFC 8785), which identifies a request with an
 * idempotency key (docs/interface/checkout.md#idempotency). Null if the value has none: a broken surrogate, a
 * number beyond a double, or endless nesting.
 */
export function fingerprintOf(value: object): string | null {
  const canonical = canonicalForm(value);
  return canonical === null ? null : createHash('sha256').update(canonical).digest('hex');
}

function canonicalForm(value: object): string | null {
  try {
    return canonicalize(value) ?? null;
  } catch {
    // `canonicalize` throws if and only if the standard has no form for the value, and overflows the stack
    // only at a nesting depth that no request has.
    return null;
  }
}
