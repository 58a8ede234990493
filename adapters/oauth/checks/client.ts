import type { Check } from './check.ts';

/** The client id is that of an app with a live version. */
export const checkClient: Check = ({ client }) =>
  client ? null : 'No app is known by this client_id, or none of its versions is live.';
