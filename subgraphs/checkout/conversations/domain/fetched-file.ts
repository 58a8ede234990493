/** Time limit from the first DNS lookup to the last byte, including redirects. */
export const FETCH_TIMEOUT_MS = 15_000;

/** A process that dies holds a file up this long; it's longer than fetching, scanning and storing one take. */
export const FETCH_LEASE_MS = 60_000;

/** Attempts to fetch a file, those that ended with their process included. */
export const MAX_FETCH_ATTEMPTS = 3;

/** How long after the first attempt, and the second, a file is fetched again. */
const AGAIN_AFTER_MS = [30_000, 300_000] as const;
export const LONGEST_FETCH_WAIT_MS = Math.max(...AGAIN_AFTER_MS);

/** Milliseconds until a file is fetched again after so many attempts; null: not any more. */
export const againAfterMs = (attempts: number): number | null => AGAIN_AFTER_MS[attempts - 1] ?? null;

/** What an address answered: a file, another address, nothing for now, or nothing at all. */
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
/** The server is busy, or does not say that the file is not there. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/** Reads what an address answered that was asked for a file. */
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
