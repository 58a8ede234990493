/**
 * True if an `If-None-Match` header contains the tag. Compares tags weakly (RFC 9110, 13.1.2): proxies that
 * compress responses make tags weak.
 */
export function hasTag(known: string | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return known?.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag)) ?? false;
}
