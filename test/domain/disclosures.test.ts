import { expect, test } from 'vitest';
import type { DetailsFragment } from '#adapters/mcp/tools/generated.ts';
import { disclosuresOf } from '#adapters/mcp/ucp/disclosures.ts';

// docs/interface/catalog.md#disclosures

const offer = (changes: object) =>
  ({
    title: 'Loft, Mill',
    currency: 'EUR',
    dueAtProperty: null,
    cancelling: null,
    content: { maxChildren: null, place: { houseRules: null } },
    ...changes,
  }) as DetailsFragment;

test.each([
  ['no children', { content: { maxChildren: 0, place: { houseRules: null } } }, 'adults_only'],
  ['an age', { content: { maxChildren: null, place: { houseRules: { minAge: 18 } } } }, 'minimum_age'],
  ['a stay without refund', { cancelling: { free: false, refundable: false } }, 'non_refundable'],
  ['a tax at the property', { dueAtProperty: 1_250 }, 'due_at_property'],
])('%s is disclosed beside the product', (_what, changes, code) => {
  expect(disclosuresOf(offer(changes), '$.products[2]')).toEqual([
    expect.objectContaining({ type: 'warning', code, presentation: 'disclosure', path: '$.products[2]' }),
  ]);
});

test('an offer without surprises discloses nothing', () => {
  expect(disclosuresOf(offer({}), '$.products[0]')).toEqual([]);
});
