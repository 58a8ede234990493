import type { SubgraphContext } from '#db/context.ts';
import { siteAtDocument } from './generated.ts';

/** A storefront and its team. */
interface Site {
  readonly id: number;
  readonly teamId: number;
  readonly domain: string;
}

/**
 * Finds a storefront by its domain, or by its slug below the platform's own domain; null if there is none. Never
 * call it inside a transaction.
 */
export async function siteOf(ctx: SubgraphContext, name: string): Promise<Site | null> {
  const [suffix = 'localhost'] = (ctx.config.storefrontSuffix ?? 'localhost').split(':');
  const host = (name.includes('.') ? name : `${name}.${suffix}`).toLowerCase();
  const anybody = { viewer: { kind: 'public' }, requestId: ctx.requestId } as const;
  const { storefrontByHost: found } = await ctx.execute(siteAtDocument, { host }, anybody);
  return found && { id: Number(found.id), teamId: Number(found.teamId), domain: found.domain };
}
