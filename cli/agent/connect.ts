import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { EXIT, Failure } from '../failure.ts';
import { harmless } from '../terminal/output.ts';
import type { Content } from './content.ts';
import { localFetch } from './local-fetch.ts';
import { checkResponse } from './ucp/check-response.ts';

/** An MCP client connected to one storefront. */
export interface Agent {
  /** Calls a tool. Throws a Failure with the tool's messages if the tool refuses. */
  readonly call: (tool: string, args: object) => Promise<Content>;
  /** Returns the responses' differences from UCP's official schemas so far, each with its tool. */
  readonly differences: () => Differences;
  /** Returns the number of tokens that a model would have read and written so far. */
  readonly tokens: () => string;
  readonly close: () => Promise<void>;
}

/** Differences from the official schemas, as sentences. */
export interface Differences {
  readonly deviations: readonly string[];
  /** Differences that the platform's contract requires. */
  readonly exceptions: readonly string[];
}

/** Identifies this command to storefronts; they don't read it. */
const PROFILE = 'https://platform.invalid/.well-known/ucp';

/** English text and JSON average about this many characters per token in current models' tokenizers. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Connects the official MCP client to the storefront at this origin; `example` is a storefront's address for the hint. The client checks every response against
 * MCP's schemas and against the output schema that the tool publishes; UCP's official schemas are checked in addition, and
 * differences are reported instead of thrown.
 */
export async function connectAgent(origin: string, version: string, example: string): Promise<Agent> {
  const url = new URL('/api/mcp', origin);
  const transport = new StreamableHTTPClientTransport(url, { fetch: localFetch });
  const client = new Client({ name: 'platform-cli', version });
  let calls = 0;
  let characters = 0;
  const deviations = new Set<string>();
  const exceptions = new Set<string>();
  const check = (tool: string, content: unknown) => {
    const found = checkResponse(tool, content);
    if (found === null) return;
    for (const deviation of found.deviations) deviations.add(`${tool}: ${deviation}`);
    for (const reason of found.exceptions) exceptions.add(`${tool}: ${reason}`);
  };
  try {
    await client.connect(transport as never); // the SDK's types disagree about an optional sessionId
    // Also compiles the tools' output schemas, which callTool then checks.
    characters += JSON.stringify(await client.listTools()).length;
  } catch (cause) {
    const hint = `The origin is a storefront, for example ${example}.`;
    throw new Failure(EXIT.failed, `${origin} isn't an MCP server.`, { cause, hint });
  }
  return {
    async call(name, given) {
      const meta = { 'ucp-agent': { profile: PROFILE }, 'idempotency-key': randomUUID() };
      const args = { ...given, meta };
      const result = await client.callTool({ name, arguments: args });
      calls += 1;
      characters += JSON.stringify(args).length + JSON.stringify(result.content).length;
      const content = (result.structuredContent ?? {}) as Content; // checked by the client
      check(name, content);
      if (result.isError !== true) return content;
      const [first, ...others] = (content.messages ?? []).map(
        ({ code, content: text }) => `${code}: ${harmless(text)}`,
      );
      throw new Failure(EXIT.failed, first ?? `${name} was refused.`, { hint: others.join('\n') });
    },
    differences: () => ({ deviations: [...deviations], exceptions: [...exceptions] }),
    tokens() {
      const count = Math.ceil(characters / CHARACTERS_PER_TOKEN).toLocaleString('en');
      return `about ${count} tokens for the list of tools and ${calls} ${calls === 1 ? 'call' : 'calls'} (estimate: ${CHARACTERS_PER_TOKEN} characters per token)`;
    },
    close: () => client.close(),
  };
}
