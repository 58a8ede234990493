import { batch } from '#db/batch.ts';
import { storefrontDomainsDocument } from './generated.ts';

/** Returns a storefront's domain, with one request for a document list. */
export const domainOfStorefront = batch<number, string>(async (ctx, ids) => {
  const { storefrontDomains } = await ctx.execute(storefrontDomainsDocument, { ids: ids.map(String) }, ctx);
  return new Map(storefrontDomains.map(({ id, domain }) => [Number(id), domain]));
});
