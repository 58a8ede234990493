import type { FastifyReply, FastifyRequest } from 'fastify';
import { UnstorableText } from '#kit/entered-text.ts';
import { ProtocolError } from '#kit/errors.ts';
import { type Faults, refuse, toProtocolError } from '../errors.ts';
import { InMaintenance, type Storefront } from '../storefront.ts';
import type { StorefrontPages } from './ask.ts';
import { problemPage } from './problem.ts';
import { sendPage } from './send.ts';
import { inTheme } from './theme/themed.ts';
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
  pages: Pick<StorefrontPages, 'themes'>,
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
  const plain = () => problemPage(visit, code, { quote: status === 500 ? request.id : null, field });
  if (!(error instanceof PageNotFound || error instanceof InMaintenance))
    return sendPage(reply, visit, plain());
  const name = error instanceof PageNotFound ? 'not_found' : 'maintenance';
  const { title, text } = visit.words.problem[name];
  const page = { name, title, objects: { text }, blocks: {}, plain } as const;
  const { body, themed } = await inTheme(pages, request, visitOf(request, error.storefront), page);
  return sendPage(reply, visit, body, themed && { themed });
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
