/** Parts of a request that GraphQL needs, including variables. */
export interface PlainRequest {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Content type for the response. */
  readonly contentType: string;
}

/**
 * Marks a request as harmless even if another site's page caused it
 * (docs/guides/use-graphql.md#cross-site-requests).
 */
export const NO_FORGERY = 'apollo-require-preflight';

const JSON_TYPE = 'application/json; charset=utf-8';
const GRAPHQL_TYPE = 'application/graphql-response+json; charset=utf-8';

/** Common `Accept` values with their response types; Apollo Server negotiates any other value. */
const ANSWERED_IN: ReadonlyMap<string | undefined, string> = new Map([
  [undefined, JSON_TYPE],
  ['*/*', JSON_TYPE],
  ['application/json', JSON_TYPE],
  ['application/json, */*', JSON_TYPE],
  ['application/json, text/plain, */*', JSON_TYPE],
  ['application/graphql-response+json', GRAPHQL_TYPE],
  ['application/graphql-response+json, application/json', GRAPHQL_TYPE],
  ['application/graphql-response+json,application/json;q=0.9', GRAPHQL_TYPE],
  ['application/graphql-response+json, application/json;q=0.9', GRAPHQL_TYPE],
]);

/**
 * Reads the usual request: one operation as text in a JSON object, with one of the two GraphQL over HTTP
 * response types. Null for unusual or invalid requests, which Apollo Server handles.
 */
export function readPlain(body: unknown, accept: string | undefined): PlainRequest | null {
  const contentType = ANSWERED_IN.get(accept);
  if (contentType === undefined || !isRecord(body)) return null;
  const { query, operationName, variables, extensions } = body;
  if (typeof query !== 'string' || query === '') return null;
  if (!isMissing(operationName) && typeof operationName !== 'string') return null;
  if (!isMissing(variables) && !isRecord(variables)) return null;
  if (!isMissing(extensions) && (!isRecord(extensions) || 'persistedQuery' in extensions)) return null;
  return { query, operationName: operationName ?? undefined, variables: variables ?? {}, contentType };
}

/** True if a page on another site can't send this content type without a preflight. */
export const isPlainJson = (contentType: string | undefined): boolean =>
  contentType === 'application/json' || contentType?.toLowerCase() === JSON_TYPE;

const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
