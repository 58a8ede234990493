import { globSync, readFileSync } from 'node:fs';
import { buildSchema, isInputObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import {
  HORIZON_DAYS,
  LONGEST_STAY,
  MAX_CATEGORIES,
  MAX_CONTACT_LIST,
  MAX_EXTERNAL_ID,
  MAX_GALLERY,
  MAX_IDEMPOTENCY_KEY,
  MAX_ITEM_ID,
  MAX_LINES,
  MAX_LISTING_LANGUAGES,
  MAX_LISTING_MEDIA_BYTES,
  MAX_LISTING_TEXT,
  MAX_NAME,
  MAX_PARTY,
  MAX_PHONE,
  MAX_TAGLINE,
  MAX_UNITS,
} from '#schema/limits.ts';

const schema = buildSchema(readFileSync('schema/generated/internal/api.graphql', 'utf8'));

/** Fields whose description quotes a bound. */
const QUOTES = [
  ['CheckoutCreateInput', 'lines', MAX_LINES],
  ['CheckoutLineInput', 'itemId', MAX_ITEM_ID],
  ['CheckoutLineInput', 'quantity', MAX_UNITS],
  ['IdempotencyInput', 'key', MAX_IDEMPOTENCY_KEY],
  ['BookingCreateInput', 'adults', MAX_PARTY],
  ['BookingCreateInput', 'quantity', MAX_UNITS],
  ['BookingCreateInput', 'externalId', MAX_EXTERNAL_ID],
  ['BookingGuestInput', 'firstName', MAX_NAME],
  ['BookingGuestInput', 'phone', MAX_PHONE],
  ['ContactUpdateInput', 'phones', MAX_CONTACT_LIST],
  ['ContactUpdateInput', 'phones', MAX_PHONE],
  ['ListingInput', 'tagline', MAX_TAGLINE],
  ['ListingInput', 'description', MAX_LISTING_TEXT],
  ['ListingInput', 'gallery', MAX_GALLERY],
  ['ListingInput', 'categories', MAX_CATEGORIES],
  ['ListingInput', 'languages', MAX_LISTING_LANGUAGES],
  ['ListingMediaCreateInput', 'bytes', MAX_LISTING_MEDIA_BYTES],
  ['NightsSetInput', 'until', HORIZON_DAYS],
  ['RatesSetInput', 'minStay', LONGEST_STAY],
  ['StayLineInput', 'itemId', MAX_ITEM_ID],
  ['TaskCreateInput', 'externalId', MAX_EXTERNAL_ID],
] as const;

describe('a bound of schema/limits.ts', () => {
  test.each(QUOTES)('%s.%s is documented with its bound, %i', (input, field, bound) => {
    const type = schema.getType(input);
    const text = isInputObjectType(type) ? type.getFields()[field]?.description : null;
    expect(text).toMatch(new RegExp(`\\b${bound.toLocaleString('en-US')}\\b`));
  });

  test('no code repeats a bound as a number', () => {
    const code = globSync('{adapters,subgraphs,gateway,panel,server}/**/*.{ts,tsx}', {
      exclude: ['**/generated.ts', '**/node_modules/**', '**/dist/**'],
    });
    const copied = /\b(730|731|365 nights|20 line items|64 \* 1024|64 KiB)\b/;
    expect(code.length).toBeGreaterThan(100);
    expect(code.filter((file) => copied.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});
