import type { SubgraphContext } from '#db/context.ts';

/**
 * Panel origin for links in emails, always from the settings and never from a request
 * (docs/interface/accounts.md#mails).
 */
export const platformOrigin = ({ config }: Pick<SubgraphContext, 'config'>): string =>
  config.publicOriginAuth === null
    ? `http://localhost:${config.port}`
    : new URL(config.publicOriginAuth).origin;
