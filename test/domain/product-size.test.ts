import { expect, test } from 'vitest';
import type { Description } from '#adapters/mcp/ucp/describe.ts';
import { fitPage } from '#adapters/mcp/ucp/fit-page.ts';
import { draft, written } from '#adapters/mcp/ucp/written.ts';

// docs/interface/catalog.md#size

const storefront = { baseUrl: 'https://stays.example', instantBooking: true } as never; // the only fields read
const to = { storefront, official: true };
const offer = {
  itemId: 'stay:123456:2027-01-01:2027-12-31:99:99',
  unitTypeId: '123456',
  currency: 'EUR',
  price: 123_456_789,
  listPrice: 223_456_789,
  total: 133_456_789,
  dueAtProperty: 1_234_567,
  checkIn: '2027-01-01',
  checkOut: '2027-12-31',
  nights: 364,
  adults: 99,
  children: 99,
  units: 99,
  availableUnits: 9_999,
  available: true,
  distance: 123_456,
  extras: [],
  cancelling: { free: true, freeUntil: '2026-12-18T17:00:00.000Z', refundable: true },
};

/** The maximum content a host can write, in a script with three bytes per character. */
const much = (characters: number) => '湖'.repeat(characters);
const WORDY: Description = {
  title: much(240),
  text: much(4_000),
  maxGuests: 99,
  adultsOnly: false,
  minAge: null,
  stairsOnly: false,
  payment: null,
  media: Array.from({ length: 40 }, (_, index) => ({
    type: 'image',
    width: 1600,
    height: 1067,
    alt_text: much(20),
    url: `https://stays.example/media/${String(index).padStart(64, '0')}/1600`,
  })),
  categories: [{ value: `${much(80)}, CH`, taxonomy: 'merchant' }],
  tags: Array.from({ length: 100 }, (_, index) => `amenity_${index}`),
  lodging: {
    schema: 'https://stays.example/schemas/lodging-metadata/1.json',
    property: { id: '1', name: much(120), address: { locality: much(80), region: much(80), country: 'CH' } },
    unit: { kind: 'room', bedrooms: 9, beds: Array(20).fill({ type: 'double', count: 2 }), area_m2: 999 },
    occupancy: { max_guests: 9, child_age_bands: Array(18).fill({ from: 0, to: 0, limit: 1 }) },
    cancellation: { summary: much(200) },
    booking_mode: 'instant',
  },
};

test("a product takes at most 1.8 kB with any host's content", () => {
  const page = fitPage([draft(offer, written(WORDY), to)], { limit: 20, others: 0 });
  expect(Buffer.byteLength(page.plain)).toBeLessThanOrEqual(1_792 + 2);
  expect(JSON.parse(page.plain)).toMatchObject([
    { id: offer.itemId, metadata: { lodging: { distance_m: 123_456 } } },
  ]);
});

test('a full page leaves room for messages', () => {
  const drafts = Array(20).fill(draft(offer, written(WORDY), to));
  expect(Buffer.byteLength(fitPage(drafts, { limit: 20, others: 2_000 }).plain)).toBeLessThan(36_000 - 2_000);
});

test('both forms of a page contain the same JSON', () => {
  const { plain, escaped } = fitPage([draft(offer, written({ ...WORDY, text: 'A "quiet" room\\' }), to)], {
    limit: 20,
    others: 0,
  });
  expect(JSON.parse(`"${escaped}"`)).toBe(plain);
  expect(plain).toContain('A \\"quiet\\" room');
});
