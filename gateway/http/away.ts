import type { ApolloServerPlugin } from '@apollo/server';
import { isUnavailable, RETRY_AFTER_SECONDS } from '#kit/unavailable.ts';

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
