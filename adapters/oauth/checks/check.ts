import type { ClientFragment } from '../generated.ts';
import type { Parameters } from '../parameters.ts';

/** An authorization request before it is trusted. */
export interface Attempt {
  readonly parameters: Parameters;
  /** The app of its client id; null if there is none. */
  readonly client: ClientFragment | null;
}

/** One rule: why the request is refused, as a whole sentence for a person; null if it keeps the rule. */
export type Check = (attempt: Attempt) => string | null;
