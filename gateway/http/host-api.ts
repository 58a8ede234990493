import type { Budgets } from '#kit/budgets.ts';
import { lazily } from '#kit/lazily.ts';
import type { Logger } from '#kit/log.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import type { Engine } from '../engine/engine.ts';
import { openGateway } from './gateway.ts';
import type { Answer } from './plain-answer.ts';
import { readPlain } from './plain-request.ts';

/**
 * A panel session's budget. It's generous: requests come from people's clicks, so a team's size limits its
 * load.
 */
export const SESSION_BUDGET = { capacity: 50_000, restoredPerSecond: 5_000 } as const;

/** A GraphQL request from the host panel, with its body parsed but not checked. */
export interface HostRequest {
  readonly body: unknown;
  readonly accept: string;
  readonly viewer: ViewerOf<'hostUser'>;
  readonly requestId: string;
  readonly address: string;
}

/** Response to the panel. */
export interface HostAnswer extends Omit<Answer, 'body'> {
  readonly body: string | Buffer;
}

/** GraphQL on the host view, with the developer API's document limits; every session has its own budget. */
export interface HostApi {
  readonly run: (request: HostRequest) => Promise<HostAnswer>;
  readonly close: () => Promise<void>;
}

/** Opens the host API; the first request creates the view's schema. */
export function openHostApi(
  engine: () => Engine,
  { budgets, log }: { readonly budgets: Budgets; readonly log: Logger },
): HostApi {
  const gateway = lazily(() => openGateway(engine(), { budgets, budget: SESSION_BUDGET, log }));
  return {
    async run({ body, accept, viewer, requestId, address }) {
      const caller = { viewer, requestId, address, apiVersion: null };
      const context = { caller, budgetKey: `session:${viewer.sessionId}` };
      const plain = readPlain(body, accept);
      const answered = plain && (await gateway.get().answer(plain, context));
      if (answered) return { ...answered, body: joined(answered.body) };
      const { HeaderMap } = await import('@apollo/server');
      const headers = new HeaderMap([
        ['content-type', 'application/json'],
        ['accept', accept],
      ]);
      const apollo = await gateway.get().apollo();
      const answer = await apollo.executeHTTPGraphQLRequest({
        httpGraphQLRequest: { method: 'POST', headers, search: '', body },
        context: async () => context,
      });
      if (answer.body.kind !== 'complete')
        throw new Error("The host view doesn't support incremental responses.");
      return {
        status: answer.status ?? 200,
        headers: Object.fromEntries(answer.headers),
        body: answer.body.string,
      };
    },
    close: async () => gateway.made()?.close(),
  };
}

const joined = (body: Answer['body']) => (typeof body === 'string' ? body : Buffer.concat(body));
