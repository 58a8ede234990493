import { type ExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Dispatcher, Pool } from 'undici';
import type { Context } from '#kit/context.ts';
import { lazily } from '#kit/lazily.ts';
import { NotReady } from '#kit/not-ready.ts';
import { parentHeader } from '#kit/tracing.ts';
import { signViewer, VIEWER_HEADER, VIEWER_LIFETIME_MS } from '#kit/viewer-token.ts';
import type { DataSource } from '../engine/data-source.ts';
import { codedResult, failed } from '../engine/errors.ts';
import type { Sharing } from './sharing.ts';

/** Longer than the time an app has for a call that a guest is waiting for. */
const TIMEOUT_MS = 15_000;
const CONNECTIONS = 64;
/** Shorter than a readiness check's timeout. */
const CLOCK_TIMEOUT_MS = 1_000;

export interface HttpSubgraph {
  readonly name: string;
  /** URL for `POST`, e.g. `http://catalog.internal:4001/graphql`. */
  readonly url: string;
  /** Signs the viewer; the subgraph verifies it with the same key. */
  readonly viewerKey: Buffer;
  /** Shares equal queries in flight; the same value for all subgraphs of a gateway. */
  readonly sharing?: Sharing | undefined;
}

/** A response, whose text each receiver parses for itself. */
interface Received {
  readonly status: number;
  readonly text: string;
}

/**
 * Connects to a subgraph in another process over persistent connections. A fetch has 15 s in total. A mutation
 * operation's fetches aren't shared: it has to see its own effects.
 */
export function overHttp({ name, url, viewerKey, sharing }: HttpSubgraph): DataSource {
  const { origin, pathname, search } = new URL(url);
  const pool = lazily(async () => {
    const { Pool } = await import('undici');
    return new Pool(origin, {
      connections: CONNECTIONS,
      connectTimeout: TIMEOUT_MS,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
  });

  /** Throws if the subgraph's clock differs so much that it would refuse our signatures. */
  const checkClock = async (): Promise<void> => {
    const date = await dateAt(await pool.get(), `${pathname}${search}`);
    if (date === null) return; // an outage isn't a clock problem
    const differsMs = Math.abs(date - Date.now());
    if (differsMs < VIEWER_LIFETIME_MS) return;
    throw new NotReady(`The clock of the subgraph "${name}" differs by ${Math.round(differsMs / 1000)} s.`);
  };

  const post = async (body: string, context: Context): Promise<Received> => {
    const { viewer, requestId, address = null, apiVersion, clock } = context;
    const token = signViewer(
      { viewer, requestId, address, apiVersion },
      { subgraph: name, body },
      viewerKey,
      clock.now(),
    );
    return send(await pool.get(), {
      method: 'POST',
      path: `${pathname}${search}`,
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json',
        'x-request-id': requestId,
        ...parentHeader(),
        [VIEWER_HEADER]: token,
      },
      body,
    });
  };
  const read = ({ status, text }: Received) => codedResult(readAnswer(name, status, text));

  const prepareWith =
    (send: typeof post): DataSource['prepare'] =>
    (query, operationName) => {
      // Serialized once; each request adds its variables.
      const head = `{"query":${JSON.stringify(query)},"operationName":${JSON.stringify(operationName ?? null)}`;
      return (variables, context) =>
        send(`${head},"variables":${JSON.stringify(variables)}}`, context)
          .then(read)
          .catch(failed);
    };
  const source = {
    name,
    merges: true,
    prepare: prepareWith(post),
    checkClock,
    close: async () => (await pool.made())?.close(),
  };
  if (!sharing) return source;
  return {
    ...source,
    prepare: prepareWith((body, context) => sharing.send(name, body, context, () => post(body, context))),
    forMutations: {
      ...source,
      prepare: prepareWith((body, context) => post(body, context).finally(sharing.renew)),
    },
  };
}

/** Sends a request and reads its response, without the streams that `pool.request` creates for each. */
function send(pool: Pool, request: Dispatcher.DispatchOptions): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  const late = new Error(`The response took more than ${TIMEOUT_MS} ms.`);
  let running: Dispatcher.DispatchController | undefined;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    reject(late);
    running?.abort(late);
  }, TIMEOUT_MS);
  const chunks: Buffer[] = [];
  let status = 0;
  pool.dispatch(request, {
    onRequestStart(controller) {
      running = controller;
      if (isLate) controller.abort(late);
    },
    onResponseStart(_controller, statusCode) {
      status = statusCode;
    },
    onResponseData(_controller, chunk) {
      chunks.push(chunk);
    },
    onResponseEnd() {
      clearTimeout(timer);
      const [first] = chunks;
      resolve({
        status,
        text: first && chunks.length === 1 ? first.toString() : Buffer.concat(chunks).toString(),
      });
    },
    onResponseError(_controller, error) {
      clearTimeout(timer);
      reject(error);
    },
  });
  return promise;
}

/** Returns a server's `Date` header in milliseconds; null if the server doesn't respond or sends no date. */
async function dateAt(pool: Pool, path: string): Promise<number | null> {
  const signal = AbortSignal.timeout(CLOCK_TIMEOUT_MS);
  try {
    const { headers, body } = await pool.request({ method: 'GET', path, signal });
    await body.dump();
    const date = Date.parse(String(headers.date));
    return Number.isNaN(date) ? null : date;
  } catch {
    return null;
  }
}

/** Parses the GraphQL result in a response, whatever its status; throws if there is none. */
function readAnswer(name: string, status: number, text: string): ExecutionResult {
  const answer = parse(text);
  if (!answer) throw new Error(`The subgraph "${name}" returned ${status} without a GraphQL result.`);
  const { data, errors } = answer;
  return {
    ...(data !== undefined && { data }),
    ...(errors?.length && { errors: errors.map(revive) }),
  };
}

interface Answer {
  readonly data?: ExecutionResult['data'];
  readonly errors?: readonly GraphQLFormattedError[];
}

function parse(text: string): Answer | null {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return null; // e.g. a proxy's error page: only the status is meaningful
  }
  if (typeof answer !== 'object' || answer === null) return null;
  return 'data' in answer || 'errors' in answer ? (answer as Answer) : null;
}

const revive = ({ message, path, extensions }: GraphQLFormattedError): GraphQLError =>
  new GraphQLError(message, { ...(path && { path: path.map(asStep) }), ...(extensions && { extensions }) });

/** mercurius sends a list index as text; no field name begins with a digit. */
const asStep = (step: string | number): string | number => (/^\d+$/.test(String(step)) ? Number(step) : step);
