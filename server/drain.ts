import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { NotReady } from '#kit/not-ready.ts';

/** The time between a stop signal and the last accepted request. */
export interface Drain {
  /** Throws `NotReady` once draining has begun. */
  readonly check: () => void;
  /**
   * Makes `/readyz` return 503 and responses close their connections; resolves when proxies have had time to
   * react.
   */
  readonly begin: () => Promise<void>;
}

/**
 * Keeps serving requests for `drainMs` while proxies notice that this process isn't ready, so that no request
 * is lost when it ends (docs/interface/operations.md#start-and-stop).
 */
export function openDrain(http: FastifyInstance, drainMs: number): Drain {
  let draining = false;
  http.addHook('onRequest', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  return {
    check() {
      if (draining) throw new NotReady('This process is shutting down.');
    },
    async begin() {
      draining = true;
      await sleep(drainMs);
    },
  };
}
