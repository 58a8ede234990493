import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ProtocolError } from '#kit/errors.ts';
import { fingerprintOf, NO_CANONICAL_FORM } from '#kit/fingerprint.ts';
import { profileOf } from '../mcp/tools/tool.ts';
import { explainIssues } from '../mcp/ucp/arguments.ts';
import { withoutNulls } from '../mcp/ucp/arrange.ts';
import { ignoredArguments } from '../mcp/ucp/ignored.ts';
import type { Message } from '../mcp/ucp/messages.ts';
import type { JsonSchema } from '../mcp/ucp/output-schema.ts';
import type { Body } from '../rest/acp/body.ts';
import type { IdempotencyInput } from './generated.ts';

/**
 * Reads a body's fields; throws a 400 with a message for each invalid field. Returns a message that names
 * unknown fields.
 */
export function readFields<T>(
  fields: z.ZodType<T>,
  schema: JsonSchema,
  body: Body,
): { readonly value: T; readonly ignored: readonly Message[] } {
  const given = withoutNulls(body) as Record<string, unknown>; // an object is still an object
  const parsed = fields.safeParse(given);
  const ignored = ignoredArguments({ given, arranged: given }, schema) ?? [];
  if (parsed.success) return { value: parsed.data, ignored: [ignored].flat() };
  const messages = explainIssues(parsed.error.issues, { given, arranged: given }, schema);
  const [first] = messages;
  throw new ProtocolError(400, first?.code ?? 'invalid', first?.content ?? 'The body is invalid.', {
    messages: [...messages, ...[ignored].flat()],
  });
}

const AGENT = /^profile="([^"]+)"/;

/**
 * Reads the agent's profile from `UCP-Agent: profile="https://…"`; null if it's missing or isn't a web
 * address.
 */
export function agentOf({ headers }: FastifyRequest): string | null {
  const given = headers['ucp-agent'];
  const profile = typeof given === 'string' ? AGENT.exec(given.trim())?.[1] : undefined;
  return profileOf({ 'ucp-agent': { profile } });
}

const key = z.guid();

/**
 * Returns the request's `Idempotency-Key`, a UUID, with its fingerprint, which covers the body including
 * ignored fields. Null if the header is optional and missing. Throws a 400 if a required key is missing, the
 * key isn't a UUID, or the body has no canonical form.
 */
export function idempotencyOf(
  { headers }: FastifyRequest,
  body: Body,
  need: 'required' | 'optional',
): IdempotencyInput | null {
  const given = headers['idempotency-key'];
  if (given === undefined && need === 'optional') return null;
  const parsed = key.safeParse(given);
  if (!parsed.success) {
    throw new ProtocolError(
      400,
      given === undefined ? 'missing' : 'invalid',
      'Idempotency-Key must be a UUID: a new one for each request, the same one for retries.',
    );
  }
  const fingerprint = fingerprintOf(body);
  if (fingerprint) return { key: parsed.data, fingerprint };
  throw new ProtocolError(400, 'invalid', `The body ${NO_CANONICAL_FORM}.`, { param: '$' });
}
