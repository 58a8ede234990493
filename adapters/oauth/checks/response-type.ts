import type { Check } from './check.ts';

/** The response type is `code`. */
export const checkResponseType: Check = ({ parameters }) =>
  parameters.get('response_type') === 'code' ? null : 'The response_type must be code.';
