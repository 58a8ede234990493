import { NameSilent } from '#kit/host-addresses.ts';
import { type Egress, EgressLate, EgressRefused, type OutboundResponse } from '#kit/http.ts';
import type { ReadingProblem } from '../domain/feed-state.ts';
import { readFeedUrl } from '../domain/feed-url.ts';

/** Cache validators from a feed's server: an unchanged file isn't sent again. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** A fetched file, an indication that it is unchanged, or the reason it isn't reliable. */
export type Fetched =
  | ({ readonly kind: 'file'; readonly text: string } & Validators)
  | { readonly kind: 'same' }
  | { readonly kind: 'missed'; readonly problem: ReadingProblem };

interface FetchFeed {
  readonly url: string;
  readonly known: Validators;
  /** True if http addresses are allowed. */
  readonly allowHttp: boolean;
  /** Time limit from the first DNS lookup to the last byte, including redirects. */
  readonly timeoutMs: number;
  readonly share: string;
}

const MOST_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Requests the file from a feed's server. Every redirect is checked like the first address (kit/http.ts). */
export async function fetchFeed(
  egress: Egress,
  { url, known, allowHttp, timeoutMs, share }: FetchFeed,
): Promise<Fetched> {
  const deadline = performance.now() + timeoutMs;
  try {
    let at = url;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const left = Math.max(1, Math.round(deadline - performance.now()));
      const answer = await egress.send({
        url: at,
        method: 'GET',
        headers: headersFor(known),
        timeoutMs: left,
        share,
      });
      const next = REDIRECTS.has(answer.status) ? targetOf(answer, at, allowHttp) : null;
      if (next === null) return fetchedFrom(answer);
      at = next;
    }
    return { kind: 'missed', problem: 'ADDRESS_REFUSED' };
  } catch (error) {
    return { kind: 'missed', problem: problemOf(error) };
  }
}

const headersFor = ({ etag, lastModified }: Validators) => ({
  accept: 'text/calendar, */*;q=0.1',
  'accept-encoding': 'identity',
  'user-agent': 'Lodging-Platform-Calendar/1.0',
  ...(etag === null ? {} : { 'if-none-match': etag }),
  ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
});

/** The redirect's target; an invalid address is refused like any other by the guard. */
function targetOf({ headers }: OutboundResponse, from: string, allowHttp: boolean): string {
  const location = headerOf(headers, 'location') ?? '';
  const target = URL.canParse(location, from) ? readFeedUrl(new URL(location, from).href, allowHttp) : null;
  if (target === null) throw new EgressRefused('A redirect has no valid target.');
  return target;
}

function fetchedFrom({ status, headers, body }: OutboundResponse): Fetched {
  if (status === 304) return { kind: 'same' };
  if (status !== 200) return { kind: 'missed', problem: 'REFUSED' };
  return {
    kind: 'file',
    text: body,
    etag: short(headerOf(headers, 'etag')),
    lastModified: short(headerOf(headers, 'last-modified')),
  };
}

function headerOf(headers: OutboundResponse['headers'], name: string): string | null {
  const value = headers[name];
  return (typeof value === 'string' ? value : value?.[0]) ?? null;
}

const LONGEST_VALIDATOR = 500;

/** Keeps only short, printable validators. */
const short = (value: string | null) =>
  value !== null && value.length <= LONGEST_VALIDATOR && /^[\x20-\x7e]+$/.test(value) ? value : null;

function problemOf(error: unknown): ReadingProblem {
  if (error instanceof EgressRefused) return 'ADDRESS_REFUSED';
  if (error instanceof EgressLate || error instanceof NameSilent) return 'TIMED_OUT';
  if (error instanceof Error && 'code' in error && error.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
    return 'TOO_LARGE';
  return 'UNREACHABLE';
}
