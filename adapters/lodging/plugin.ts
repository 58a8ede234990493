import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import type { RateLimiter } from '#kit/rate-limit.ts';
import { MAX_BODY } from '#schema/limits.ts';
import { missingAgent } from '../mcp/ucp/messages.ts';
import { toPublishedSchema } from '../mcp/ucp/published-schema.ts';
import { spendBudget } from '../rate-limit.ts';
import { readBody } from '../rest/acp/body.ts';
import { agentViewer, type Storefront, type Storefronts } from '../storefront.ts';
import type { LodgingCodec } from './codec.ts';
import { sendError } from './errors.ts';
import { requireDraft } from './profile.ts';
import { agentOf, idempotencyOf, readFields } from './request.ts';
import { type LodgingAnswer, type LodgingCall, lodgingSessions } from './sessions.ts';

/** Options for the REST binding. */
export interface LodgingRoutes {
  readonly execute: Execute;
  readonly storefronts: Storefronts;
  readonly rateLimiter: RateLimiter;
  readonly codec: LodgingCodec;
}

const SESSIONS = '/booking-sessions';
const SESSION = `${SESSIONS}/:id`;

/**
 * Serves the UCP lodging draft over REST. Register it in its own scope under `/api/ucp/lodging`, and only if
 * the platform supports a pin (docs/interface/lodging.md#rest). It shares a rate limit with MCP and ACP.
 */
export async function lodgingRoutes(app: FastifyInstance, options: LodgingRoutes): Promise<void> {
  const { execute, storefronts, rateLimiter, codec } = options;
  const sessions = lodgingSessions(codec);
  const bookingSchema = schemaOf(codec.booking);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_request, raw, done) =>
    done(null, raw),
  );
  app.setErrorHandler(sendError(codec));
  app.setNotFoundHandler(() => {
    throw new ProtocolError(404, 'not_found', "This endpoint doesn't exist; use /booking-sessions.");
  });
  app.decorateRequest('lodging', null);

  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const requestId = request.headers['request-id'];
    if (requestId !== undefined) reply.header('request-id', requestId);
    const storefront = await storefronts.forAgents(request);
    requireDraft(storefront);
    await spendBudget(rateLimiter, request, storefront);
    request.setDecorator<Storefront>('lodging', storefront);
  });

  app.post(SESSIONS, async (request, reply) => {
    const body = readBody(request);
    const { value, ignored } = readFields(codec.booking, bookingSchema, body);
    const call = callOf(request, idempotencyOf(request, body, 'optional'));
    return send(request, reply.code(201), await sessions.create(value, call), ignored);
  });

  app.get(SESSION, async (request, reply) =>
    send(request, reply, await sessions.get(idOf(request), callOf(request, null))),
  );

  app.put(SESSION, async (request, reply) => {
    const body = readBody(request);
    const { value, ignored } = readFields(codec.booking, bookingSchema, body);
    const call = callOf(request, idempotencyOf(request, body, 'optional'));
    return send(request, reply, await sessions.update(idOf(request), value, call), ignored);
  });

  app.post(`${SESSION}/complete`, async (request, reply) => {
    const body = readBody(request);
    const call = callOf(request, idempotencyOf(request, body, 'required'));
    return send(request, reply, await sessions.complete(idOf(request), call));
  });

  app.post(`${SESSION}/cancel`, async (request, reply) => {
    const call = callOf(request, idempotencyOf(request, readBody(request), 'required'));
    return send(request, reply, await sessions.cancel(idOf(request), call));
  });

  function callOf(request: FastifyRequest, idempotency: LodgingCall['idempotency']): LodgingCall {
    const storefront = request.getDecorator<Storefront>('lodging');
    const viewer = agentViewer(storefront, 'ucp_lodging', agentOf(request));
    return {
      storefront,
      idempotency,
      execute: (operation, variables) => execute(operation, variables, { viewer, requestId: request.id }),
    };
  }

  /** Sends a session, with notices about the agent's request. */
  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: LodgingAnswer,
    ignored: readonly object[] = [],
  ): object {
    if (answer.kind === 'refusal') throw REFUSALS[answer.refusal];
    if (answer.replayed) reply.header('idempotent-replayed', 'true');
    const content = answer.content as { readonly messages: readonly object[] }; // every session has messages
    const unnamed = agentOf(request) === null ? [missingAgent()] : [];
    return { ...content, messages: [...content.messages, ...ignored, ...unnamed] };
  }
}

/** Protocol errors for checkout refusals. */
const REFUSALS = {
  not_found: new ProtocolError(404, 'not_found', 'This storefront has no booking session with this id.'),
  not_cancelable: new ProtocolError(409, 'not_cancelable', "The session is finished and can't be canceled."),
  idempotency_conflict: new ProtocolError(
    409,
    'idempotency_conflict',
    'This Idempotency-Key was used for a different request: send a new key with each new request.',
  ),
  idempotency_in_flight: new ProtocolError(
    409,
    'idempotency_in_flight',
    'A request with this Idempotency-Key is still running: try again in a second.',
    { retryAfter: 1 },
  ),
} as const;

const idOf = (request: FastifyRequest): string => (request.params as { readonly id: string }).id; // the route has :id

const schemaOf = (fields: z.ZodType) => toPublishedSchema(z.toJSONSchema(fields, { io: 'input' }));
