import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { FastifyBaseLogger } from 'fastify';
import type { Storefront } from '../../storefront.ts';
import type { Era } from './era.ts';
import { RPC, type UcpVersion } from './protocol.ts';

/** One request in progress on the shared server. */
export interface Exchange {
  readonly storefront: Storefront;
  readonly era: Era;
  /** The version that the caller chose by the address it called. */
  readonly ucpVersion: UcpVersion;
  readonly requestId: string;
  readonly log: FastifyBaseLogger;
  /**
   * The result's members as JSON text (`"a":1,"b":2`), where the handler wrote it itself. The SDK then carries an empty
   * result: what is large is serialised once.
   */
  members?: string;
  /** Whether the answer must be signed. */
  signed?: boolean;
  /** HTTP status of an error, where it is not 200. */
  status?: number;
}

/** What the server answered: the members of the result as JSON text, or an error. */
export type Answer =
  | { readonly kind: 'result'; readonly members: string }
  | {
      readonly kind: 'error';
      readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
    };

/** A transport on which one SDK server serves every request at once. */
export interface SharedTransport {
  readonly transport: Transport;
  /** Hands a request to the server under an id of its own: two clients may use the same one. */
  readonly ask: (method: string, params: Record<string, unknown>, exchange: Exchange) => Promise<Answer>;
  /** The exchange of a handler, by the id of its request in the SDK. */
  readonly exchangeOf: (id: string | number) => Exchange;
}

export function newSharedTransport(): SharedTransport {
  const pending = new Map<
    string | number,
    { readonly exchange: Exchange; readonly answer: (answer: Answer) => void }
  >();
  let lastId = 0;

  const transport: Transport = {
    start: async () => {},
    close: async () => transport.onclose?.(),
    send: async (message) => {
      if (!('id' in message) || message.id === undefined) return;
      const entry = pending.get(message.id);
      pending.delete(message.id);
      if (!entry) return;
      const { exchange, answer } = entry;
      if ('result' in message) {
        answer({
          kind: 'result',
          members: exchange.members ?? JSON.stringify(message.result).slice(1, -1),
        });
      } else if ('error' in message) {
        answer({ kind: 'error', error: exchange.status === undefined ? mask(message.error) : message.error });
      }
    },
  };

  return {
    transport,
    ask: (method, params, exchange) =>
      new Promise((answer) => {
        lastId = (lastId + 1) % Number.MAX_SAFE_INTEGER;
        pending.set(lastId, { exchange, answer });
        transport.onmessage?.({ jsonrpc: '2.0', id: lastId, method, params });
      }),
    exchangeOf(id) {
      const entry = pending.get(id);
      if (!entry) throw new Error('This request was answered already.');
      return entry.exchange;
    },
  };
}

/** Our handlers set a status with every error; one without comes from inside the SDK, whose texts are not for callers. */
function mask(error: { readonly code: number; readonly message: string }) {
  return error.code === RPC.methodNotFound
    ? { code: error.code, message: 'This method does not exist.' }
    : { code: RPC.invalidParams, message: 'The parameters are invalid for the method.' };
}
