import { z } from 'zod';
import { parseDate } from '#kit/dates.ts';
import { EXAMPLE_CHECK_IN, EXAMPLE_CHECK_OUT } from '../examples.ts';
import { meta } from '../fields.ts';
import { refused } from '../messages.ts';
import { productsOutput } from '../output-schema.ts';
import { UCP_VERSION } from '../protocol.ts';
import { toProduct } from '../to-product.ts';
import { defineTool, refusal, success } from '../tool.ts';
import { searchCatalog as searchOperation } from './generated.ts';

const date = (description: string, example: string) =>
  z
    .string()
    .max(40)
    .refine((text) => parseDate(text) !== null, 'must be a date that exists, written YYYY-MM-DD')
    .optional()
    .meta({ description, examples: [example] });

const count = (min: number, max: number, fallback: number, description: string) =>
  z
    .int()
    .min(min)
    .max(max)
    .default(fallback)
    .meta({ description, examples: [fallback] });

const catalog = z
  .object({
    check_in: date('First night, YYYY-MM-DD. Give both dates or neither.', EXAMPLE_CHECK_IN),
    check_out: date('Day of departure, YYYY-MM-DD, after check_in.', EXAMPLE_CHECK_OUT),
    adults: count(1, 1000, 2, 'Adults in the whole party.'),
    children: count(0, 1000, 0, 'Children in the whole party.'),
    units: count(1, 100, 1, 'Units the party shares.'),
    query: z
      .string()
      .max(200)
      .optional()
      .meta({ description: 'Part of a unit-type or property name.', examples: ['lake'] }),
    pagination: z
      .object({
        limit: count(1, 100, 20, 'Products a page.'),
        cursor: z.string().max(500).optional().meta({ description: 'Cursor of the page before.' }),
      })
      .optional(),
  })
  .meta({ examples: [{ check_in: EXAMPLE_CHECK_IN, check_out: EXAMPLE_CHECK_OUT, adults: 2 }] })
  .superRefine(({ check_in, check_out }, issues) => {
    if (check_in === undefined && check_out === undefined) return;
    if (check_in === undefined || check_out === undefined) {
      const path = check_in === undefined ? 'check_in' : 'check_out';
      issues.addIssue({
        code: 'custom',
        path: [path],
        message: 'is missing; give both dates for priced stays, or neither',
      });
    } else if (check_out <= check_in) {
      issues.addIssue({ code: 'custom', path: ['check_out'], message: 'must be after check_in' });
    }
  });

export const searchCatalog = defineTool({
  name: 'search_catalog',
  title: 'Search stays',
  description: `Finds stays at this storefront and prices them.
Use it first. With check_in, check_out and the party it returns only stays that can be booked now, each priced for the whole stay; pass a product's id unchanged to create_checkout. Without dates it returns every unit type with its lowest per-night price and claims nothing about availability.
Prices are integers in the currency's minor unit, before taxes and fees, which the checkout itemizes. Stays are at most 365 nights and start within 730 days. A page has 20 products, at most 100; read on with pagination.cursor.
Example: {"catalog": {"check_in": "${EXAMPLE_CHECK_IN}", "check_out": "${EXAMPLE_CHECK_OUT}", "adults": 2, "children": 1}}`,
  annotations: { readOnlyHint: true },
  needsCheckout: false,
  output: productsOutput,
  input: z.object({ meta, catalog }),
  arrange: (args) => ({ ...args, catalog: args.catalog ?? {} }),
  async run({ catalog }, { execute, storefront }) {
    const { staySearch } = await execute(searchOperation, {
      search: {
        checkIn: catalog.check_in ?? null,
        checkOut: catalog.check_out ?? null,
        adults: catalog.adults,
        children: catalog.children,
        units: catalog.units,
        text: catalog.query ?? null,
        limit: catalog.pagination?.limit ?? 20,
        after: catalog.pagination?.cursor ?? null,
      },
    });
    const { offers, totalCount, hasNextPage, endCursor, refusal: reason } = staySearch;
    if (reason) return refusal([refused('invalid', reason.reason, `$.catalog.${reason.argument}`)]);
    return success({
      ucp: { version: UCP_VERSION },
      products: offers.map((offer) => toProduct(offer, storefront.baseUrl)),
      pagination: {
        has_next_page: hasNextPage,
        ...(hasNextPage && endCursor !== null ? { cursor: endCursor } : {}),
        total_count: totalCount,
      },
    });
  },
});
