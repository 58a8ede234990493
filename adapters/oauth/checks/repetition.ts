import type { Check } from './check.ts';

/** No parameter comes twice (RFC 6749 section 3.1): which one counts would be anybody's guess. */
export const checkRepetition: Check = ({ parameters: { repeated } }) =>
  repeated.length ? `The request says ${repeated.join(', ')} more than once.` : null;
