import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import { pageHeaders } from '../page/headers.ts';
import type { Html } from '../page/shell.ts';
import { unavailable } from '../unavailable.ts';
import { problemPage } from './pages/problem.ts';

/** A form goes to us; what we answer may send the browser on to the app, which is https always. */
const HEADERS = { ...pageHeaders("'self' https:"), 'cache-control': 'no-store' } as const;

/** Answers with a page. */
export async function sendPage(reply: FastifyReply, body: Html): Promise<FastifyReply> {
  return reply.headers(HEADERS).send(`${await body}`);
}

/** Sends the browser on; its address is told to nobody and the answer is kept by nobody. */
export const sendOn = (reply: FastifyReply, url: string): FastifyReply =>
  reply.headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' }).redirect(url, 303);

/** Every failure is a page: nobody is redirected (docs/interface/oauth.md#checks). */
export async function answerProblem(
  error: Error & { readonly statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { status, message, details } = known(error, request);
  if (details?.retryAfter) reply.header('retry-after', String(details.retryAfter));
  return sendPage(reply.code(status), problemPage(TITLES[status] ?? 'This does not work', message));
}

const TITLES: Readonly<Record<number, string>> = {
  403: 'Please try again',
  404: 'Nothing here',
  500: 'Something went wrong',
  503: 'Back soon',
};

function known(
  error: Error & { readonly statusCode?: number },
  request: FastifyRequest,
): Pick<ProtocolError, 'status' | 'message'> & Partial<ProtocolError> {
  if (error instanceof ProtocolError) return error;
  const away = unavailable(error);
  if (away) return away;
  const { statusCode } = error;
  if (statusCode !== undefined && statusCode < 500)
    return { status: 400, message: 'The request cannot be read.' };
  request.log.error({ err: error, requestId: request.id }, 'a page failed');
  return { status: 500, message: `Try again later. If it stays, quote ${request.id}.` };
}
