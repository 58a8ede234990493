import type { Exchange } from './exchange.ts';
import { SERVER_INFO } from './protocol.ts';

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

/** The members of a result; every stateless one carries its type and the server too. */
export const result = ({ era }: Exchange, text: string): string =>
  era === 'stateless' ? `${STATELESS},${text}` : text;

/** The members of a result that may be kept: only stateless clients are told for how long. */
export const keptResult = (exchange: Exchange, text: string): string =>
  result(exchange, exchange.era === 'stateless' ? `${text},${members(CACHING)}` : text);
