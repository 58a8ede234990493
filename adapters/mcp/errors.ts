import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import { unavailable } from '../unavailable.ts';
import { RPC } from './protocol.ts';

/** A JSON-RPC error and the HTTP status it travels with. The message reaches the caller. */
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

/** What a caller may know of a failure that is ours: the id to quote. The log has the rest. */
function internalError(requestId: string): RpcError {
  return new RpcError(500, RPC.internalError, 'Something went wrong on our side; try again later.', {
    request_id: requestId,
  });
}

/** What went wrong inside, as its caller may know it. */
export function ownError(error: unknown, requestId: string): RpcError {
  const away = unavailable(error);
  return away ? fromProtocol(away) : internalError(requestId);
}

function fromProtocol({ status, code, message, details }: ProtocolError): RpcError {
  const { retryAfter } = details;
  return new RpcError(status, RPC.server, message, {
    code,
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
  });
}

/** How Fastify's own refusals of a body read. */
const BODY_ERRORS: Readonly<Record<string, readonly [status: number, code: number, message: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, RPC.invalidRequest, 'The body is over 64 KiB; send a smaller request.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    RPC.invalidRequest,
    'The body must be JSON; send Content-Type: application/json.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    400,
    RPC.invalidRequest,
    'The body is not as long as Content-Length says.',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, RPC.parseError, 'The body is empty; send one JSON-RPC message.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, RPC.parseError, 'The body is not JSON; send one JSON-RPC message.'],
};

/** The one error handler of the MCP endpoint: every failure as HTTP status plus JSON-RPC error. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code, message, data } = toRpcError(error, request);
  const retryAfter = data?.retry_after;
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
  const id = idOf(request.body);
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send({
      jsonrpc: '2.0',
      ...(id === undefined ? {} : { id }),
      error: { code, message, ...(data ? { data } : {}) },
    });
}

function toRpcError(error: unknown, request: FastifyRequest): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof ProtocolError) return fromProtocol(error);
  const known = BODY_ERRORS[(error as FastifyError).code]; // Fastify throws only its own errors here
  if (known) return new RpcError(...known);
  if (error instanceof SyntaxError) {
    return new RpcError(400, RPC.parseError, 'The body is not JSON; send one JSON-RPC message.');
  }
  const { statusCode = 500, code } = error as FastifyError;
  if (statusCode < 500) {
    // A client that went away, or was too slow: its own affair, and mostly nobody reads the answer.
    request.log.info({ code, requestId: request.id }, 'a request could not be read');
    return new RpcError(
      statusCode,
      RPC.invalidRequest,
      'The body did not arrive whole; send the request again.',
    );
  }
  request.log.error({ err: error, requestId: request.id }, 'the MCP endpoint failed');
  return ownError(error, request.id);
}

/** Id of the request, where it can be read: an error carries it then and has none otherwise (MCP "Error Responses"). */
function idOf(body: unknown): string | number | undefined {
  const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : undefined;
}
