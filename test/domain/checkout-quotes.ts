import type { Quote } from '#subgraphs/checkout/store/entities.ts';

/** Creates a quote's line for tests: one Lake Suite unit for 300.00. */
export const quoteLine = (given: Partial<Quote['lines'][number]> = {}): Quote['lines'][number] => ({
  itemId: 'stay:7:2026-03-01:2026-03-04:2:0',
  quantity: 1,
  unitTypeId: '7',
  propertyId: '3',
  title: 'Lake Suite',
  checkIn: '2026-03-01',
  checkOut: '2026-03-04',
  adults: 2,
  children: 0,
  base: 30_000,
  nightly: [10_000, 10_000, 10_000],
  net: null,
  droppedFees: null,
  discount: 0,
  subtotal: 30_000,
  tax: 0,
  total: 30_000,
  ratePlan: null,
  cancellation: null,
  ...given,
});

/** Creates a quote for tests: a bookable stay for three nights at USD 300.00. */
export const quote = (given: Partial<Quote> = {}): Quote => ({
  currency: 'USD',
  checkIn: '2026-03-01',
  checkOut: '2026-03-04',
  timeZone: 'Europe/Zurich',
  lines: [quoteLine()],
  entries: [{ kind: 'subtotal', label: 'Accommodation', amount: 30_000 }],
  total: 30_000,
  dueAtProperty: [],
  payment: { mode: 'now', dueNow: given.total ?? 30_000, balanceDueOn: null },
  extras: [],
  fingerprint: 'as-shown',
  test: false,
  locale: 'en',
  problems: [],
  ...given,
});
