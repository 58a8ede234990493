import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLError } from 'graphql';
import { isUnavailable, RETRY_AFTER_SECONDS } from '#kit/unavailable.ts';

export const RETRY_AFTER = String(RETRY_AFTER_SECONDS);

/**
 * True if the response has no data because a dependency is down, which is 503 with `Retry-After`. Partial
 * data is sent with 200, as GraphQL requires, because repeating the request would run that part twice.
 */
export const isAway = (
  errors: readonly GraphQLError[],
  data: Readonly<Record<string, unknown>> | null | undefined,
): boolean => errors.some(isUnavailable) && Object.values(data ?? {}).every((value) => value === null);

/** Applies the same rule to Apollo Server's responses. */
export const awayPlugin: ApolloServerPlugin = {
  async requestDidStart() {
    let met: readonly GraphQLError[] = [];
    return {
      async didEncounterErrors({ errors }) {
        met = errors;
      },
      async willSendResponse({ response: { body, http } }) {
        if (body.kind !== 'single' || !isAway(met, body.singleResult.data)) return;
        http.status = 503;
        http.headers.set('retry-after', RETRY_AFTER);
      },
    };
  },
};
