import { z } from 'zod';
import { EXAMPLE_ITEM } from '../examples.ts';
import { itemId, meta } from '../fields.ts';
import { notFound, notFoundInfo } from '../messages.ts';
import { productsOutput } from '../output-schema.ts';
import { UCP_VERSION } from '../protocol.ts';
import { toLookedUpProduct } from '../to-product.ts';
import { defineTool, refusal, success } from '../tool.ts';
import { lookupCatalog as lookupOperation } from './generated.ts';

const ids = z.array(itemId).min(1).max(50).meta({
  description: 'Several item ids at once; what is not sold here is left out and named in messages.',
});

export const lookupCatalog = defineTool({
  name: 'lookup_catalog',
  title: 'Look up a stay',
  description: `Prices one stay (or several) again by id and says whether it can be booked now.
Use it before a checkout when the search is a while ago, or to read about a unit type by "unit_type:{id}". A stay that is sold out is returned with "available": false.
At most 50 ids a call. An unknown id is an error; with catalog.ids the known ones are returned and the others named in messages.
Example: {"id": "${EXAMPLE_ITEM}"}`,
  annotations: { readOnlyHint: true },
  needsCheckout: false,
  output: productsOutput,
  input: z
    .object({
      meta,
      id: itemId.optional(),
      catalog: z.object({ id: itemId.optional(), ids: ids.optional() }).optional(),
    })
    .superRefine(({ id, catalog }, issues) => {
      if (id !== undefined || catalog?.id !== undefined || catalog?.ids !== undefined) return;
      issues.addIssue({
        code: 'custom',
        path: ['id'],
        message: 'is missing; or give catalog.ids for several',
      });
    }),
  async run({ id, catalog }, { execute, storefront }) {
    const single = id ?? catalog?.id;
    const asked = single === undefined ? [...new Set(catalog?.ids)] : [single];
    const { stayLookup } = await execute(lookupOperation, { ids: asked });
    const missing = stayLookup.filter(({ offer }) => offer === null);
    const [unknown] = missing;
    if (single !== undefined && unknown) {
      return refusal([notFound('stay or unit type', single, id === undefined ? '$.catalog.id' : '$.id')]);
    }
    return success({
      ucp: { version: UCP_VERSION },
      products: stayLookup.flatMap(({ id, offer }) =>
        offer ? [toLookedUpProduct(id, offer, storefront.baseUrl)] : [],
      ),
      ...(missing.length
        ? {
            messages: missing.map(({ id }) =>
              notFoundInfo(id, `$.catalog.ids[${catalog?.ids?.indexOf(id)}]`),
            ),
          }
        : {}),
    });
  },
});
