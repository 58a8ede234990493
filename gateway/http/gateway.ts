import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import type { BudgetSize, Budgets } from '#kit/budgets.ts';
import type { Logger } from '#kit/log.ts';
import { DOCUMENT_LIMITS, limitsPlugin, type Payer } from '../cost/limits.ts';
import { literalDepthRule } from '../cost/literals.ts';
import type { Engine, EngineCaller } from '../engine/engine.ts';
import { rootCause } from '../engine/errors.ts';
import { awayPlugin } from './away.ts';
import { createDocumentStore } from './document-store.ts';
import { maskError, publicCode } from './mask.ts';

/** What Apollo Server knows about a request: who asks, and whose budget pays. */
export interface DeveloperContext extends Payer {
  readonly caller: EngineCaller;
}

/** How much of parsed and valid documents a server remembers, in tokens of about half a kilobyte each. */
export const DOCUMENT_TOKENS = { known: 60_000, strangers: 6_000 } as const;

/** Marks a request that does no harm, even if a page of another site caused it (docs/graphql.md#requests-that-other-sites-cause). */
export const NO_FORGERY = 'apollo-require-preflight';

/**
 * What a browser sends to another site only after that site allowed it, which ours does not. A request with any of them is no
 * forgery; one without has to have a content type of that sort, as JSON is. A token is such a header, so an app's `GET` needs
 * nothing else.
 */
const PREFLIGHTED_HEADERS = ['authorization', 'x-apollo-operation-name', NO_FORGERY] as const;

export interface OpenGateway {
  readonly budgets: Budgets;
  readonly budget?: BudgetSize;
  readonly documentTokens?: number;
  readonly log: Logger;
}

/** A started Apollo Server over the engine of one view: HTTP, parsing and validation are its, execution is the engine's. */
export async function openGateway(
  engine: Engine,
  { budgets, budget, documentTokens = DOCUMENT_TOKENS.known, log }: OpenGateway,
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
    validationRules: [literalDepthRule],
    documentStore: createDocumentStore(documentTokens),
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
      limitsPlugin(budgets, budget),
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
          const ours = errors.filter(
            ({ extensions }) => publicCode(extensions.code) === 'INTERNAL_SERVER_ERROR',
          );
          for (const error of ours) {
            log.error(
              { err: rootCause(error), path: error.path, request_id: contextValue.caller.requestId },
              'a field of the developer API failed',
            );
          }
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
