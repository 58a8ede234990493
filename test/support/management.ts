/** A management API client: one developer's token, any team. */
export interface Developer {
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
}

export interface CallOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent instead of `body`. */
  readonly zip?: Uint8Array<ArrayBuffer>;
  /** Slug for `X-Platform-Team`. */
  readonly team?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The response's JSON; tests state their expectations. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests assert
  readonly json: any;
}

/** A developer that calls `{address}/api/dev/` with an access token. */
export function developer(address: string, token: string): Developer {
  return {
    async call(method, path, { body, zip, team, headers } = {}) {
      const response = await fetch(`${address}/api/dev/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(team === undefined ? {} : { 'x-platform-team': team }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(zip === undefined ? {} : { 'content-type': 'application/zip' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(zip === undefined ? {} : { body: zip }),
      });
      return { status: response.status, headers: response.headers, json: await response.json() };
    },
  };
}

/** A valid manifest. */
export const MANIFEST = {
  scopes: ['read_tasks'],
  webhooks: ['task.assignment_requested'],
  webhook_url: 'https://crew.example.com/webhooks',
} as const;
