import { EXIT, Failure, reason } from '../failure.ts';
import { ApiFailure } from './problem.ts';

declare const CLI_VERSION: string;

export type Call = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path relative to the API's root. */
  readonly path: string;
  /** JSON, or a zip as bytes. */
  readonly body?: unknown;
  readonly token?: string | undefined;
  /** Slug sent as X-Platform-Team. */
  readonly team?: string | undefined;
  readonly timeoutMs?: number | undefined;
};

export type Answer = {
  readonly status: number;
  /** The body exactly as received. */
  readonly text: string;
  readonly json: unknown;
};

const USER_AGENT = `platform-cli/${CLI_VERSION} node/${process.versions.node}`;

/**
 * Sends a request to the API. Throws ApiFailure for a refusal, and a Failure that names the address if the
 * API is unreachable.
 */
export async function send(apiUrl: string, call: Call): Promise<Answer> {
  const response = await request(apiUrl, call);
  const text = await response.text();
  if (!response.ok) throw new ApiFailure(response.status, text, response.headers);
  return { status: response.status, text, json: parse(text, apiUrl) };
}

async function request(apiUrl: string, call: Call): Promise<Response> {
  const url = new URL(call.path, apiUrl);
  const headers: Record<string, string> = { accept: 'application/json' };
  if (call.token !== undefined) headers.authorization = `Bearer ${sendable('The access token', call.token)}`;
  if (call.team !== undefined) headers['x-platform-team'] = sendable("The team's slug", call.team);
  const { body } = call;
  const zip = body instanceof Uint8Array ? new Uint8Array(body) : undefined;
  if (body !== undefined) headers['content-type'] = zip ? 'application/zip' : 'application/json';
  return reach(
    url,
    {
      method: call.method ?? 'GET',
      headers,
      ...(body === undefined ? {} : { body: zip ?? JSON.stringify(body) }),
    },
    call.timeoutMs,
  );
}

/** Sends a request to the platform. Throws a Failure that names the address if it's unreachable. */
export async function reach(url: URL, init: RequestInit, timeoutMs = 30_000): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('user-agent', USER_AGENT);
  try {
    // A redirect could carry the token to another host.
    return await fetch(url, { ...init, headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    throw new Failure(EXIT.failed, `The API at ${url.origin} couldn't be reached: ${reason(error)}`, {
      hint: "Check that it's running, or give another address with --api-url or PLATFORM_API_URL.",
      cause: error,
    });
  }
}

/** Checks that a value is allowed in a header. The message doesn't repeat the value, which may be a secret. */
function sendable(what: string, value: string): string {
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw new Failure(EXIT.usage, `${what} is empty, or contains spaces or non-ASCII characters.`);
}

function parse(text: string, apiUrl: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure(EXIT.failed, `${apiUrl} doesn't respond like the developer API.`, {
      hint: 'Check --api-url or PLATFORM_API_URL.',
      cause: error,
    });
  }
}
