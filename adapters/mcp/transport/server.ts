import type {
  CallToolRequestParams,
  InitializeResult,
  ServerCapabilities,
} from '@modelcontextprotocol/sdk/spec.types.js';
import type { Execute } from '#kit/execute.ts';
import { recordMetric } from '#kit/metrics.ts';
import { agentViewer } from '../../storefront.ts';
import { type OpenCall, refusal, type Tool, type ToolResult } from '../tools/tool.ts';
import type { Descriptions } from '../ucp/descriptions.ts';
import { refused } from '../ucp/messages.ts';
import { writeJson } from '../ucp/raw-json.ts';
import { ownError, RpcError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import type { Params } from './message.ts';
import {
  LEGACY_VERSIONS,
  RPC,
  SERVER_INFO,
  SUPPORTED_VERSIONS,
  UCP_VERSION,
  type UcpVersion,
} from './protocol.ts';
import { openResources } from './resources.ts';
import { CACHING, keptResult, members, result } from './result.ts';

/** Handles a method: returns its result's members as JSON text (`"a":1,"b":2`) or throws an `RpcError`. */
export type Handler = (exchange: Exchange, params: Params) => string | Promise<string>;

/** Handlers for all methods, by name. Their parameters are already validated (plugin.ts). */
export type McpServer = ReadonlyMap<string, Handler>;

type ToolCall = Required<Pick<CallToolRequestParams, 'name' | 'arguments'>>;

const CAPABILITIES: ServerCapabilities = { tools: {}, resources: {} };

/** Serves all storefronts with the same set of tools. Lists are serialized only once. */
export function newMcpServer({
  tools,
  offered,
  instructions,
  execute,
  descriptions,
}: {
  /** All tools, so that a tool that isn't offered here can still be named in the error. */
  readonly tools: ReadonlyMap<string, Tool>;
  readonly offered: (tool: Tool) => boolean;
  /** Instructions for agents on using these tools together. */
  readonly instructions: string;
  readonly execute: Execute;
  /** Shared with servers for other sets of tools. */
  readonly descriptions: Descriptions;
}): McpServer {
  const listed = JSON.stringify([...tools.values()].filter(offered).map(({ listing }) => listing));
  const resources = openResources(execute);

  const initialize: Handler = (_exchange, { protocolVersion }) =>
    members({
      protocolVersion: LEGACY_VERSIONS.find((version) => version === protocolVersion) ?? LEGACY_VERSIONS[0],
      capabilities: CAPABILITIES,
      serverInfo: SERVER_INFO,
      instructions,
    } satisfies InitializeResult);

  const discover: Handler = (exchange) =>
    result(
      exchange,
      members({
        supportedVersions: SUPPORTED_VERSIONS,
        capabilities: CAPABILITIES,
        instructions,
        ...CACHING,
      }),
    );

  const callTool: Handler = async (exchange, params) => {
    const { name, arguments: args } = params as unknown as ToolCall; // validated by plugin.ts
    const tool = tools.get(name);
    const count = (outcome: 'answered' | 'refused' | 'failed') =>
      recordMetric('toolCall', { tool: tool?.name ?? 'unknown', outcome });
    try {
      if (!tool)
        throw new RpcError(200, RPC.invalidParams, `There is no tool named "${name.slice(0, 100)}".`);
      exchange.signed = tool.signed;
      const call = () => tool.call(args, openCallOf(exchange, tool.surface, execute, descriptions));
      const answer = offered(tool) ? await call() : await callUnlisted(tool, call);
      const text = result(exchange, toolMembers(atVersion(answer, exchange.ucpVersion)));
      count(answer.isError ? 'refused' : 'answered');
      return text;
    } catch (error) {
      const rpcError = error instanceof RpcError ? error : ownError(error, exchange.requestId);
      if (rpcError !== error)
        exchange.log.error({ err: error, requestId: exchange.requestId }, 'Failed to run a tool');
      count(rpcError === error ? 'refused' : 'failed');
      throw rpcError;
    }
  };

  return new Map<string, Handler>([
    ['initialize', initialize],
    ['ping', () => ''],
    ['server/discover', discover],
    ['tools/list', (exchange) => keptResult(exchange, `"tools":${listed}`)],
    ['tools/call', callTool],
    ['resources/list', resources.list],
    ['resources/templates/list', (exchange) => keptResult(exchange, members({ resourceTemplates: [] }))],
    ['resources/read', resources.read],
  ]);
}

function openCallOf(
  { storefront, requestId, ucpVersion }: Exchange,
  surface: Tool['surface'],
  execute: Execute,
  descriptions: Descriptions,
): OpenCall {
  return (agentProfile) => {
    const caller = { viewer: agentViewer(storefront, surface, agentProfile), requestId };
    return {
      storefront,
      descriptions,
      // Only the first version left the format of a product's description up to us.
      official: ucpVersion !== UCP_VERSION,
      execute: (operation, variables) => execute(operation, variables, caller),
    };
  };
}

/**
 * Lets an unlisted tool read existing data: a booking made while the host took instant bookings stays
 * readable. All other calls are refused.
 */
async function callUnlisted(tool: Tool, call: () => Promise<ToolResult>): Promise<ToolResult> {
  const result = tool.readsExisting ? await call() : null;
  return result === null || result.isError ? notOffered(tool) : result;
}

function notOffered({ name }: Tool): ToolResult {
  return refusal([
    refused(
      'checkout_not_available',
      `${name} isn't available: this host reviews booking requests manually. Send the guest to the storefront instead.`,
      '$',
    ),
  ]);
}

/** Sets the chosen version in a result's header, for the protocol and each capability. */
function atVersion(result: ToolResult, version: UcpVersion): ToolResult {
  if (version === UCP_VERSION) return result;
  const { ucp, ...content } = result.content as { readonly ucp: UcpHead }; // every tool's result has `ucp`
  const capabilities = Object.keys(ucp.capabilities ?? {}).map((name) => [name, [{ version }]]);
  const head = {
    ...ucp,
    version,
    ...(ucp.capabilities ? { capabilities: Object.fromEntries(capabilities) } : {}),
  };
  return { ...result, content: { ucp: head, ...content } };
}

interface UcpHead {
  readonly capabilities?: Readonly<Record<string, unknown>>;
}

/** Returns a tool's result: the structured content and the same JSON as text, serialized once. */
function toolMembers({ isError, content }: ToolResult): string {
  const { plain, escaped } = writeJson(content);
  const error = isError ? ',"isError":true' : '';
  return `"content":[{"type":"text","text":"${escaped}"}],"structuredContent":${plain}${error}`;
}
