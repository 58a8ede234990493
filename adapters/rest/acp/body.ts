import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findUnstorable, jsonPath } from '#kit/entered-text.ts';
import { ProtocolError } from '#kit/errors.ts';
import { MAX_ITEM_ID, MAX_LINES, MAX_UNITS } from '#schema/limits.ts';
import type { CheckoutBuyerInput, CheckoutLineInput } from './generated.ts';

/** A request body as a JSON object; empty if the request has no body. */
export type Body = Readonly<Record<string, unknown>>;

const itemId = z.string('must be a string').max(MAX_ITEM_ID, `must have at most ${MAX_ITEM_ID} characters`);
const units = z
  .int(`must be a whole number from 1 to ${MAX_UNITS}`)
  .min(1, `must be at least 1`)
  .max(MAX_UNITS, `must be at most ${MAX_UNITS}`);

/** `{item: {id}, quantity}`, `{id, quantity}` and `{item: {id, quantity}}` are equivalent. */
const line = z
  .object(
    {
      item: z.object({ id: itemId.nullish(), quantity: units.nullish() }, 'must be an object').nullish(),
      id: itemId.nullish(),
      quantity: units.nullish(),
    },
    'must be an object like {"item": {"id": "stay:…"}, "quantity": 1}',
  )
  .transform(({ item, id, quantity }, check): CheckoutLineInput => {
    const itemId = item?.id ?? id;
    if (itemId) return { itemId, quantity: quantity ?? item?.quantity ?? 1 };
    check.addIssue({ code: 'custom', path: ['item', 'id'], message: 'must be the id of a stay item' });
    return z.NEVER;
  });
const lines = z.array(line).max(MAX_LINES, `must have at most ${MAX_LINES} entries`);

/** Any text: text that is too long or unusable is reported in the session's messages. */
const text = z.string('must be a string');
const buyer = z
  .object(
    {
      first_name: text.nullish(),
      last_name: text.nullish(),
      email: text.nullish(),
      phone_number: text.nullish(),
    },
    'must be an object',
  )
  .transform(
    (given): CheckoutBuyerInput => ({
      firstName: given.first_name,
      lastName: given.last_name,
      email: given.email,
      phoneNumber: given.phone_number,
    }),
  );

/** Session fields that a body can set; an omitted (or null) key keeps its value. */
export const sessionChanges = z.object({
  line_items: lines
    .nullish()
    .meta({ description: 'Stays, all for the same dates. Replaces all earlier lines.' }),
  items: lines.nullish().meta({ description: 'Another name for `line_items`.' }),
  buyer: buyer.nullish().meta({ description: 'The guest. Replaces all earlier details.' }),
});

/**
 * Reads a request's JSON object. Throws a 415 for another content type, or a 400 `invalid` if the body isn't
 * JSON, isn't an object or contains unstorable text. A missing body is read as the empty object.
 */
export function readBody(request: FastifyRequest): Body {
  const raw = request.body;
  if (!Buffer.isBuffer(raw) || raw.length === 0) return {};
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new ProtocolError(
      415,
      'unsupported_media_type',
      'Send the body as Content-Type: application/json.',
    );
  }
  const body = parseJson(raw);
  const unstorable = findUnstorable(body);
  if (unstorable) {
    const param = jsonPath(unstorable.path);
    throw new ProtocolError(400, 'invalid', `${param} ${unstorable.reason}.`, {
      param,
    });
  }
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body; // just checked
  throw new ProtocolError(400, 'invalid', 'The body must be a JSON object.', { param: '$' });
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof TypeError)) throw cause;
    throw new ProtocolError(400, 'invalid', 'The body must be well-formed JSON in UTF-8.', { param: '$' });
  }
}

/**
 * Returns a new session's lines and buyer. Throws a 400 `missing` if there are no lines, or a 400 `invalid`
 * for an incorrect type.
 */
export function readNewSession(body: Body): {
  readonly lines: readonly CheckoutLineInput[];
  readonly buyer?: CheckoutBuyerInput;
} {
  const { lines, buyer } = readChanges(body);
  if (lines) return { lines, ...(buyer ? { buyer } : {}) };
  throw missingLines();
}

/**
 * Returns the replacement lines and buyer. Throws a 400 `missing` if lines are empty or aren't an array, or a
 * 400 `invalid` for any other incorrect type.
 */
export function readChanges(body: Body): {
  readonly lines?: readonly CheckoutLineInput[];
  readonly buyer?: CheckoutBuyerInput;
} {
  for (const name of ['line_items', 'items'] as const) {
    if (body[name] != null && !Array.isArray(body[name])) throw missingLines(name);
  }
  const parsed = sessionChanges.safeParse(body);
  if (!parsed.success) throw invalid(parsed.error);
  const { line_items, items, buyer } = parsed.data;
  const lines = line_items ?? items;
  if (lines?.length === 0) throw missingLines();
  return { ...(lines ? { lines } : {}), ...(buyer ? { buyer } : {}) };
}

function missingLines(name: 'line_items' | 'items' = 'line_items'): ProtocolError {
  return new ProtocolError(
    400,
    'missing',
    `${name} must be an array with at least one stay: [{"item": {"id": "stay:…"}, "quantity": 1}].`,
    { param: `$.${name}` },
  );
}

function invalid({ issues }: z.ZodError): ProtocolError {
  const [issue] = issues;
  const param = (issue?.path ?? []).reduce<string>(
    (path, key) => (typeof key === 'number' ? `${path}[${key}]` : `${path}.${String(key)}`),
    '$',
  );
  return new ProtocolError(400, 'invalid', `${param.slice(2)} ${issue?.message}.`, { param });
}
