import type { Check } from './check.ts';

/** No parameter comes twice (RFC 6749 section 3.1): which one counts would be ambiguous. */
export const checkRepetition: Check = ({ parameters: { repeated } }) =>
  repeated.length ? `The request repeats ${repeated.join(', ')}; send each parameter once.` : null;
