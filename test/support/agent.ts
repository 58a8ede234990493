import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Agent as Dispatcher, Pool, fetch as undiciFetch } from 'undici';

/** A UCP message in a result. */
export interface AgentMessage {
  readonly type: string;
  readonly code: string;
  readonly content: string;
  readonly severity?: string;
  readonly param?: string;
  readonly path?: string;
}

/** A tool's structured result: products, a session or an error; tests read the fields they expect. */
export interface AgentContent {
  readonly ucp: { readonly version: string; readonly status?: string };
  readonly products: readonly AgentProduct[];
  readonly product: AgentProduct;
  readonly pagination: {
    readonly has_next_page: boolean;
    readonly cursor?: string;
    readonly total_count: number;
  };
  readonly messages: readonly AgentMessage[];
  readonly id: string;
  readonly status: string;
  readonly currency: string;
  readonly line_items: readonly {
    readonly id: string;
    readonly item: { readonly id: string; readonly title: string; readonly price: number };
    readonly quantity: number;
  }[];
  readonly buyer?: Readonly<Record<string, string>>;
  readonly totals: readonly { readonly type: string; readonly amount: number }[];
  readonly links: readonly { readonly type: string; readonly url: string }[];
  readonly expires_at: string;
  readonly order?: {
    readonly id: string;
    readonly checkout_id: string;
    readonly permalink_url: string;
    readonly hold_expires_at?: string;
    readonly payment_status: string;
  };
  readonly continue_url?: string;
}

export interface AgentProduct {
  readonly id: string;
  readonly title: string;
  readonly price: number;
  readonly price_unit?: string;
  readonly currency: string;
  readonly description: unknown;
  readonly total?: number;
  readonly units?: number;
  readonly display: { readonly price: string; readonly total?: string };
  readonly available_units?: number;
  readonly nights?: number;
  readonly max_guests: number;
  readonly media?: readonly {
    readonly type: string;
    readonly url: string;
    readonly alt_text?: string;
    readonly width: number;
    readonly height: number;
  }[];
  readonly url: string;
  readonly available?: boolean;
  readonly metadata: object;
  readonly variants: readonly Readonly<Record<string, unknown>>[];
}

/** A standard MCP client at one storefront. */
export interface McpAgent {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
  /** Calls a tool under this agent's profile and returns its structured content; throws if the tool refuses. */
  readonly call: (tool: string, args?: object) => Promise<AgentContent>;
  /** The messages from a call refused with `isError`; throws if it succeeds. */
  readonly refused: (tool: string, args?: object) => Promise<readonly AgentMessage[]>;
  readonly close: () => Promise<void>;
}

export const AGENT_PROFILE = 'https://agent.example/.well-known/ucp';

/** Resolves every name to this machine: demo domains don't resolve everywhere. */
const loopback = () =>
  new Dispatcher({
    connect: {
      lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
    },
  });

/** Connects the official client to a storefront, for example `lakeside.localhost`, on a server on `port`. */
export async function connectAgent(port: number, domain: string): Promise<McpAgent> {
  const dispatcher = loopback();
  const agent = await connectAgentAt(`http://${domain}:${port}`, dispatcher);
  return {
    ...agent,
    async close() {
      await agent.close();
      await dispatcher.close();
    },
  };
}

/** Connects the client to a storefront at this origin; the dispatcher is left open. */
export async function connectAgentAt(origin: string, dispatcher: Dispatcher): Promise<McpAgent> {
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}/api/mcp`), {
    // undici's own fetch and the platform's differ only in their option types
    fetch: ((url: string, init: object) => undiciFetch(url, { ...init, dispatcher })) as never,
  });
  const client = new Client({ name: 'test-agent', version: '1.0.0' });
  await client.connect(transport as never); // the SDK's types disagree about an optional sessionId

  async function callTool(name: string, args: object) {
    const meta = {
      'ucp-agent': { profile: AGENT_PROFILE },
      ...('meta' in args ? (args.meta as object) : {}),
    };
    const result = await client.callTool({ name, arguments: { ...args, meta } });
    return { isError: result.isError === true, content: result.structuredContent as unknown as AgentContent };
  }

  return {
    client,
    transport,
    async call(tool, args = {}) {
      const { isError, content } = await callTool(tool, args);
      if (isError) throw new Error(`${tool} was refused: ${JSON.stringify(content.messages)}`);
      return content;
    },
    async refused(tool, args = {}) {
      const { isError, content } = await callTool(tool, args);
      if (!isError) throw new Error(`${tool} was not refused: ${JSON.stringify(content)}`);
      return content.messages;
    },
    close: () => client.close(),
  };
}

/** A plain HTTP response; `json` is undefined if the body isn't JSON. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
  readonly json: any;
}

/** Plain HTTP to a storefront by its Host header: for requests that a well-behaved client never sends. */
export interface StorefrontHttp {
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<HttpAnswer>;
  /** Posts to `/api/mcp`: text unchanged, anything else as JSON. */
  readonly post: (body: unknown, headers?: Readonly<Record<string, string>>) => Promise<HttpAnswer>;
  /** Posts a JSON-RPC request. */
  readonly rpc: (
    method: string,
    params?: object,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<HttpAnswer>;
  readonly send: (
    method: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH' | 'OPTIONS',
    path: string,
    headers?: Readonly<Record<string, string>>,
    body?: string,
  ) => Promise<HttpAnswer>;
  readonly close: () => Promise<void>;
}

export function storefrontHttp(address: string, host: string): StorefrontHttp {
  const pool = new Pool(address);

  async function send(
    method: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH' | 'OPTIONS',
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: string,
  ): Promise<HttpAnswer> {
    const answer = await pool.request({ method, path, headers: { host, ...headers }, body: body ?? null });
    const text = await answer.body.text();
    const isJson = String(answer.headers['content-type']).includes('json');
    return {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string | undefined>, // none of our headers is sent twice
      text,
      json: isJson ? JSON.parse(text) : undefined,
    };
  }

  const post: StorefrontHttp['post'] = (body, headers = {}) =>
    send(
      'POST',
      '/api/mcp',
      { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      typeof body === 'string' ? body : JSON.stringify(body),
    );

  return {
    send,
    post,
    get: (path, headers) => send('GET', path, headers),
    rpc: (method, params = {}, headers = {}) => post({ jsonrpc: '2.0', id: 1, method, params }, headers),
    close: () => pool.close(),
  };
}
