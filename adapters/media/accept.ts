/** Photo formats served, with their media types. */
export const MEDIA_TYPES = { webp: 'image/webp', jpeg: 'image/jpeg' } as const;

/** Picks the format for an `Accept` header: WebP for clients that name it, JPEG for all others. */
export function formatFor(accept: string | undefined): keyof typeof MEDIA_TYPES {
  const named = (accept ?? '').split(',').map((range) =>
    range
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  const webp = named.find(([type]) => type === MEDIA_TYPES.webp);
  return webp && !webp.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? 'webp' : 'jpeg';
}
