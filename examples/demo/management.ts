/** The management API from a developer's perspective. */
export interface Api {
  readonly call: <Answer>(
    method: string,
    path: string,
    body?: object,
    team?: string,
  ) => Promise<{ readonly status: number; readonly json: Answer }>;
  /** Does the same as `call`; throws unless the response is a success. */
  readonly must: <Answer>(method: string, path: string, body?: object, team?: string) => Promise<Answer>;
}

/** Opens a server's management API for the account with this access token. */
export function managementApi(origin: string, pat: string): Api {
  const call = async <Answer>(method: string, path: string, body?: object, team?: string) => {
    const response = await fetch(`${origin}/api/dev/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${pat}`,
        'content-type': 'application/json',
        ...(team && { 'x-platform-team': team }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const json = (await response.json()) as Answer; // its OpenAPI document guarantees the shapes
    return { status: response.status, json };
  };
  return {
    call,
    async must<Answer>(method: string, path: string, body?: object, team?: string) {
      const { status, json } = await call<Answer>(method, path, body, team);
      if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
      return json;
    },
  };
}
