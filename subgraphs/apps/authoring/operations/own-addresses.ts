import type { SubgraphContext } from '#db/context.ts';
import { storefrontAtDocument } from './generated.ts';

/** Returns the platform's configured origins, or this machine at the configured port if there aren't any. */
export const ownOrigins = ({ config }: Pick<SubgraphContext, 'config'>): readonly string[] =>
  [config.publicOriginApi, config.publicOriginAuth].map(
    (origin) => origin ?? `http://localhost:${config.port}`,
  );

/** True if a page is on a storefront's domain, which the platform serves. Never call it inside a transaction. */
export async function isOnStorefront(ctx: SubgraphContext, page: string): Promise<boolean> {
  const anybody = { viewer: { kind: 'public' }, requestId: ctx.requestId } as const;
  const { storefrontByHost } = await ctx.execute(
    storefrontAtDocument,
    { host: new URL(page).hostname },
    anybody,
  );
  return storefrontByHost !== null;
}
