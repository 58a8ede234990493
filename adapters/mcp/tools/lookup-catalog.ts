import { z } from 'zod';
import { MAX_LOOKUP_IDS, MAX_UNITS } from '#schema/limits.ts';
import { CAPABILITY } from '../transport/protocol.ts';
import { gather } from '../ucp/arrange.ts';
import { disclosuresOf } from '../ucp/disclosures.ts';
import { EXAMPLE_ITEM } from '../ucp/examples.ts';
import { count, itemId, metaOfReading } from '../ucp/fields.ts';
import { lookupFilters, toFilters } from '../ucp/filters.ts';
import { info, type Message, notFound, notFoundInfo, refused } from '../ucp/messages.ts';
import { productsOutput } from '../ucp/output-schema.ts';
import { policiesOf } from '../ucp/policies.ts';
import { requestToBook } from '../ucp/request-to-book.ts';
import { toLookedUpProduct, toOfficialProduct, ucpOf } from '../ucp/to-product.ts';
import { type LookupCatalogQuery, lookupCatalogDocument } from './generated.ts';
import { defineTool, refusal, success } from './tool.ts';

const ids = z.array(z.string()).min(1).max(MAX_LOOKUP_IDS).meta({
  description: 'Several item ids.',
});
export const units = count(1, MAX_UNITS, 'Defaults to the fewest units that sleep the party.');

export const lookupCatalog = defineTool({
  name: 'lookup_catalog',
  title: 'Look up a stay',
  description: `Prices one or several stays again by id and returns whether they can be booked now.
Use it before a checkout when the search is a while ago, or to read all about a unit type by "unit_type:{id}". A stay that cannot be booked has "available": false, and messages explain why and name the nearest bookable dates.
At most ${MAX_LOOKUP_IDS} ids a call. An unknown id is an error; with catalog.ids the known ones are returned, in the official UCP shape, and the others named in messages.
Example: {"id": "${EXAMPLE_ITEM}"}`,
  annotations: { readOnlyHint: true },
  needsCheckout: false,
  output: productsOutput,
  input: z
    .object({
      meta: metaOfReading,
      id: itemId.optional(),
      units: units.optional(),
      catalog: z
        .object({
          id: itemId.optional(),
          ids: ids.optional(),
          units: units.optional(),
          filters: lookupFilters.optional(),
        })
        .optional()
        .meta({ description: 'The same, grouped as in UCP.' }),
    })
    .superRefine(({ id, catalog }, issues) => {
      if (id !== undefined || catalog?.id !== undefined || catalog?.ids !== undefined) return;
      issues.addIssue({
        code: 'custom',
        path: ['id'],
        message: 'is missing; for several items, give catalog.ids',
      });
    }),
  arrange: (args) =>
    'ids' in args || 'filters' in args ? gather('catalog', ['ids', 'filters'], args) : args,
  async run({ id, units, catalog }, { execute, storefront, official }) {
    const single = id ?? catalog?.id;
    const asked = single === undefined ? [...new Set(catalog?.ids)] : [single];
    const { stayLookup, storefrontByHost } = await execute(lookupCatalogDocument, {
      host: storefront.domain,
      ids: asked,
      units: units ?? catalog?.units ?? null,
      filters: catalog?.filters ? toFilters(catalog.filters) : null,
    });
    const pathOf = (itemId: string) => {
      if (single === undefined) return `$.catalog.ids[${catalog?.ids?.indexOf(itemId)}]`;
      return id === undefined ? '$.catalog.id' : '$.id';
    };
    const [first] = stayLookup;
    if (single !== undefined && !first?.offer) {
      return refusal([notFound('stay or unit type', single, pathOf(single))]);
    }
    if (single !== undefined && first?.refusal) {
      return refusal([refused('invalid', first.refusal.reason, pathOf(single))]);
    }
    const listed = stayLookup.filter(isListed);
    const products = listed.flatMap(({ id, offer }) =>
      offer ? [toLookedUpProduct(id, offer, storefront)] : [],
    );
    const shown = listed.flatMap(({ offer }) => (offer ? [offer] : []));
    const messages = [
      ...onceEach(stayLookup.flatMap((found) => messagesOn(found, pathOf(found.id)))),
      ...requestToBook(storefront, shown, '$.products'),
      ...shown.flatMap((offer, index) => disclosuresOf(offer, `$.products[${index}]`)),
    ];
    return success({
      ucp: ucpOf(CAPABILITY.lookup),
      products: official || single === undefined ? products.map(toOfficialProduct) : products,
      policies: policiesOf(
        listed,
        storefrontByHost?.agentPolicies ?? [],
        storefront,
        (index) => `$.products[${index}]`,
      ),
      ...(messages.length > 0 ? { messages } : {}),
    });
  },
});

type Found = LookupCatalogQuery['stayLookup'][number];

/**
 * True if an id has a product in the response: it's known, its dates can be searched, and it matches the
 * filters.
 */
const isListed = ({ offer, refusal, fits }: Found): boolean => offer !== null && refusal === null && fits;

/**
 * Returns messages about one id in a look-up: it's unknown, its dates are refused, filters exclude it, or it
 * can't be booked for some reason.
 */
export function messagesOn({ id, offer, reasons, refusal }: Found, path: string): readonly Message[] {
  if (refusal) return [info('invalid', refusal.reason, path)];
  if (!offer) return [notFoundInfo(id, path)];
  return reasons.map(({ code, text }) =>
    info(code, text, code === 'unknown_amenity' ? '$.catalog.filters.amenities' : path),
  );
}

/** Removes duplicate messages that several ids share, e.g. about the same filter. */
const onceEach = (messages: readonly Message[]): readonly Message[] =>
  messages.filter(
    ({ path, content }, index) =>
      messages.findIndex((other) => other.path === path && other.content === content) === index,
  );
