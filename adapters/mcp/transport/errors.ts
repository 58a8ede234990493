import type { FastifyReply, FastifyRequest } from 'fastify';
import { UnstorableText } from '#kit/entered-text.ts';
import { ProtocolError } from '#kit/errors.ts';
import { MAX_BODY } from '#schema/limits.ts';
import { type Faults, toProtocolError, unavailable } from '../../errors.ts';
import { RPC } from './protocol.ts';

/** A JSON-RPC error with its HTTP status. The message reaches the caller. */
export class RpcError extends Error {
  readonly status: number;
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(status: number, code: number, message: string, data?: Readonly<Record<string, unknown>>) {
    super(message);
    this.name = 'RpcError';
    this.status = status;
    this.code = code;
    this.data = data;
  }
}

/** Creates an internal error for callers: only the request id to quote. The log has the details. */
const internalError = (requestId: string): RpcError =>
  new RpcError(500, RPC.internalError, 'Something went wrong on our side; try again later.', {
    request_id: requestId,
  });

/** Converts an internal failure to an error that its caller can see. */
export function ownError(error: unknown, requestId: string): RpcError {
  const away = unavailable(error);
  return away ? fromProtocol(away) : internalError(requestId);
}

/** Restores a protocol error's own JSON-RPC error from its details. */
function fromProtocol({ status, code, message, details: { rpc, retryAfter } }: ProtocolError): RpcError {
  if (rpc instanceof RpcError) return rpc;
  return new RpcError(status, RPC.server, message, {
    code,
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
  });
}

const fault = (rpc: RpcError): ProtocolError => new ProtocolError(rpc.status, 'rpc', rpc.message, { rpc });

/** Messages for requests that Fastify refuses because of their body. */
const BODY_ERRORS: Readonly<Record<string, readonly [status: number, code: number, message: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [
    413,
    RPC.invalidRequest,
    `The body is larger than ${MAX_BODY / 1024} KiB; send a smaller request.`,
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    RPC.invalidRequest,
    'The body must be JSON; send Content-Type: application/json.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    400,
    RPC.invalidRequest,
    "The body's length differs from its Content-Length.",
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, RPC.parseError, 'The body is empty; send one JSON-RPC message.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, RPC.parseError, "The body isn't JSON; send one JSON-RPC message."],
};

const FAULTS: Faults = {
  log: 'the MCP endpoint failed',
  failed: (id) => fault(internalError(id)),
  refused({ code = '', statusCode }, request) {
    const known = BODY_ERRORS[code];
    if (known) return fault(new RpcError(...known));
    // The client disconnected or was too slow, so usually no one reads the response.
    request.log.info({ code, requestId: request.id }, 'Failed to read a request');
    const message = 'The body arrived incomplete; send the request again.';
    return fault(new RpcError(statusCode, RPC.invalidRequest, message));
  },
  known(error) {
    if (error instanceof SyntaxError) return fault(notJson());
    if (error instanceof UnstorableText) return fault(new RpcError(400, RPC.invalidRequest, error.message));
    return null;
  },
};

const notJson = () => new RpcError(400, RPC.parseError, "The body isn't JSON; send one JSON-RPC message.");

/** Converts every failure to an HTTP status and a JSON-RPC error: the MCP endpoint's only error handler. */
export function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = error instanceof RpcError ? error : fromProtocol(toProtocolError(error, request, FAULTS));
  const retryAfter = known.data?.retry_after;
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
  const id = idOf(request.body);
  return reply
    .code(known.status)
    .type('application/json; charset=utf-8')
    .send({
      jsonrpc: '2.0',
      ...(id === undefined ? {} : { id }),
      error: errorOf(known),
    });
}

/** Converts an error to its JSON-RPC form. */
export const errorOf = ({ code, message, data }: RpcError) => ({ code, message, ...(data ? { data } : {}) });

/**
 * Returns the request's id if it is readable. An error includes the id in that case and omits it otherwise
 * (MCP "Error Responses").
 */
function idOf(body: unknown): string | number | undefined {
  const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : undefined;
}
