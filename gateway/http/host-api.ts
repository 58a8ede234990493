import { HeaderMap } from '@apollo/server';
import type { Budgets } from '#kit/budgets.ts';
import type { Logger } from '#kit/log.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import type { Engine } from '../engine/engine.ts';
import { openGateway } from './gateway.ts';

/** What a session of the panel has: people click, and what a team does at once is bounded by its people. */
export const SESSION_BUDGET = { capacity: 50_000, restoredPerSecond: 5_000 } as const;

/** One GraphQL request of the host panel, its body parsed but not looked at. */
export interface HostRequest {
  readonly body: unknown;
  readonly accept: string;
  readonly viewer: ViewerOf<'hostUser'>;
  readonly requestId: string;
  readonly address: string;
}

/** What the HTTP answer is to be. */
export interface HostAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** GraphQL on the host view, with the document limits of the developer API; every session has a budget of its own. */
export interface HostApi {
  readonly run: (request: HostRequest) => Promise<HostAnswer>;
  readonly close: () => Promise<void>;
}

/** Starts it. */
export async function openHostApi(
  engine: Engine,
  { budgets, log }: { readonly budgets: Budgets; readonly log: Logger },
): Promise<HostApi> {
  const server = await openGateway(engine, { budgets, budget: SESSION_BUDGET, log });
  return {
    async run({ body, accept, viewer, requestId, address }) {
      const headers = new HeaderMap([
        ['content-type', 'application/json'],
        ['accept', accept],
      ]);
      const caller = { viewer, requestId, address, apiVersion: null };
      const answer = await server.executeHTTPGraphQLRequest({
        httpGraphQLRequest: { method: 'POST', headers, search: '', body },
        context: async () => ({ caller, budgetKey: `session:${viewer.sessionId}` }),
      });
      if (answer.body.kind !== 'complete') throw new Error('The host view answers nothing in pieces.');
      return {
        status: answer.status ?? 200,
        headers: Object.fromEntries(answer.headers),
        body: answer.body.string,
      };
    },
    close: () => server.stop(),
  };
}
