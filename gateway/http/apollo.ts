import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import type { Logger } from '#kit/log.ts';
import { type Charge, DOCUMENT_LIMITS } from '../cost/limits.ts';
import { literalDepthRule } from '../cost/literals.ts';
import type { Engine } from '../engine/engine.ts';
import { awayPlugin } from './away.ts';
import type { DeveloperContext } from './developer-context.ts';
import { createDocumentStore, DOCUMENT_TOKENS } from './document-store.ts';
import { limitsPlugin } from './limits-plugin.ts';
import { maskError } from './mask.ts';
import { NO_FORGERY } from './plain-request.ts';
import { reportErrors } from './report.ts';
import { storableTextRule } from './storable-text.ts';

/**
 * Headers that a browser sends to another site only with that site's permission, which ours never gives. A
 * request with any of them isn't a forgery; a request without them needs a content type that also requires
 * permission, such as JSON. A token is sent in one of these headers, so an app's `GET` needs no other.
 */
const PREFLIGHTED_HEADERS = ['authorization', 'x-apollo-operation-name', NO_FORGERY] as const;

/**
 * Starts an Apollo Server for unusual requests. It handles HTTP, parsing and validation; the engine handles
 * execution.
 */
export async function openApollo(
  engine: Engine,
  { charge, log }: { readonly charge: Charge; readonly log: Logger },
): Promise<ApolloServer<DeveloperContext>> {
  const server = new ApolloServer<DeveloperContext>({
    gateway: {
      onSchemaLoadOrUpdate(listener) {
        listener({ apiSchema: engine.schema, coreSupergraphSdl: '' });
        return () => {};
      },
      load: async () => ({
        executor: async ({ document, request, context }) => {
          const { caller } = context as DeveloperContext; // Apollo passes on the context function's result
          return engine.run(document, request.operationName, request.variables ?? {}, caller);
        },
      }),
      stop: async () => {},
    },
    parseOptions: { maxTokens: DOCUMENT_LIMITS.tokens },
    validationRules: [literalDepthRule, storableTextRule],
    documentStore: createDocumentStore(DOCUMENT_TOKENS.strangers), // unusual requests seldom repeat
    csrfPrevention: { requestHeaders: [...PREFLIGHTED_HEADERS] },
    introspection: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    persistedQueries: false,
    formatError: maskError,
    logger: quiet(log),
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      limitsPlugin(charge),
      awayPlugin,
      reportPlugin(log),
    ],
  });
  await server.start();
  return server;
}

/** Logs details that callers don't see, under the request id that callers do see. */
function reportPlugin(log: Logger): ApolloServerPlugin<DeveloperContext> {
  return {
    async unexpectedErrorProcessingRequest({ error, requestContext }) {
      const { requestId } = requestContext.contextValue.caller;
      log.error({ err: error, request_id: requestId }, 'Failed to run a request to the developer API');
    },
    async requestDidStart() {
      return {
        async didEncounterErrors({ errors, contextValue }) {
          reportErrors(log, errors, contextValue.caller.requestId);
        },
      };
    },
  };
}

/** Apollo Server logs objects and strings; our logger accepts both. */
function quiet(log: Logger) {
  const say = (level: 'info' | 'warn' | 'error') => (message?: unknown) => log[level]({}, String(message));
  return { debug: () => {}, info: () => {}, warn: say('warn'), error: say('error') };
}
