import type { Config } from './config.ts';

/**
 * Panel origin for links created without a request, e.g. in emails: always from the settings
 * (docs/interface/accounts.md#mails).
 */
export const platformOrigin = ({ config }: { readonly config: Config }): string =>
  config.publicOriginAuth === null
    ? `http://localhost:${config.port}`
    : new URL(config.publicOriginAuth).origin;
