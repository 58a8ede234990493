import { SERVER_INFO } from './protocol.ts';
import type { Exchange } from './transport.ts';

/** How long clients may keep a list; it changes only when the host changes something. */
const TTL_MS = 60_000;

/** Members of an object as JSON text, without its braces. */
export const members = (result: object): string => JSON.stringify(result).slice(1, -1);

const STATELESS = members({
  resultType: 'complete',
  _meta: { 'io.modelcontextprotocol/serverInfo': SERVER_INFO },
});

/** What a result says of how long it may be kept. */
export const CACHING = { ttlMs: TTL_MS, cacheScope: 'public' } as const;

/** Answers with the members of a result; every stateless one carries its type and the server too. */
export function write(exchange: Exchange, text: string): void {
  exchange.members = exchange.era === 'stateless' ? `${STATELESS},${text}` : text;
}

/** Answers with something that may be kept: only stateless clients are told for how long. */
export function writeKept(exchange: Exchange, text: string): void {
  write(exchange, exchange.era === 'stateless' ? `${text},${members(CACHING)}` : text);
}
