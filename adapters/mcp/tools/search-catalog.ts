import { z } from 'zod';
import { parseDate } from '#kit/dates.ts';
import { HORIZON_DAYS, LONGEST_STAY, MAX_PAGE, MAX_PARTY, MAX_QUERY, MAX_UNITS } from '#schema/limits.ts';
import { CAPABILITY } from '../transport/protocol.ts';
import { gather } from '../ucp/arrange.ts';
import { EXAMPLE_CHECK_IN, EXAMPLE_CHECK_OUT } from '../ucp/examples.ts';
import { count, meta } from '../ucp/fields.ts';
import { info, type Message, refused } from '../ucp/messages.ts';
import { productsOutput } from '../ucp/output-schema.ts';
import { toProduct, ucpOf } from '../ucp/to-product.ts';
import { searchCatalogDocument } from './generated.ts';
import { defineTool, refusal, success } from './tool.ts';

const date = (description: string, example: string) =>
  z
    .string()
    .refine((text) => parseDate(text) !== null, 'must be a date that exists, written YYYY-MM-DD')
    .optional()
    .meta({ description, examples: [example] });

const catalog = z
  .object({
    check_in: date('First night, YYYY-MM-DD. Give both dates or neither.', EXAMPLE_CHECK_IN),
    check_out: date('Day of departure, YYYY-MM-DD, after check_in.', EXAMPLE_CHECK_OUT),
    adults: count(1, MAX_PARTY, 'Adults in the whole party.').default(2),
    children: count(0, MAX_PARTY, 'Children in the whole party.').default(0),
    units: count(1, MAX_UNITS, 'Units the party shares.').default(1),
    query: z
      .string()
      .max(MAX_QUERY)
      .optional()
      .meta({ description: 'Part of a unit-type or property name.', examples: ['lake'] }),
    pagination: z
      .object({
        limit: count(1, MAX_PAGE, 'Products per page.').default(20),
        cursor: z.string().optional().meta({ description: '`cursor` of the previous page.' }),
      })
      .optional(),
  })
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
Use it first. With check_in, check_out and the party it returns only stays that can be booked now, priced for the whole stay and all units; pass a product's id unchanged to create_checkout. Without dates it returns every unit type with its lowest per-night price, regardless of availability. When nothing is found, messages explain why and name the nearest bookable dates.
price is before taxes and fees, total is all-in, both in the currency's minor unit; display has them formatted. Stays are at most ${LONGEST_STAY} nights and start within ${HORIZON_DAYS} days. Read on with pagination.cursor.
Example: {"catalog": {"check_in": "${EXAMPLE_CHECK_IN}", "check_out": "${EXAMPLE_CHECK_OUT}", "adults": 2, "children": 1}}`,
  annotations: { readOnlyHint: true },
  needsCheckout: false,
  output: productsOutput,
  input: z.object({ meta, catalog: catalog.prefault({}) }),
  arrange: (args) => gather('catalog', Object.keys(catalog.shape), args),
  async run({ catalog }, { execute, storefront }) {
    const { staySearch } = await execute(searchCatalogDocument, {
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
    const { offers, totalCount, hasNextPage, endCursor, reasons, refusal: why } = staySearch;
    if (why) return refusal([refused('invalid', why.reason, `$.catalog.${why.argument}`)]);
    const messages = [
      ...(catalog.check_in === undefined ? [NO_DATES] : []),
      ...reasons.map(({ code, text }) => info(code, text, '$.catalog')),
    ];
    return success({
      ucp: ucpOf(CAPABILITY.search),
      products: offers.map((offer) => toProduct(offer, storefront.baseUrl)),
      pagination: {
        has_next_page: hasNextPage,
        ...(hasNextPage && endCursor !== null ? { cursor: endCursor } : {}),
        total_count: totalCount,
      },
      ...(messages.length > 0 ? { messages } : {}),
    });
  },
});

const NO_DATES: Message = info(
  'no_dates',
  'These are the lowest prices per night, regardless of availability: give check_in and check_out to see what can be booked and what it costs.',
  '$.catalog.check_in',
);
