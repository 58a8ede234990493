import type { Check } from './check.ts';

/** The client id is that of an app with a live version. */
export const checkClient: Check = ({ client }) =>
  client ? null : 'The client_id is unknown, or no version of the app is live.';
