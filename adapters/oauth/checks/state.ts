import type { Check } from './check.ts';

/** A state is there, so that the app can tell its own requests from others'. */
export const checkState: Check = ({ parameters }) =>
  parameters.get('state') ? null : 'The request needs a state.';
