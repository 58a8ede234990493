import type { SubgraphContext } from '#db/context.ts';
import { storefrontAtDocument } from './generated.ts';

/** Origins of the platform that the settings name; where they name none, this machine at the port of the settings. */
export const ownOrigins = ({ config }: Pick<SubgraphContext, 'config'>): readonly string[] =>
  [config.publicOriginApi, config.publicOriginAuth].map(
    (origin) => origin ?? `http://localhost:${config.port}`,
  );

/** Whether a page is on a storefront's domain, which is ours to serve. Never inside a transaction. */
export async function isOnStorefront(ctx: SubgraphContext, page: string): Promise<boolean> {
  const anybody = { viewer: { kind: 'public' }, requestId: ctx.requestId } as const;
  const { storefrontByHost } = await ctx.execute(
    storefrontAtDocument,
    { host: new URL(page).hostname },
    anybody,
  );
  return storefrontByHost !== null;
}
