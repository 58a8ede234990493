import type { Clock } from './clock.ts';
import type { Execute } from './execute.ts';
import type { Logger } from './log.ts';
import type { Viewer } from './viewer.ts';

/** What every resolver, command and query gets: who asks, what time it is, and the way to other subgraphs. */
export interface Context {
  readonly viewer: Viewer;
  readonly requestId: string;
  /** Network address the request came from, where the adapter passed it on. */
  readonly address?: string | null;
  readonly clock: Clock;
  readonly log: Logger;
  /** Runs an operation on the internal view as this context's viewer. Never inside a transaction. */
  readonly execute: Execute;
  /** The dated version the caller pinned, for example `2026-01`; null for internal calls. */
  readonly apiVersion: string | null;
}
