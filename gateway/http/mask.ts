import type { GraphQLFormattedError } from 'graphql';
import { GRAPHQL_ERROR_CODES, type GraphqlErrorCode } from '#kit/errors.ts';
import { UNAVAILABLE, UNAVAILABLE_MESSAGE } from '#kit/unavailable.ts';
import { UNSTORABLE } from './storable-text.ts';

/** Apollo Server's codes, mapped to the API's closed list. */
const TRANSLATED: Readonly<Record<string, GraphqlErrorCode>> = {
  GRAPHQL_PARSE_FAILED: 'GRAPHQL_VALIDATION_FAILED',
  BAD_REQUEST: 'BAD_USER_INPUT',
  OPERATION_RESOLUTION_FAILURE: 'BAD_USER_INPUT',
  PERSISTED_QUERY_NOT_SUPPORTED: 'BAD_USER_INPUT',
};

/** Error extensions that callers see in addition to the code. */
const SHOWN = ['requiredScope', 'requiredCapability'] as const;

/**
 * Masks an error for the caller: its code is from the closed list (docs/interface/graphql.md#errors), and an
 * error the caller can't fix shows no details. The original is logged under the request id.
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

/** Returns the public code for an error code from us, Apollo Server or a subgraph. */
export function publicCode(code: unknown): GraphqlErrorCode {
  const known = GRAPHQL_ERROR_CODES.find((one) => one === code);
  return known ?? (typeof code === 'string' ? TRANSLATED[code] : undefined) ?? 'INTERNAL_SERVER_ERROR';
}
