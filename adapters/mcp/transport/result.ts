import type { Exchange } from './exchange.ts';
import { SERVER_INFO } from './protocol.ts';

/** Time for which clients can cache a list, which changes only when the host changes something. */
const TTL_MS = 60_000;

/** Returns an object's members as JSON text, without braces. */
export const members = (result: object): string => JSON.stringify(result).slice(1, -1);

const STATELESS = members({
  resultType: 'complete',
  _meta: { 'io.modelcontextprotocol/serverInfo': SERVER_INFO },
});

/** A result's caching fields. */
export const CACHING = { ttlMs: TTL_MS, cacheScope: 'public' } as const;

/** Returns a result's members; every stateless result also carries its type and the server. */
export const result = ({ era }: Exchange, text: string): string =>
  era === 'stateless' ? `${STATELESS},${text}` : text;

/** Returns a cacheable result's members; only stateless clients receive the cache duration. */
export const keptResult = (exchange: Exchange, text: string): string =>
  result(exchange, exchange.era === 'stateless' ? `${text},${members(CACHING)}` : text);
