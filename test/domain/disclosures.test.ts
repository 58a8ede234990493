import { expect, test } from 'vitest';
import type { OfferFragment } from '#adapters/mcp/tools/generated.ts';
import { disclosures } from '#adapters/mcp/ucp/disclosures.ts';

// docs/interface/catalog.md#disclosures

const offer = (changes: object) =>
  ({
    title: 'Loft, Mill',
    currency: 'EUR',
    dueAtProperty: null,
    content: { maxChildren: null, place: { houseRules: null } },
    ...changes,
  }) as OfferFragment;

test.each([
  ['no children', { content: { maxChildren: 0, place: { houseRules: null } } }, 'adults_only'],
  ['an age', { content: { maxChildren: null, place: { houseRules: { minAge: 18 } } } }, 'minimum_age'],
  ['a tax at the property', { dueAtProperty: 1_250 }, 'due_at_property'],
])('%s is disclosed beside the product', (_what, changes, code) => {
  expect(disclosures(offer(changes), '$.products[2]')).toEqual([
    expect.objectContaining({ type: 'warning', code, presentation: 'disclosure', path: '$.products[2]' }),
  ]);
});

test('an offer without surprises discloses nothing', () => {
  expect(disclosures(offer({}), '$.products[0]')).toEqual([]);
});
