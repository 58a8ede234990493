import type { SubgraphContext } from '#db/context.ts';

/**
 * Origin of the panel that links in mails lead to: from the settings alone, never from a request
 * (docs/interface/accounts.md#mails).
 */
export const platformOrigin = ({ config }: Pick<SubgraphContext, 'config'>): string =>
  config.publicOriginAuth === null
    ? `http://localhost:${config.port}`
    : new URL(config.publicOriginAuth).origin;
