import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import type { BudgetSize, Budgets } from '#kit/budgets.ts';
import type { Logger } from '#kit/log.ts';
import { awayPlugin } from './away.ts';
import type { Engine, EngineCaller } from './engine/engine.ts';
import { rootCause } from './engine/errors.ts';
import { DOCUMENT_LIMITS, limitsPlugin, type Payer } from './limits/limits.ts';
import { maskError, publicCode } from './mask.ts';

/** What Apollo Server knows about a request: who asks, and whose budget pays. */
export interface DeveloperContext extends Payer {
  readonly caller: EngineCaller;
}

/** A started Apollo Server over the engine of one view: HTTP, parsing and validation are its, execution is the engine's. */
export async function openGateway(
  engine: Engine,
  { budgets, budget, log }: { readonly budgets: Budgets; readonly budget?: BudgetSize; readonly log: Logger },
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
      tellPlugin(log),
    ],
  });
  await server.start();
  return server;
}

/** Logs what callers are not shown, under the id that they are. */
function tellPlugin(log: Logger): ApolloServerPlugin<DeveloperContext> {
  return {
    async contextCreationDidFail({ error }) {
      log.error({ err: error }, 'a caller of the developer API could not be identified');
    },
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
