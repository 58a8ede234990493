import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';

/** An ACP call's response; `body` is the parsed JSON. */
export interface AcpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: AcpBody;
}

/** A session or an error; tests read the fields they expect. */
export interface AcpBody {
  readonly id: string;
  readonly status: string;
  readonly currency: string;
  readonly line_items: readonly {
    readonly id: string;
    readonly item: { readonly id: string };
    readonly base_amount: number;
    readonly unit_amount?: number;
  }[];
  readonly totals: readonly {
    readonly type: string;
    readonly display_text: string;
    readonly amount: number;
  }[];
  readonly messages: readonly {
    readonly type: string;
    readonly code?: string;
    readonly content?: string;
    readonly param?: string;
  }[];
  readonly links: readonly { readonly type: string; readonly url: string }[];
  readonly order?: { readonly id: string; readonly permalink_url: string };
  readonly type?: string;
  readonly code?: string;
  readonly message?: string;
  readonly param?: string;
  readonly supported_versions?: readonly string[];
}

export interface AcpCall {
  /** Sent as JSON; `raw` is sent unchanged. */
  readonly body?: unknown;
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Credentials for one storefront's ACP surface. */
export interface AcpSurface {
  /** The server's `http://127.0.0.1:PORT`. */
  readonly address: string;
  /** The storefront's host. */
  readonly host: string;
  readonly apiKey?: string | null | undefined;
  readonly signingSecret?: string | null | undefined;
}

/** An ACP agent over real HTTP, with its own keep-alive connections. */
export interface AcpAgent {
  readonly send: (method: Dispatcher.HttpMethod, path: string, call?: AcpCall) => Promise<AcpAnswer>;
  readonly create: (body: unknown, headers?: AcpCall['headers']) => Promise<AcpAnswer>;
  readonly get: (id: string, headers?: AcpCall['headers']) => Promise<AcpAnswer>;
  readonly update: (id: string, body: unknown, headers?: AcpCall['headers']) => Promise<AcpAnswer>;
  readonly complete: (id: string, key?: string) => Promise<AcpAnswer>;
  readonly cancel: (id: string, key?: string) => Promise<AcpAnswer>;
  readonly close: () => Promise<void>;
}

const SESSIONS = '/api/acp/checkout_sessions';

export function acpAgent({ address, host, apiKey, signingSecret }: AcpSurface, connections = 64): AcpAgent {
  const pool = new Pool(address, { connections });

  async function send(
    method: Dispatcher.HttpMethod,
    path: string,
    { body, raw, headers, signal }: AcpCall = {},
  ): Promise<AcpAnswer> {
    const sent = raw ?? (body === undefined ? null : JSON.stringify(body));
    const answer = await pool.request({
      method,
      path,
      body: sent,
      signal: signal ?? null,
      headers: {
        host,
        ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
        ...(sent === null ? {} : { 'content-type': 'application/json' }),
        ...(signingSecret ? signed(signingSecret, sent ?? '') : {}),
        ...headers,
      },
    });
    const text = await answer.body.text();
    return {
      status: answer.statusCode,
      headers: answer.headers as AcpAnswer['headers'], // none of our headers repeats
      body: text ? JSON.parse(text) : null,
    };
  }

  const keyed = (key: string | undefined) => (key ? { headers: { 'idempotency-key': key } } : {});
  return {
    send,
    create: (body, headers = {}) => send('POST', SESSIONS, { body, headers }),
    get: (id, headers = {}) => send('GET', `${SESSIONS}/${id}`, { headers }),
    update: (id, body, headers = {}) => send('POST', `${SESSIONS}/${id}`, { body, headers }),
    complete: (id, key) => send('POST', `${SESSIONS}/${id}/complete`, keyed(key)),
    cancel: (id, key) => send('POST', `${SESSIONS}/${id}/cancel`, keyed(key)),
    close: () => pool.close(),
  };
}

/** Repeats a call while the service is unavailable, as agents do: after the time in `retry-after`. */
export async function untilAvailable(call: () => Promise<AcpAnswer>): Promise<AcpAnswer> {
  for (let left = 10; ; left--) {
    const answer = await call();
    if (answer.status !== 503 || left === 0) return answer;
    await setTimeout(1000 * Number(answer.headers['retry-after']));
  }
}

/** A signed request's two headers; `at` is its claimed time in unix seconds. */
export function signed(
  secret: string,
  body: string | Buffer,
  at = Math.floor(Date.now() / 1000),
): { readonly timestamp: string; readonly signature: string } {
  const hex = createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex');
  return { timestamp: String(at), signature: `sha256=${hex}` };
}
