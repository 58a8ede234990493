import type { Announced } from '../domain/envelope.ts';

/** This process's dispatcher. */
export interface RunningDispatcher {
  /**
   * Writes an event's deliveries in the next turn, together with other arrivals, and sends them. Rejects if
   * writing fails.
   */
  readonly announce: (event: Announced) => Promise<void>;
}
