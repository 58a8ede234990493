/** A request to the developer API as an app's server sends it. */
export interface GraphqlRequest {
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Runtime token; anonymous when omitted. */
  readonly token?: string;
  readonly version?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface GraphqlAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests assert
  readonly data: any;
  readonly errors: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions: Readonly<Record<string, unknown>> & { readonly code: string };
  }[];
  readonly cost: Readonly<Record<string, number>>;
  readonly text: string;
}

/** Runs a document on `{address}/developer/api/{version}/graphql`. */
export async function graphql(
  address: string,
  query: unknown,
  { variables, token, version = '2026-01', headers = {} }: GraphqlRequest = {},
): Promise<GraphqlAnswer> {
  const response = await fetch(`${address}/developer/api/${version}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify(variables === undefined ? { query } : { query, variables }),
  });
  const text = await response.text();
  const { data, errors = [], extensions } = JSON.parse(text);
  return { status: response.status, headers: response.headers, data, errors, cost: extensions?.cost, text };
}
