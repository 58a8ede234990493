import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { UCP_VERSION } from '../content.ts';
import official from './schemas.json' with { type: 'json' };

const BASE = `https://ucp.dev/${UCP_VERSION}/schemas/shopping/`;
const CHECKOUT = `${BASE}checkout.json`;

/** Official schema of each tool's successful response. */
const SCHEMAS: Readonly<Record<string, string>> = {
  search_catalog: `${BASE}catalog_search.json#/$defs/search_response`,
  create_checkout: CHECKOUT,
  complete_checkout: CHECKOUT,
  cancel_checkout: CHECKOUT,
};
const ERROR = `${BASE}types/error_response.json`;

/** A difference from the schemas that the platform's contract requires. */
interface Exception {
  readonly tool: string;
  readonly path: RegExp;
  readonly keyword: string;
  readonly reason: string;
}

/** Documented in docs/interface/mcp.md#official-schemas. */
const EXCEPTIONS: readonly Exception[] = [
  {
    tool: 'search_catalog',
    path: /^\/products\/\d+\/description$/,
    keyword: 'type',
    reason: "a product's description is a sentence, which costs agents fewer tokens than the official object",
  },
];

/** Result of checking a response. */
export interface Checked {
  /** Deviations, as sentences with their place in the response; each place's index is `*`. */
  readonly deviations: readonly string[];
  /** Reasons for the documented exceptions found. */
  readonly exceptions: readonly string[];
}

/** The validator; created with the first response, because compiling its schemas takes a moment. */
let validator: Ajv2020 | undefined;

/**
 * Checks a tool's structured content against UCP's official schemas. Returns null if it's of a version whose schemas aren't
 * included, or if the tool has no official schema.
 */
export function checkResponse(tool: string, content: unknown): Checked | null {
  const { ucp } = content as { readonly ucp?: { readonly version?: unknown; readonly status?: unknown } };
  const schema = ucp?.status === 'error' ? ERROR : SCHEMAS[tool];
  if (schema === undefined || (ucp?.version !== undefined && ucp.version !== UCP_VERSION)) return null;
  validator ??= newValidator();
  const validate = validator.getSchema(schema);
  if (validate === undefined) throw new Error(`The schema ${schema} is missing.`);
  validate(content);
  const deviations = new Set<string>();
  const exceptions = new Set<string>();
  for (const error of validate.errors ?? []) {
    const exception = EXCEPTIONS.find(
      ({ tool: named, path, keyword }) =>
        named === tool && keyword === error.keyword && path.test(error.instancePath),
    );
    if (exception === undefined) deviations.add(described(error));
    else exceptions.add(exception.reason);
  }
  return { deviations: [...deviations], exceptions: [...exceptions] };
}

function newValidator(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true, allowUnionTypes: true });
  addFormats.default(ajv);
  for (const schema of official.schemas) ajv.addSchema(schema);
  return ajv;
}

/** Names the place like the other messages of this command: `products[*].title must be string`. */
function described({ instancePath, message, params }: ErrorObject): string {
  const place = instancePath
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? '[*]' : `.${part.replaceAll('~1', '/').replaceAll('~0', '~')}`))
    .join('')
    .replace(/^\./, '');
  const detail =
    params.additionalProperty ?? (params.allowedValues as readonly unknown[] | undefined)?.join(', ');
  return `${place || 'the response'} ${message}${detail === undefined ? '' : `: ${detail}`}`;
}
