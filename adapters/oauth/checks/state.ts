import type { Check } from './check.ts';

/** A state is there, so that the app can recognize its own requests. */
export const checkState: Check = ({ parameters }) =>
  parameters.get('state') ? null : 'The state parameter is missing.';
