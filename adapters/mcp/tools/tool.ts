import type { ToolAnnotations } from '@modelcontextprotocol/sdk/spec.types.js';
import { z } from 'zod';
import { findUnstorable, jsonPath } from '#kit/entered-text.ts';
import type { Operation } from '#kit/execute.ts';
import { fingerprintOf, NO_CANONICAL_FORM } from '#kit/fingerprint.ts';
import type { Surface } from '#kit/viewer.ts';
import type { Storefront } from '../../storefront.ts';
import { isObject } from '../transport/message.ts';
import { UCP_VERSION } from '../transport/protocol.ts';
import { explainIssues } from '../ucp/arguments.ts';
import { withoutBlanks, withoutNulls } from '../ucp/arrange.ts';
import type { Descriptions } from '../ucp/descriptions.ts';
import { ignoredArguments } from '../ucp/ignored.ts';
import { type Message, missingAgent, refused } from '../ucp/messages.ts';
import { type JsonSchema, outputSchema } from '../ucp/output-schema.ts';
import { toPublishedSchema } from '../ucp/published-schema.ts';

/** A tool's context: caller, storefront and access to the supergraph. */
export interface ToolCall {
  readonly storefront: Storefront;
  readonly execute: <TResult, TVariables>(
    operation: Operation<TResult, TVariables>,
    variables: TVariables,
  ) => Promise<TResult>;
  /** True if every product is in the official shape, with its description as an object. */
  readonly official: boolean;
  /** Unit type descriptions used in searches. */
  readonly descriptions: Descriptions;
  /** The request's idempotency key with its fingerprint; null if there is no key. */
  readonly idempotency: { readonly key: string; readonly fingerprint: string } | null;
}

/** Opens a call for an agent with the given profile. */
export type OpenCall = (agentProfile: string | null) => Omit<ToolCall, 'idempotency'>;

/** A tool's structured result: a success, or a refusal that's sent as `isError`. */
export interface ToolResult {
  readonly isError: boolean;
  readonly content: object;
}

/** Hints for clients. */
export type Annotations = Readonly<
  Required<Pick<ToolAnnotations, 'readOnlyHint'>> &
    Pick<ToolAnnotations, 'destructiveHint' | 'idempotentHint'>
>;

export interface ToolDefinition<TInput extends z.ZodType> {
  readonly name: string;
  readonly title: string;
  /** Purpose, when to use it, limits, and one example. */
  readonly description: string;
  readonly annotations: Annotations;
  /** The arguments in their canonical form; published as the input schema. */
  readonly input: TInput;
  /**
   * Converts the other accepted forms to the canonical form. Never throws: unrecognized values are kept
   * unchanged.
   */
  readonly arrange?: (args: Record<string, unknown>) => Record<string, unknown>;
  /** Schema for a successful result. */
  readonly output: JsonSchema;
  /** True if the tool is listed only for storefronts that take instant bookings. */
  readonly needsCheckout: boolean;
  /** True if existing data stays readable after the host stops taking instant bookings. */
  readonly readsExisting?: boolean;
  /** True if HTTP responses are signed. */
  readonly signed?: boolean;
  /** Surface for its sessions; defaults to MCP. */
  readonly surface?: Surface;
  readonly run: (input: z.output<TInput>, call: ToolCall) => Promise<ToolResult>;
}

/** A tool's entry in `tools/list`. */
export interface ToolListing extends Pick<ToolDefinition<z.ZodType>, 'name' | 'title' | 'description'> {
  readonly annotations: Annotations & { readonly openWorldHint: boolean };
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
}

export interface Tool {
  readonly name: string;
  readonly needsCheckout: boolean;
  readonly readsExisting: boolean;
  readonly signed: boolean;
  readonly surface: Surface;
  readonly listing: ToolListing;
  readonly call: (args: Record<string, unknown>, open: OpenCall) => Promise<ToolResult>;
}

/**
 * Defines a tool: reads its arguments leniently, checks them, and adds the warning for agents without a
 * profile to its result.
 */
export function defineTool<TInput extends z.ZodType>(definition: ToolDefinition<TInput>): Tool {
  const { name, title, description, annotations, input, arrange, needsCheckout } = definition;
  const { $schema: _, ...checkedSchema } = z.toJSONSchema(input, { io: 'input' });
  const inputSchema = toPublishedSchema(checkedSchema);
  return {
    name,
    needsCheckout,
    readsExisting: definition.readsExisting ?? false,
    signed: definition.signed ?? false,
    surface: definition.surface ?? 'mcp',
    listing: {
      name,
      title,
      description,
      inputSchema,
      outputSchema: outputSchema(definition.output),
      annotations: { openWorldHint: false, ...annotations },
    },
    async call(args, open) {
      const unstorable = findUnstorable(args);
      if (unstorable) {
        const path = jsonPath(unstorable.path);
        return refusal([refused('invalid', `${path} ${unstorable.reason}.`, path)]);
      }
      const given = withoutBlanks(withoutNulls(args) as typeof args, inputSchema); // an object is still an object
      const regrouped = withoutBlanks(arrange?.(given) ?? given, inputSchema);
      const arranged = { ...regrouped, meta: given.meta ?? {} };
      const ignored = ignoredArguments({ given, arranged }, inputSchema);
      const parsed = input.safeParse(arranged);
      if (!parsed.success) {
        return refusal([
          ...explainIssues(parsed.error.issues, { given, arranged }, checkedSchema),
          ...(ignored ? [ignored] : []),
        ]);
      }
      const idempotency = idempotencyOf(arranged.meta, args);
      if (idempotency === 'no_canonical_form') {
        return refusal([refused('invalid', `The arguments object ${NO_CANONICAL_FORM}.`, '$')]);
      }
      const profile = profileOf(arranged.meta);
      const result = await definition.run(parsed.data, { ...open(profile), idempotency });
      return saying(result, [
        ...(ignored ? [ignored] : []),
        ...(profile === null && !result.isError ? [missingAgent()] : []),
      ]);
    },
  };
}

export const success = (content: object): ToolResult => ({ isError: false, content });

/**
 * Refuses a tool call because of a transport problem (docs/interface/mcp.md#tool-errors): it changed no data,
 * and the messages explain why.
 */
export function refusal(messages: readonly Message[]): ToolResult {
  return { isError: true, content: { ucp: { version: UCP_VERSION, status: 'error' }, messages } };
}

/** Appends further messages to a result. */
function saying({ isError, content }: ToolResult, further: readonly Message[]): ToolResult {
  if (further.length === 0) return { isError, content };
  const messages = 'messages' in content && Array.isArray(content.messages) ? content.messages : [];
  return { isError, content: { ...content, messages: [...messages, ...further] } };
}

/** A longer URL can't be a profile to fetch. */
const LONGEST_PROFILE = 2048;

/** Returns the agent's profile from checked arguments; null if it's missing or isn't a web address. */
export function profileOf(meta: unknown): string | null {
  const agent = isObject(meta) ? meta['ucp-agent'] : undefined;
  const profile = isObject(agent) ? agent.profile : undefined;
  return typeof profile === 'string' &&
    profile.length <= LONGEST_PROFILE &&
    /^https?:\/\//i.test(profile) &&
    URL.canParse(profile)
    ? profile
    : null;
}

/**
 * Returns the key from checked arguments and the request's fingerprint: everything except `meta`
 * (docs/interface/checkout.md#idempotency).
 */
function idempotencyOf(
  meta: unknown,
  args: Record<string, unknown>,
): ToolCall['idempotency'] | 'no_canonical_form' {
  const key = isObject(meta) ? meta['idempotency-key'] : undefined;
  if (typeof key !== 'string') return null;
  const { meta: _, ...request } = args;
  const fingerprint = fingerprintOf(request);
  return fingerprint ? { key, fingerprint } : 'no_canonical_form';
}
