import { AsyncLocalStorage } from 'node:async_hooks';
import { channel, tracingChannel } from 'node:diagnostics_channel';
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PARENT_CHANNEL, WORK_CHANNEL, type WorkUnderWay } from '#kit/tracing.ts';

const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;

/**
 * Turns requests and kit/tracing.ts messages into spans (docs/interface/operations.md#traces). Returns a
 * function that stops this.
 */
export function openSpans(http: FastifyInstance, tracer: Tracer): () => void {
  const current = new AsyncLocalStorage<Context>();
  const working = tracingChannel<WorkUnderWay, Context>(WORK_CHANNEL);
  const spans = new WeakMap<object, Span>();

  const begin = (name: string, kind: SpanKind, parent: Context): [Span, Context] => {
    const span = tracer.startSpan(name, { kind }, parent);
    return [span, trace.setSpan(parent, span)];
  };

  working.start.bindStore(current, (underWay) => {
    const { work } = underWay;
    const [span, context] = begin(work.name, KINDS[work.kind], parentOf(work.parent, current.getStore()));
    if (work.attributes) span.setAttributes(work.attributes);
    spans.set(underWay, span);
    return context;
  });
  const listeners = {
    error(underWay: WorkUnderWay) {
      spans.get(underWay)?.setStatus({ code: SpanStatusCode.ERROR, message: nameOf(underWay.error) });
    },
    asyncEnd: (underWay: WorkUnderWay) => spans.get(underWay)?.end(),
  };
  working.subscribe(listeners as Parameters<typeof working.subscribe>[0]); // the others are optional
  const answer = (question: unknown) => {
    const span = trace.getSpanContext(current.getStore() ?? ROOT_CONTEXT);
    if (span) (question as { answer: string | null }).answer = printed(span);
  };
  channel(PARENT_CHANNEL).subscribe(answer);
  traceRequests(http, current, begin);
  return () => {
    working.start.unbindStore(current);
    working.unsubscribe(listeners as Parameters<typeof working.unsubscribe>[0]);
    channel(PARENT_CHANNEL).unsubscribe(answer);
  };
}

type Begin = (name: string, kind: SpanKind, parent: Context) => [Span, Context];

/** Starts one span per request, named by its route, because the URL contains guests' secrets. */
function traceRequests(http: FastifyInstance, current: AsyncLocalStorage<Context>, begin: Begin): void {
  const requests = new WeakMap<FastifyRequest, readonly [Span, Context]>();
  http.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const given = typeof traceparent === 'string' ? traceparent : null;
    const { url = 'unknown' } = request.routeOptions;
    const begun = begin(`${request.method} ${url}`, SpanKind.SERVER, parentOf(given, ROOT_CONTEXT));
    requests.set(request, begun);
    current.run(begun[1], done);
  });
  // A body arrives outside the context that the hook above began.
  http.addHook('preValidation', (request, _reply, done) => {
    current.run(requests.get(request)?.[1] ?? ROOT_CONTEXT, done);
  });
  http.addHook('onResponse', async (request, reply) => {
    const [span] = requests.get(request) ?? [];
    span?.setAttributes({
      'http.request.method': request.method,
      'http.route': request.routeOptions.url ?? 'unknown',
      'http.response.status_code': reply.statusCode,
      'platform.request_id': request.id,
    });
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}

/** Returns the parent from a `traceparent`, or the current work; the root if it can't be read. */
function parentOf(given: string | null | undefined, underWay: Context = ROOT_CONTEXT): Context {
  if (given === undefined) return underWay;
  const parsed = given === null ? null : parseTraceParent(given);
  return parsed ? trace.setSpanContext(ROOT_CONTEXT, { ...parsed, isRemote: true }) : ROOT_CONTEXT;
}

const printed = ({ traceId, spanId, traceFlags }: { traceId: string; spanId: string; traceFlags: number }) =>
  `00-${traceId}-${spanId}-0${traceFlags & 1}`;

/** Returns only the error's class, because messages may name a guest. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
