import type { RequestId } from '@modelcontextprotocol/sdk/spec.types.js';
import { RpcError } from './errors.ts';
import { RPC } from './protocol.ts';

/** A JSON-RPC message posted by a client. */
export type Message =
  | {
      readonly kind: 'request';
      readonly id: RequestId;
      readonly method: string;
      readonly params: Params;
    }
  /** A notification, or a response to a request (although we never send any); neither gets a response. */
  | { readonly kind: 'notification' };

export type Params = Readonly<Record<string, unknown>>;

const refuse = (message: string) => new RpcError(400, RPC.invalidRequest, message);

/** Reads one JSON-RPC message; throws an `RpcError` 400 that explains any problem. */
export function readMessage(body: unknown): Message {
  if (Array.isArray(body)) throw refuse('Batches are not accepted; send one JSON-RPC message per request.');
  if (!isObject(body) || body.jsonrpc !== '2.0') {
    throw refuse('The body isn\'t a JSON-RPC 2.0 message; send an object with "jsonrpc": "2.0".');
  }
  const { id, method } = body;
  const params = body.params ?? {};
  if (method === undefined && ('result' in body || 'error' in body)) return { kind: 'notification' };
  if (typeof method !== 'string' || method === '' || method.length > 100) {
    throw refuse('"method" must be the name of a method, for example "tools/call".');
  }
  if (!isObject(params)) throw refuse('"params" must be an object; omit it if there are no parameters.');
  if (!('id' in body)) return { kind: 'notification' };
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) {
    throw refuse('"id" must be text or a whole number; omit it only for notifications.');
  }
  return { kind: 'request', id: id as RequestId, method, params };
}

/** True if the value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
