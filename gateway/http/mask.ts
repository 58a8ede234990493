import type { GraphQLFormattedError } from 'graphql';
import { GRAPHQL_ERROR_CODES, type GraphqlErrorCode } from '#kit/errors.ts';
import { UNAVAILABLE, UNAVAILABLE_MESSAGE } from '#kit/unavailable.ts';
import { UNSTORABLE } from './storable-text.ts';

/** Codes of Apollo Server, as the closed list of the API has them. */
const TRANSLATED: Readonly<Record<string, GraphqlErrorCode>> = {
  GRAPHQL_PARSE_FAILED: 'GRAPHQL_VALIDATION_FAILED',
  BAD_REQUEST: 'BAD_USER_INPUT',
  OPERATION_RESOLUTION_FAILURE: 'BAD_USER_INPUT',
  PERSISTED_QUERY_NOT_SUPPORTED: 'BAD_USER_INPUT',
};

/** What callers may read of an error beside its code. */
const SHOWN = ['requiredScope', 'requiredCapability'] as const;

/**
 * An error as a caller may see it: a code of the closed list (docs/interface/graphql.md#errors), and of everything that is not the
 * caller's to mend only that it happened. What it was is logged under the request id.
 */
export function maskError({
  message,
  path,
  locations,
  extensions = {},
}: GraphQLFormattedError): GraphQLFormattedError {
  const code = extensions[UNSTORABLE] === true ? 'BAD_USER_INPUT' : publicCode(extensions.code);
  const place = { ...(locations && { locations }), ...(path && { path }) };
  if (code === 'INTERNAL_SERVER_ERROR') {
    const away = extensions.code === UNAVAILABLE || message === UNAVAILABLE_MESSAGE;
    return {
      message: away ? UNAVAILABLE_MESSAGE : 'Something went wrong on our side.',
      ...place,
      extensions: { code },
    };
  }
  const shown = SHOWN.flatMap((name) =>
    typeof extensions[name] === 'string' ? [[name, extensions[name]]] : [],
  );
  return { message, ...place, extensions: { code, ...Object.fromEntries(shown) } };
}

/** The code that callers read for one of ours, Apollo Server's or a subgraph's. */
export function publicCode(code: unknown): GraphqlErrorCode {
  const known = GRAPHQL_ERROR_CODES.find((one) => one === code);
  return known ?? (typeof code === 'string' ? TRANSLATED[code] : undefined) ?? 'INTERNAL_SERVER_ERROR';
}
