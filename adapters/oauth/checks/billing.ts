import type { Check } from './check.ts';

/** The app may be connected this way at all; paid apps may not (docs/interface/oauth.md#billing). */
export const checkBilling: Check = ({ client }) => client?.refusal ?? null;
