import type { FastifyReply, FastifyRequest } from 'fastify';
import { UnstorableText } from '#kit/entered-text.ts';
import { ProtocolError } from '#kit/errors.ts';
import { type Faults, refuse, toProtocolError } from '../errors.ts';
import type { Storefront } from '../storefront.ts';
import { problemPage } from './problem.ts';
import { sendPage } from './send.ts';
import { visitOf } from './visit.ts';

/** A missing page on an existing storefront. */
export class PageNotFound extends ProtocolError {
  readonly storefront: Storefront;

  constructor(storefront: Storefront) {
    super(404, 'not_found', 'This page does not exist.');
    this.storefront = storefront;
  }
}

/** Responds with a page in the guest's language, or in JSON to programs that request a missing page. */
export async function answerProblem(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const known = toProtocolError(error, request, FAULTS);
  const { status, code, message } = known;
  refuse(reply, known);
  if (!wantsHtml(request)) return reply.send({ code, message });
  const visit = visitOf(request, error instanceof PageNotFound ? error.storefront : null);
  const field = error instanceof UnstorableText ? error.path : null;
  return sendPage(
    reply,
    visit,
    problemPage(visit, code, { quote: status === 500 ? request.id : null, field }),
  );
}

const FAULTS: Faults = {
  log: 'a page failed',
  failed: (id) =>
    new ProtocolError(
      500,
      'internal_error',
      `Something went wrong on our side; try again later. If it persists, quote ${id}.`,
    ),
  refused: ({ statusCode }) => new ProtocolError(statusCode, 'bad_request', 'The request cannot be read.'),
};

const wantsHtml = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false;
