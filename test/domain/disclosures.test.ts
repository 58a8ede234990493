import { expect, test } from 'vitest';
import type { DetailsFragment } from '#adapters/mcp/tools/generated.ts';
import { disclosuresOf } from '#adapters/mcp/ucp/disclosures.ts';

// docs/interface/catalog.md#disclosures

const CONTENT = { maxChildren: null, payment: null, place: { houseRules: null }, tags: [] };

const offer = (changes: object) =>
  ({
    title: 'Loft, Mill',
    currency: 'EUR',
    dueAtProperty: null,
    cancelling: null,
    content: CONTENT,
    ...changes,
  }) as unknown as DetailsFragment;

const paid = (payment: object) => ({ content: { ...CONTENT, payment } });

test.each([
  ['no children', { content: { ...CONTENT, maxChildren: 0 } }, 'adults_only'],
  ['an age', { content: { ...CONTENT, place: { houseRules: { minAge: 18 } } } }, 'minimum_age'],
  ['access by stairs only', { content: { ...CONTENT, tags: ['stairs_only'] } }, 'no_lift'],
  ['a stay without refund', { cancelling: { free: false, refundable: false } }, 'non_refundable'],
  ['a deposit', paid({ mode: 'deposit', depositPercent: 30, balanceDaysBefore: 14 }), 'deposit'],
  ['payment at the property', paid({ mode: 'at_property' }), 'pay_at_property'],
  ['a tax at the property', { dueAtProperty: 1_250 }, 'due_at_property'],
])('%s is disclosed next to the product', (_what, changes, code) => {
  expect(disclosuresOf(offer(changes), '$.products[2]')).toEqual([
    expect.objectContaining({ type: 'warning', code, presentation: 'disclosure', path: '$.products[2]' }),
  ]);
});

test.each([
  ['on the day of check-in', 0],
  ['1 day before check-in', 1],
  ['14 days before check-in', 14],
])("a deposit's balance is due %s", (due, balanceDaysBefore) => {
  const deposit = offer(paid({ mode: 'deposit', depositPercent: 30, balanceDaysBefore }));
  expect(disclosuresOf(deposit, '$.products[0]')[0]?.content).toBe(
    `Loft, Mill requires a deposit of 30%; the remainder is due ${due}.`,
  );
});

test('an offer without surprises has no disclosures', () => {
  expect(disclosuresOf(offer({}), '$.products[0]')).toEqual([]);
});
