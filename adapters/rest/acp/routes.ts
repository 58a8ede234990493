import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Execute } from '#kit/execute.ts';
import { isUuid } from '#kit/ids.ts';
import { agentViewer } from '../../storefront.ts';
import { readBody, readChanges, readNewSession } from './body.ts';
import { refusalError } from './errors.ts';
import {
  type AcpCheckoutFragment,
  type AcpResultFragment,
  acpCancelDocument,
  acpCompleteDocument,
  acpCreateDocument,
  acpSessionDocument,
  acpUpdateDocument,
} from './generated.ts';
import { idempotencyOf } from './idempotency.ts';
import { codecFor } from './negotiate.ts';
import type { AcpSurface } from './surface.ts';

const SESSIONS = '/checkout_sessions';
const SESSION = `${SESSIONS}/:id`;

/** Adds the five endpoints. Each reads its body, runs one operation and prints the session. */
export function addRoutes(app: FastifyInstance, execute: Execute): void {
  app.post(SESSIONS, async (request, reply) => {
    const body = readBody(request);
    const { asked: locale } = surfaceOf(request).storefront;
    const input = { ...readNewSession(body), locale, ...idempotencyOf(request, body) };
    const { checkoutCreate } = await execute(acpCreateDocument, { input }, callerOf(request));
    return sendResult(request, reply.code(201), checkoutCreate);
  });

  app.get(SESSION, async (request) => {
    const { checkoutSession } = await execute(
      acpSessionDocument,
      { id: sessionId(request) },
      callerOf(request),
    );
    if (!checkoutSession) throw refusalError('not_found');
    return print(request, checkoutSession);
  });

  app.post(SESSION, async (request, reply) => {
    const body = readBody(request);
    const input = { ...readChanges(body), id: sessionId(request), ...idempotencyOf(request, body) };
    const { checkoutUpdate } = await execute(acpUpdateDocument, { input }, callerOf(request));
    return sendResult(request, reply, checkoutUpdate);
  });

  app.post(`${SESSION}/complete`, async (request, reply) => {
    const input = { ...idempotencyOf(request, readBody(request)), id: sessionId(request) };
    const { checkoutComplete } = await execute(acpCompleteDocument, { input }, callerOf(request));
    return sendResult(request, reply, checkoutComplete);
  });

  app.post(`${SESSION}/cancel`, async (request, reply) => {
    const input = { ...idempotencyOf(request, readBody(request)), id: sessionId(request) };
    const { checkoutCancel } = await execute(acpCancelDocument, { input }, callerOf(request));
    return sendResult(request, reply, checkoutCancel);
  });
}

const surfaceOf = (request: FastifyRequest) => request.getDecorator<AcpSurface>('acp');

function callerOf(request: FastifyRequest): Caller {
  return { viewer: agentViewer(surfaceOf(request).storefront, 'acp', null), requestId: request.id };
}

function sessionId(request: FastifyRequest): string {
  const { id } = request.params as { readonly id: string }; // the route has :id
  if (isUuid(id)) return id;
  throw refusalError('not_found');
}

function sendResult(request: FastifyRequest, reply: FastifyReply, result: AcpResultFragment): object {
  if (result.replayed) void reply.header('idempotent-replayed', 'true');
  if (result.refusal || !result.session) throw refusalError(result.refusal ?? 'not_found');
  return print(request, result.session);
}

function print(request: FastifyRequest, checkout: AcpCheckoutFragment): object {
  return codecFor(request).session(checkout, surfaceOf(request).storefront);
}
