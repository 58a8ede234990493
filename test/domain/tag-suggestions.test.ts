import { describe, expect, test } from 'vitest';
import { suggestedTags } from '#subgraphs/catalog/stays/domain/tag-suggestions.ts';

describe('the tags suggested for an unknown amenity', () => {
  test.each([
    ['dog friendly', 'pets_allowed'],
    ['Pets', 'pets_allowed'],
    ['WLAN', 'wifi'],
    ['wify', 'wifi'],
    ['Wi-Fi', 'wifi'],
    ['hot tub', 'hot_tub'],
    ['Jacuzzi', 'hot_tub'],
    ['pool', 'pool_outdoor'],
    ['Swimming Pool', 'pool_outdoor'],
    ['swimming pool indoor', 'pool_indoor'],
    ['with a pool', 'pool_private'],
    ['sea view', 'view_sea'],
    ['wheelchair accessible', 'step_free_access'],
    ['non smoking', 'non_smoking'],
    ['free cancellation', 'free_cancellation'],
    ['fridge', 'refrigerator'],
    ['aircon', 'air_conditioning'],
    ['air con', 'air_conditioning'],
  ])('"%s" suggests %s', (unknown, expected) => {
    expect(suggestedTags(unknown, new Set())).toContain(expected);
  });

  test("the storefront's own tags are suggested first", () => {
    const offered = new Set(['parking_on_site', 'parking_free']);
    expect(suggestedTags('parking', offered).slice(0, 2)).toEqual(['parking_free', 'parking_on_site']);
  });

  test('a tag with exactly these words precedes tags that contain only one', () => {
    expect(suggestedTags('hot tub', new Set())[0]).toBe('hot_tub');
    expect(suggestedTags('Hot-Tub', new Set(['bathtub']))[0]).toBe('hot_tub');
  });

  test.each(['', '   ', 'qqqqqq', '\u{1F680}'])('%j has no suggestions', (unknown) => {
    expect(suggestedTags(unknown, new Set())).toEqual([]);
  });

  test('an unknown key suggests at most four tags', () => {
    expect(suggestedTags('view', new Set()).length).toBeLessThanOrEqual(4);
  });
});
