import type { Payer } from '../cost/limits.ts';
import type { EngineCaller } from '../engine/engine.ts';

/** Request details available before its operation is parsed: the caller, and the budget charged. */
export interface DeveloperContext extends Payer {
  readonly caller: EngineCaller;
}
