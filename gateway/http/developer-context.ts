import type { Payer } from '../cost/limits.ts';
import type { EngineCaller } from '../engine/engine.ts';

/** What is known about a request before its operation is read: who asks, and whose budget pays. */
export interface DeveloperContext extends Payer {
  readonly caller: EngineCaller;
}
