import type { Announced } from '../domain/envelope.ts';

/** The dispatcher that runs in this process. */
export interface RunningDispatcher {
  /** Writes the deliveries of an event in the next turn, together with what else came, and sends them. Rejects when it could not. */
  readonly announce: (event: Announced) => Promise<void>;
}
