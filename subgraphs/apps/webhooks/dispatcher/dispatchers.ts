import type { SubgraphContext } from '#db/context.ts';
import type { Announced } from '../domain/envelope.ts';

/** The dispatcher that runs in this process. */
export interface RunningDispatcher {
  /** Writes the deliveries of an event in the next turn, together with what else came, and sends them. Rejects when it could not. */
  readonly announce: (event: Announced) => Promise<void>;
}

/** One dispatcher per process at most. */
const RUNNING = new WeakMap<SubgraphContext['db'], RunningDispatcher>();

/** The dispatcher of this process; undefined while none runs. */
export const dispatcherOf = (db: SubgraphContext['db']): RunningDispatcher | undefined => RUNNING.get(db);

/** Says that a dispatcher runs in this process, or that it does not any more. */
export function setDispatcher(db: SubgraphContext['db'], dispatcher: RunningDispatcher | null): void {
  if (dispatcher) RUNNING.set(db, dispatcher);
  else RUNNING.delete(db);
}
