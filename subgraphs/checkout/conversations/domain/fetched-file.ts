/** Time limit from the first DNS lookup to the last byte, including redirects. */
export const FETCH_TIMEOUT_MS = 15_000;

/**
 * After a process dies, its file waits this long; the lease is longer than a fetch, scan and upload take
 * together.
 */
export const FETCH_LEASE_MS = 60_000;

/** Delays before the second and third attempts. */
const AGAIN_AFTER_MS = [30_000, 300_000] as const;
export const LONGEST_FETCH_WAIT_MS = Math.max(...AGAIN_AFTER_MS);

/** Retries for a file: three attempts, including interrupted ones. */
export const FETCH_RETRIES = { delaysMs: AGAIN_AFTER_MS } as const;

/** Result of fetching a URL: a file, a redirect, a temporary failure or a permanent one. */
export type FetchOutcome =
  | { readonly kind: 'file'; readonly bytes: Buffer }
  | { readonly kind: 'again' }
  | { readonly kind: 'never' };

interface FetchAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Temporary failures: the server is busy, or doesn't confirm that the file is missing. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/** Interprets a response to a file request. */
export function fetchOutcome(
  { status, headers, bytes }: FetchAnswer,
  from: string,
): FetchOutcome | { readonly kind: 'elsewhere'; readonly url: string } {
  if (status === 200) return { kind: 'file', bytes };
  if (REDIRECTS.has(status)) {
    const location = [headers.location ?? []].flat()[0] ?? '';
    return URL.canParse(location, from)
      ? { kind: 'elsewhere', url: new URL(location, from).href }
      : { kind: 'never' };
  }
  return { kind: status >= 500 || PASSING.has(status) ? 'again' : 'never' };
}
