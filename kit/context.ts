import type { Clock } from './clock.ts';
import type { Execute } from './execute.ts';
import type { Logger } from './log.ts';
import type { Viewer } from './viewer.ts';

/** Context for every resolver, command and query: the caller, the clock, and access to other subgraphs. */
export interface Context {
  readonly viewer: Viewer;
  readonly requestId: string;
  /** The request's network address, if the adapter passed it on. */
  readonly address?: string | null;
  readonly clock: Clock;
  readonly log: Logger;
  /** Runs an operation on the internal view as this context's viewer. Never inside a transaction. */
  readonly execute: Execute;
  /** Reports that a mutation ended. */
  readonly changed?: () => void;
  /** The dated version the caller pinned, e.g. `2026-01`; null for internal calls. */
  readonly apiVersion: string | null;
}
