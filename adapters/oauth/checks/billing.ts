import type { Check } from './check.ts';

/** Apps the platform bills are installed from the app store (docs/interface/oauth.md#billing). */
export const checkBilling: Check = ({ client }) =>
  client?.billing === 'platform' ? 'A paid app is installed from the app store.' : null;
