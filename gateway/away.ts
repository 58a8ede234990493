import { type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { GraphqlErrorCode } from '#kit/errors.ts';
import { isUnavailable, RETRY_AFTER_SECONDS, UNAVAILABLE_MESSAGE } from '#kit/unavailable.ts';

const RETRY_AFTER = String(RETRY_AFTER_SECONDS);

/**
 * Answers 503 with `Retry-After` where nothing could be answered because a part we depend on does not answer. What could be
 * answered is sent with 200, as GraphQL has it: a repeat would do it twice.
 */
export const awayPlugin: ApolloServerPlugin = {
  async requestDidStart() {
    let away = false;
    return {
      async didEncounterErrors({ errors }) {
        away = errors.some(isUnavailable);
      },
      async willSendResponse({ response: { body, http } }) {
        if (!away || body.kind !== 'single') return;
        if (Object.values(body.singleResult.data ?? {}).some((value) => value !== null)) return;
        http.status = 503;
        http.headers.set('retry-after', RETRY_AFTER);
      },
    };
  },
};

/** An error from before GraphQL as Apollo Server answers it: 503 while a part we depend on is away. */
export function beforeGraphql(error: unknown): unknown {
  if (!isUnavailable(error)) return error;
  const code: GraphqlErrorCode = 'INTERNAL_SERVER_ERROR';
  const http = { status: 503, headers: new HeaderMap([['retry-after', RETRY_AFTER]]) };
  return new GraphQLError(UNAVAILABLE_MESSAGE, { extensions: { code, http } });
}
