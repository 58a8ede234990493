import { z } from 'zod';
import { parseDate } from '#kit/dates.ts';
import { HORIZON_DAYS, LONGEST_STAY, MAX_PAGE, MAX_PARTY, MAX_QUERY, MAX_UNITS } from '#schema/limits.ts';
import { CAPABILITY } from '../transport/protocol.ts';
import { gather } from '../ucp/arrange.ts';
import { disclosures } from '../ucp/disclosures.ts';
import { EXAMPLE_CHECK_IN, EXAMPLE_CHECK_OUT } from '../ucp/examples.ts';
import { count, metaOfReading } from '../ucp/fields.ts';
import { filters, toFilters } from '../ucp/filters.ts';
import { fitPage } from '../ucp/fit-page.ts';
import { info, type Message, refused } from '../ucp/messages.ts';
import { productsOutput } from '../ucp/output-schema.ts';
import { rawJson } from '../ucp/raw-json.ts';
import { requestToBook } from '../ucp/request-to-book.ts';
import { ucpOf } from '../ucp/to-product.ts';
import { draft } from '../ucp/written.ts';
import { searchCatalogDocument } from './generated.ts';
import { defineTool, refusal, success } from './tool.ts';

/** Default number of products on a page. */
const USUAL_PAGE = 20;
/** Bytes reserved for messages about the arguments, e.g. that some are ignored or that the profile is missing. */
const MORE_MESSAGES = 1_024;

const date = (description: string, example: string) =>
  z
    .string()
    .refine((text) => parseDate(text) !== null, 'must be an existing date, written YYYY-MM-DD')
    .optional()
    .meta({ format: 'date', description, examples: [example] });

const catalog = z
  .object({
    check_in: date('First night. Give both dates or neither.', EXAMPLE_CHECK_IN),
    check_out: date('Day of departure, after check_in.', EXAMPLE_CHECK_OUT),
    adults: count(1, MAX_PARTY, 'Adults in the whole party.').default(2),
    children: count(0, MAX_PARTY, 'Children in the whole party.').default(0),
    units: count(1, MAX_UNITS, 'Units that the party shares.').default(1),
    query: z
      .string()
      .max(MAX_QUERY)
      .optional()
      .meta({
        description: 'Part of a name, or else of any other text.',
        examples: ['lake'],
      }),
    filters: filters.optional().meta({ description: 'All must match.' }),
    pagination: z
      .object({
        limit: count(1, MAX_PAGE, 'Products per page.').default(USUAL_PAGE),
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
Use it first. With dates and party it returns only stays that can be booked now, priced for the whole stay and all units; pass a product's id unchanged to create_checkout. Without dates it returns every unit type with its lowest per-night price. When nothing is found, messages explain why and name the nearest bookable dates.
price is before taxes and fees, total is all-in, both in minor units. Stays are at most ${LONGEST_STAY} nights and start within ${HORIZON_DAYS} days.
Example: {"catalog": {"check_in": "${EXAMPLE_CHECK_IN}", "check_out": "${EXAMPLE_CHECK_OUT}", "adults": 2, "children": 1}}`,
  annotations: { readOnlyHint: true },
  needsCheckout: false,
  output: productsOutput,
  input: z.object({ meta: metaOfReading, catalog: catalog.prefault({}) }),
  arrange: (args) => gather('catalog', Object.keys(catalog.shape), args),
  async run({ catalog }, call) {
    const { execute, storefront, official } = call;
    const { staySearch } = await execute(searchCatalogDocument, {
      search: {
        checkIn: catalog.check_in ?? null,
        checkOut: catalog.check_out ?? null,
        adults: catalog.adults,
        children: catalog.children,
        units: catalog.units,
        text: catalog.query ?? null,
        limit: catalog.pagination?.limit ?? USUAL_PAGE,
        after: catalog.pagination?.cursor || null,
        filters: catalog.filters ? toFilters(catalog.filters) : null,
      },
    });
    const { offers, totalCount, hasNextPage, endCursor, reasons, notes, refusal: why } = staySearch;
    if (why) return refusal([refused('invalid', why.reason, `$.catalog.${why.argument}`)]);
    const described = await call.descriptions.of(offers, call);
    const found = offers.flatMap((offer, index) => {
      const description = described[index];
      return description ? [{ offer, description }] : [];
    });
    const messages = [
      ...(catalog.check_in === undefined ? [NO_DATES] : []),
      ...reasons.map(({ code, text }) => info(code, text, '$.catalog')),
      ...notes.map(({ code, text }) => info(code, text, NOTE_PATHS[code] ?? '$.catalog')),
      ...requestToBook(storefront, offers, '$.products'),
      ...found.flatMap(({ offer, description }, index) =>
        disclosures(offer, description, `$.products[${index}]`),
      ),
    ];
    const others = {
      ucp: ucpOf(CAPABILITY.search),
      pagination: {
        has_next_page: hasNextPage,
        ...(hasNextPage && endCursor !== null ? { cursor: endCursor } : {}),
        total_count: totalCount,
      },
      ...(messages.length > 0 ? { messages } : {}),
    };
    const drafts = found.map(({ offer, description }) => draft(offer, description, { storefront, official }));
    const products = fitPage(drafts, {
      limit: catalog.pagination?.limit ?? USUAL_PAGE,
      others: Buffer.byteLength(JSON.stringify(others)) + MORE_MESSAGES,
    });
    const { ucp, ...rest } = others;
    return success({ ucp, products: rawJson(products), ...rest });
  },
});

/** Argument path for each note. */
const NOTE_PATHS: Readonly<Record<string, string>> = {
  matched_text: '$.catalog.query',
  unknown_amenity: '$.catalog.filters.amenities',
  nearest_price: '$.catalog.filters',
};

const NO_DATES: Message = info(
  'no_dates',
  'These are the lowest nightly prices, regardless of availability: give check_in and check_out to see what can be booked and at what price.',
  '$.catalog.check_in',
);
