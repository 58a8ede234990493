import { batch } from '#db/batch.ts';
import { storefrontDomainsDocument } from './generated.ts';

/** Returns the domain of a storefront, with one request for a list of documents. */
export const domainOfStorefront = batch<number, string>(async (ctx, ids) => {
  const { storefrontDomains } = await ctx.execute(storefrontDomainsDocument, { ids: ids.map(String) }, ctx);
  return new Map(storefrontDomains.map(({ id, domain }) => [Number(id), domain]));
});
