import { z } from 'zod';
import { CAPABILITY } from '../transport/protocol.ts';
import { gather } from '../ucp/arrange.ts';
import { disclosuresOf } from '../ucp/disclosures.ts';
import { EXAMPLE_ITEM } from '../ucp/examples.ts';
import { itemId, metaOfReading } from '../ucp/fields.ts';
import { lookupFilters, toFilters } from '../ucp/filters.ts';
import { notFound, refused } from '../ucp/messages.ts';
import { productOutput } from '../ucp/output-schema.ts';
import { policiesOf } from '../ucp/policies.ts';
import { requestToBook } from '../ucp/request-to-book.ts';
import { toLookedUpProduct, toOfficialProduct, ucpOf } from '../ucp/to-product.ts';
import { lookupCatalogDocument } from './generated.ts';
import { messagesOn, units } from './lookup-catalog.ts';
import { defineTool, refusal, success } from './tool.ts';

const catalog = z.object({ id: itemId, units: units.optional(), filters: lookupFilters.optional() });

export const getProduct = defineTool({
  name: 'get_product',
  title: 'Get a product',
  description: `lookup_catalog for one id, in the official UCP shape.
Use it when your client speaks UCP's catalog; otherwise lookup_catalog. An unknown id is an error.
Example: {"catalog": {"id": "${EXAMPLE_ITEM}"}}`,
  annotations: { readOnlyHint: true },
  needsCheckout: false,
  output: productOutput,
  input: z.object({ meta: metaOfReading, catalog }),
  arrange: (args) => gather('catalog', Object.keys(catalog.shape), args),
  async run({ catalog }, { execute, storefront }) {
    const { id, units, filters } = catalog;
    const { stayLookup, storefrontByHost } = await execute(lookupCatalogDocument, {
      host: storefront.domain,
      ids: [id],
      units: units ?? null,
      filters: filters ? toFilters(filters) : null,
    });
    const [found] = stayLookup;
    if (!found?.offer) return refusal([notFound('stay or unit type', id, '$.catalog.id')]);
    if (found.refusal) return refusal([refused('invalid', found.refusal.reason, '$.catalog.id')]);
    if (!found.fits) {
      return refusal(found.reasons.map(({ code, text }) => refused(code, text, '$.catalog.filters')));
    }
    const messages = [
      ...messagesOn(found, '$.catalog.id'),
      ...requestToBook(storefront, [found.offer], '$.product'),
      ...disclosuresOf(found.offer, '$.product'),
    ];
    return success({
      ucp: ucpOf(CAPABILITY.lookup),
      product: toOfficialProduct(toLookedUpProduct(id, found.offer, storefront)),
      policies: policiesOf(stayLookup, storefrontByHost?.agentPolicies ?? [], storefront, () => '$.product'),
      ...(messages.length > 0 ? { messages } : {}),
    });
  },
});
