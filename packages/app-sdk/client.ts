import { ApiError, type GraphqlError, RefusedError, type UserError } from './client-errors.ts';
import {
  type AppSettings,
  readSettings,
  SETTINGS,
  type SettingsAnswer,
  type SettingsOf,
  type SettingTypes,
} from './settings.ts';

/**
 * A document that knows what it returns and takes: `document<Result, Variables>('…')`, or one that GraphQL Code Generator
 * wrote (`TypedDocumentString`). Any string will do.
 */
export interface TypedDocument<Result, Variables> {
  toString(): string;
  readonly __apiType?: (variables: Variables) => Result;
}

/** Gives a document its types, which come from `@platform/api-types`. */
export const document = <Result, Variables = Record<string, never>>(
  text: string,
): TypedDocument<Result, Variables> => text;

export interface ClientOptions {
  /** Origin of the developer API, for example `https://api.example.com`. */
  readonly apiUrl: string;
  /** Runtime token of an install: it decides whose data is read and changed. */
  readonly token: string;
  /** Dated version of the API; `2026-01` where not given. */
  readonly version?: string;
  /** How long one request may take; 10,000 where not given. */
  readonly timeoutMs?: number;
  /** How often a refusal that shows when to come back is followed; 3 where not given. */
  readonly retries?: number;
  /** The longest wait that is worth it; 30,000 where not given. */
  readonly maxWaitMs?: number;
}

/** A client of the Developer GraphQL API for one install. */
export interface Client {
  /** Runs a document and returns its data. Throws ApiError where GraphQL answers with errors or does not answer. */
  readonly request: <Result, Variables>(
    document: TypedDocument<Result, Variables>,
    variables?: Variables,
  ) => Promise<Result>;
  /**
   * Runs a document of one mutation and returns that mutation's payload. Throws RefusedError where it has userErrors, so
   * that a refusal cannot pass unseen. Select `userErrors { field message code }` in the document.
   */
  readonly mutate: <Result extends { readonly [Field in keyof Result]: Payload }, Variables>(
    document: TypedDocument<Result, Variables>,
    variables?: Variables,
  ) => Promise<Result[keyof Result]>;
  /**
   * Reads what the host filled in: of the install, or of one property, unit type or connection. Names each setting with its type in
   * the manifest. Asked in the version `unstable`, whatever the client's: dated ones have no settings yet.
   */
  readonly settings: <const Types extends SettingTypes>(
    types: Types,
    of?: SettingsOf,
  ) => Promise<AppSettings<Types>>;
}

/** What every mutation returns. */
export interface Payload {
  readonly userErrors: readonly UserError[];
}

/** A client for one install. A server of many teams makes one for each. */
export function createClient(options: ClientOptions): Client {
  const request: Client['request'] = async <Result, Variables>(
    text: TypedDocument<Result, Variables>,
    variables?: Variables,
  ) => {
    const body = JSON.stringify({ query: text.toString(), variables });
    // The one place where what came over the wire is believed to be what the schema promises.
    return (await sendPatiently(options, body)) as Result;
  };
  return {
    request,
    async mutate(text, variables) {
      const payloads: readonly Payload[] = Object.values(await request(text, variables));
      const refusals = payloads.flatMap(({ userErrors }) => userErrors);
      if (refusals.length > 0) throw new RefusedError(refusals);
      const [payload] = payloads;
      if (payload === undefined || payloads.length > 1)
        throw new TypeError('mutate takes one mutation at a time.');
      // The only value of the result is one of its values.
      return payload as never;
    },
    async settings(types, of) {
      const body = JSON.stringify({ query: SETTINGS, variables: of && { per: of.per, id: String(of.id) } });
      const answer = await sendPatiently({ ...options, version: 'unstable' }, body);
      return readSettings(types, answer as SettingsAnswer);
    },
  };
}

/** Sends again what was refused before it ran, when the API reports it and how soon. */
async function sendPatiently(options: ClientOptions, body: string): Promise<unknown> {
  const { retries = 3, maxWaitMs = 30_000 } = options;
  for (let tried = 0; ; tried += 1) {
    try {
      return await send(options, body);
    } catch (error) {
      const waitMs = error instanceof ApiError ? (error.retryAfterSeconds ?? Number.NaN) * 1000 : Number.NaN;
      if (tried >= retries || !(waitMs <= maxWaitMs)) throw error;
      await new Promise((awake) => setTimeout(awake, waitMs));
    }
  }
}

async function send(options: ClientOptions, body: string): Promise<unknown> {
  const { apiUrl, token, version = '2026-01', timeoutMs = 10_000 } = options;
  const url = new URL(`/developer/api/${encodeURIComponent(version)}/graphql`, apiUrl);
  const { response, text } = await fetchText(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer = parse(text);
  if (response.ok && answer?.data && !answer.errors) return answer.data;
  throw new ApiError({
    status: response.status,
    errors: answer?.errors ?? [],
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
  });
}

async function fetchText(url: URL, init: RequestInit): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(url, init);
    return { response, text: await response.text() };
  } catch (cause) {
    throw new ApiError({ status: null, errors: [], requestId: null, retryAfterSeconds: null, cause });
  }
}

function parse(text: string): { data?: unknown; errors?: readonly GraphqlError[] } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function secondsOf(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;
}
