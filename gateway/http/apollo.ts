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
 * What a browser sends to another site only after that site allowed it, which ours does not. A request with any of them is no
 * forgery; one without has to have a content type of that sort, as JSON is. A token is such a header, so an app's `GET` needs
 * nothing else.
 */
const PREFLIGHTED_HEADERS = ['authorization', 'x-apollo-operation-name', NO_FORGERY] as const;

/** A started Apollo Server for what is out of the ordinary. HTTP, parsing and validation are its, execution is the engine's. */
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
          const { caller } = context as DeveloperContext; // Apollo hands on what the context function returned
          return engine.run(document, request.operationName, request.variables ?? {}, caller);
        },
      }),
      stop: async () => {},
    },
    parseOptions: { maxTokens: DOCUMENT_LIMITS.tokens },
    validationRules: [literalDepthRule, storableTextRule],
    documentStore: createDocumentStore(DOCUMENT_TOKENS.strangers), // what is out of the ordinary seldom repeats
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

/** Logs what callers are not shown, under the id that they are. */
function reportPlugin(log: Logger): ApolloServerPlugin<DeveloperContext> {
  return {
    async unexpectedErrorProcessingRequest({ error, requestContext }) {
      const { requestId } = requestContext.contextValue.caller;
      log.error({ err: error, request_id: requestId }, 'a request to the developer API failed');
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

/** Apollo Server logs objects and texts; ours takes both. */
function quiet(log: Logger) {
  const say = (level: 'info' | 'warn' | 'error') => (message?: unknown) => log[level]({}, String(message));
  return { debug: () => {}, info: () => {}, warn: say('warn'), error: say('error') };
}
