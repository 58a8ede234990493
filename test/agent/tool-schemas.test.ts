import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ToolResult } from '#adapters/mcp/tools/tool.ts';
import { TOOLS } from '#adapters/mcp/tools/tools.ts';
import { daysAhead } from '../support/stays.ts';
import {
  faultsForAnthropic,
  faultsForGemini,
  faultsForOpenAi,
  type OfferedTool,
} from '../support/tool-schemas.ts';

type Schema = {
  readonly type: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
};
type Value = unknown;

const offered = [...TOOLS.values()].map(
  ({ listing }) => listing as unknown as OfferedTool & { inputSchema: Schema },
);
const NAMES = [...TOOLS.keys()];
// names come from NAMES
const inputOf = (name: string) => offered.find((tool) => tool.name === name)?.inputSchema as Schema;

describe("a tool's input schema", () => {
  test.each(offered.map((tool) => [tool.name, tool] as const))(
    "the input schema for %s stays within OpenAI's, Gemini's and Anthropic's limits",
    (_name, tool) => {
      expect(faultsForOpenAi(tool)).toEqual([]);
      expect(faultsForGemini(tool)).toEqual([]);
      expect(faultsForAnthropic(tool)).toEqual([]);
    },
  );

  test.each([
    ['examples', { type: 'string', examples: ['a'] }],
    ['default', { type: 'integer', default: 2 }],
    ['minLength', { type: 'string', minLength: 1 }],
    ['maxLength', { type: 'string', maxLength: 9 }],
  ])('the providers refuse the schema keyword %s', (_keyword, inner) => {
    const tool = { name: 'a', inputSchema: { type: 'object', properties: { inner } } };
    expect(faultsForOpenAi(tool)).toHaveLength(1);
    expect(faultsForGemini(tool)).toHaveLength(1);
  });

  test('the tools take up at most 17 kB', () => {
    expect(JSON.stringify({ tools: offered }).length).toBeLessThan(17_000);
  });
});

/** Returns a tool's reason to refuse arguments; null if it would run. */
async function refusalOf(name: string, args: Value): Promise<string | null> {
  const ran = new Error('it ran');
  const call = {
    storefront: {} as never, // unread before the operation
    official: false,
    descriptions: {} as never,
    execute: () => Promise.reject(ran),
  };
  let result: ToolResult | undefined;
  try {
    result = await TOOLS.get(name)?.call(args as Record<string, unknown>, () => call);
  } catch (error) {
    if (error !== ran) throw error;
    return null;
  }
  const { messages = [] } = (result?.content ?? {}) as {
    messages?: readonly { code: string; content: string }[];
  };
  // An id for an unknown object reaches the look-up instead of being refused here.
  const wrong = messages.find(({ code }) => code === 'invalid' || code === 'missing');
  return wrong ? `${wrong.code}: ${wrong.content}` : null;
}

/** Generates values that match a schema. */
function valuesOf(schema: Schema): fc.Arbitrary<Value> {
  const { type, properties = {}, required = [], items, minItems = 0, maxItems = 3 } = schema;
  switch (type) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, valuesOf(inner)])),
        { requiredKeys: [...required] },
      );
    case 'array':
      return fc.array(valuesOf(items as Schema), { minLength: minItems, maxLength: Math.min(maxItems, 4) });
    case 'integer':
      return fc.integer({
        ...(schema.minimum === undefined ? {} : { min: schema.minimum }),
        ...(schema.maximum === undefined ? {} : { max: schema.maximum }),
      });
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.double({
        noNaN: true,
        min: schema.minimum ?? -1e9,
        max: schema.maximum ?? 1e9,
      });
    case 'string':
      return fc.oneof(
        fc.string(),
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.constant('x'.repeat(300)),
      );
    default:
      throw new Error(`No values of type ${type}.`);
  }
}

type Catalog = Record<string, Value>;

/**
 * Applies rules that only the descriptions state because the providers share no keyword for them: dates and
 * their order, lengths, at least one of several fields.
 */
function asDescribed(name: string, value: Value): Value {
  const args = structuredClone(value) as Record<string, Record<string, Value> | undefined>;
  const key = args.meta?.['idempotency-key'];
  if (typeof key === 'string')
    args.meta = { ...args.meta, 'idempotency-key': `${key}k`.slice(-255).toWellFormed() };
  if (name === 'search_catalog' && args.catalog) {
    const catalog: Catalog = args.catalog;
    const dated = 'check_in' in catalog || 'check_out' in catalog;
    if (dated) Object.assign(catalog, { check_in: daysAhead(20), check_out: daysAhead(23) });
    if (typeof catalog.query === 'string') catalog.query = catalog.query.slice(0, 200);
    if (!dated) delete (catalog.filters as Catalog | undefined)?.total; // a total needs dates
  }
  const filters = args.catalog?.filters as Record<string, { min?: Value; max?: Value }> | undefined;
  for (const name of ['price', 'total']) delete filters?.[name]?.min; // min must not exceed max
  if (name === 'lookup_catalog' && args.id === undefined && !args.catalog?.id && !args.catalog?.ids) {
    return { ...args, id: 'unit_type:1' };
  }
  if (name === 'update_checkout' && !args.checkout?.line_items && !args.checkout?.buyer) {
    return { ...args, checkout: { ...args.checkout, buyer: {} } };
  }
  return args;
}

/** True if the request has a canonical form (RFC 8785), which an idempotency key requires. */
const isCanonical = (value: Value) => JSON.stringify(value).isWellFormed();

describe('the published schema and the server', () => {
  test.each(NAMES)('%s: the server accepts all arguments that the schema allows', async (name) => {
    await fc.assert(
      fc.asyncProperty(valuesOf(inputOf(name)), async (value) => {
        const args = asDescribed(name, value);
        fc.pre(isCanonical(args));
        expect(await refusalOf(name, args)).toBeNull();
      }),
      { numRuns: 150 },
    );
  });

  test.each(NAMES)('%s: the server refuses all arguments that the schema forbids', async (name) => {
    const schema = inputOf(name);
    const ajv = new Ajv2020();
    addFormats.default(ajv);
    const allows = ajv.compile(schema);
    const places = placesIn(schema);
    await fc.assert(
      fc.asyncProperty(
        valuesOf(schema),
        fc.constantFrom(...places),
        fc.constantFrom<Value>('text', 5, 0, -1, 1.5, 1e9, true, [], {}, [5]),
        async (value, place, odd) => {
          const args = put(asDescribed(name, value), place, odd);
          fc.pre(!allows(args));
          expect(await refusalOf(name, args)).not.toBeNull();
        },
      ),
      { numRuns: 150 },
    );
  });
});

/** Lists the paths to a schema's values; for a list, only to its first entry. */
function placesIn({ properties = {}, items }: Schema): (readonly (string | number)[])[] {
  const named = Object.entries(properties).flatMap(([name, inner]) => [
    [name],
    ...placesIn(inner).map((path) => [name, ...path]),
  ]);
  return items ? [[0], ...placesIn(items).map((path) => [0, ...path]), ...named] : named;
}

/** Returns a copy with another value at a path; creates missing containers on the way. */
function put(value: Value, [key, ...rest]: readonly (string | number)[], odd: Value): Value {
  if (key === undefined) return odd;
  if (typeof key === 'number') {
    const list = Array.isArray(value) ? [...value] : [];
    list[key] = put(list[key], rest, odd);
    return list;
  }
  const object = typeof value === 'object' && value !== null ? (value as Record<string, Value>) : {};
  return { ...object, [key]: put(object[key], rest, odd) };
}
