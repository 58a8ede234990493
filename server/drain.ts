import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { NotReady } from '#kit/not-ready.ts';

/** The time between being asked to end and taking no more requests. */
export interface Drain {
  /** Throws `NotReady` once it has begun. */
  readonly check: () => void;
  /** From here on `/readyz` answers 503 and answers close their connections; resolves when proxies have had their time. */
  readonly begin: () => Promise<void>;
}

/**
 * Requests go on being served for `drainMs` while proxies notice that this process is not ready any more, so none is lost when
 * it ends (docs/interface/operations.md#start-and-stop).
 */
export function openDrain(http: FastifyInstance, drainMs: number): Drain {
  let draining = false;
  http.addHook('onRequest', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  return {
    check() {
      if (draining) throw new NotReady('This process is about to end.');
    },
    async begin() {
      draining = true;
      await sleep(drainMs);
    },
  };
}
