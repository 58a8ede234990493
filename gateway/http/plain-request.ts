/** Variables and all else of one request that GraphQL needs. */
export interface PlainRequest {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  /** What the answer is sent as. */
  readonly contentType: string;
}

/** Marks a request that does no harm, even if a page of another site caused it (docs/guides/use-graphql.md#requests-that-other-sites-cause). */
export const NO_FORGERY = 'apollo-require-preflight';

const JSON_TYPE = 'application/json; charset=utf-8';
const GRAPHQL_TYPE = 'application/graphql-response+json; charset=utf-8';

/** What clients write in `Accept`, and what they are answered in; any other value is left to Apollo Server to weigh. */
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
 * A request as almost all are: one operation as text in a JSON object, answered in one of the two types of GraphQL over HTTP.
 * Null for what is out of the ordinary or wrong, which Apollo Server answers.
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

/** A content type that no page of another site can send without asking first. */
export const isPlainJson = (contentType: string | undefined): boolean =>
  contentType === 'application/json' || contentType?.toLowerCase() === JSON_TYPE;

const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
