import { type ExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Pool } from 'undici';
import type { Context } from '#kit/context.ts';
import { lazily } from '#kit/lazily.ts';
import { NotReady } from '#kit/not-ready.ts';
import { parentHeader } from '#kit/tracing.ts';
import { signViewer, VIEWER_HEADER, VIEWER_LIFETIME_MS } from '#kit/viewer-token.ts';
import type { DataSource } from '../engine/data-source.ts';
import { codedResult, failed } from '../engine/errors.ts';

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
}

/** Connects to a subgraph in another process over persistent connections. A fetch has 15 s in total. */
export function overHttp({ name, url, viewerKey }: HttpSubgraph): DataSource {
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

  const post = async (body: string, context: Context): Promise<ExecutionResult> => {
    const { viewer, requestId, address = null, apiVersion, clock } = context;
    const response = await (await pool.get()).request({
      method: 'POST',
      path: `${pathname}${search}`,
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json',
        'x-request-id': requestId,
        ...parentHeader(),
        [VIEWER_HEADER]: signViewer(
          { viewer, requestId, address, apiVersion },
          { subgraph: name, body },
          viewerKey,
          clock.now(),
        ),
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.body.text();
    return readAnswer(name, response.statusCode, text);
  };

  return {
    name,
    prepare(query, operationName) {
      // Serialized once; each request adds its variables.
      const head = `{"query":${JSON.stringify(query)},"operationName":${JSON.stringify(operationName ?? null)}`;
      return (variables, context) =>
        post(`${head},"variables":${JSON.stringify(variables)}}`, context).then(codedResult, failed);
    },
    checkClock,
    close: async () => (await pool.made())?.close(),
  };
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
