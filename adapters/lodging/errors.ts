import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import { MAX_BODY } from '#schema/limits.ts';
import { type Faults, refuse, toProtocolError } from '../errors.ts';
import type { Message } from '../mcp/ucp/messages.ts';
import type { LodgingCodec } from './codec.ts';

/**
 * Converts every failure to its HTTP status and the draft's error response: the REST binding's only error
 * handler.
 */
export function sendError(codec: LodgingCodec) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const known = toProtocolError(error, request, FAULTS);
    void refuse(reply, known).send(codec.refuse(messagesOf(known)));
  };
}

function messagesOf({ code, message, details }: ProtocolError): readonly Message[] {
  if (Array.isArray(details.messages)) return details.messages as Message[]; // thrown by readFields
  const path = typeof details.param === 'string' ? { path: details.param } : {};
  return [{ type: 'error', code, severity: 'unrecoverable', content: message, ...path }];
}

const FAULTS: Faults = {
  log: 'a lodging request failed',
  failed: (id) =>
    new ProtocolError(
      500,
      'internal_error',
      `Something went wrong on our side. You can safely retry with the same Idempotency-Key. If you contact the host, quote ${id}.`,
    ),
  refused({ statusCode }) {
    if (statusCode === 413) {
      return new ProtocolError(413, 'body_too_large', `The body can be at most ${MAX_BODY / 1024} KiB.`);
    }
    return new ProtocolError(statusCode, 'invalid', "The request can't be read.");
  },
};
