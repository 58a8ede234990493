import { describe, expect, test } from 'vitest';
import { dataRead } from '#subgraphs/apps/installs/domain/permission-words.ts';
import { APP_CATEGORIES, type ListingContent } from '#subgraphs/apps/listings/domain/content.ts';
import { type KnownPictures, mistakesIn } from '#subgraphs/apps/listings/domain/content-rules.ts';
import { medianAnswer, roundedInstalls } from '#subgraphs/apps/listings/domain/facts.ts';
import { lacksOf } from '#subgraphs/apps/listings/domain/lacks.ts';
import { listingChanges } from '#subgraphs/apps/listings/domain/listing-changes.ts';
import { type ListingState, listingStatus } from '#subgraphs/apps/listings/domain/listing-status.ts';
import { sizeProblem } from '#subgraphs/apps/listings/domain/media.ts';
import {
  EMPTY_CONTENT,
  type GivenListing,
  readContent,
} from '#subgraphs/apps/listings/domain/read-content.ts';

// docs/interface/listings.md: a listing's contents, missing parts and state.

const PICTURES: KnownPictures = new Map([
  [1, { kind: 'icon', status: 'ready', problem: null }],
  [2, { kind: 'gallery', status: 'ready', problem: null }],
  [3, { kind: 'gallery', status: 'processing', problem: null }],
  [4, { kind: 'gallery', status: 'rejected', problem: 'It is not 16:9.' }],
]);

const WHOLE: GivenListing = {
  tagline: 'Cleanings for every check-out',
  description: '# It plans\n\n- cleanings\n\t- of every kind 🧹',
  icon: '1',
  gallery: [{ media: '2', alt: 'The board of today' }],
  categories: ['cleaning'],
  languages: ['en'],
  supportEmail: 'help@crew.example.com',
  privacyUrl: 'https://crew.example.com/privacy',
  termsUrl: 'https://crew.example.com/terms',
};

const mistaken = (given: GivenListing) => mistakesIn(readContent(given), PICTURES).map(({ field }) => field);

describe('a listing', () => {
  test('a listing is trimmed and deduplicated, with language tags in BCP 47 form', () => {
    expect(
      readContent({
        tagline: '  Fine ',
        demoUrl: ' ',
        categories: ['other', 'other'],
        languages: ['EN', 'de-ch', 'en'],
      }),
    ).toMatchObject({ tagline: 'Fine', demoUrl: null, categories: ['other'], languages: ['en', 'de-CH'] });
  });

  test.each<[string, GivenListing]>([
    ['nothing at all', {}],
    ['everything that publishing needs', WHOLE],
    ['a tagline of 80 characters', { tagline: 'x'.repeat(80) }],
    ['a description of 5,000 characters', { description: 'x'.repeat(5_000) }],
    ['HTML, which is text', { description: '<script>alert(1)</script>' }],
    ['three categories', { categories: ['access', 'reviews', 'other'] }],
    ['a picture that is still being processed', { gallery: [{ media: '3', alt: 'A board' }] }],
    ['an address outside ASCII', { supportUrl: 'https://hilfe.example.com/übersicht' }],
  ])('a listing may have %s', (_what, given) => {
    expect(mistaken(given)).toEqual([]);
  });

  test.each<[string, GivenListing, string]>([
    ['a tagline of 81 characters', { tagline: 'x'.repeat(81) }, 'tagline'],
    ['a tagline of two lines', { tagline: 'One\nTwo' }, 'tagline'],
    ['a tagline that turns around', { tagline: 'Safe \u202egnp.exe' }, 'tagline'],
    ['a description of 5,001 characters', { description: 'x'.repeat(5_001) }, 'description'],
    ['a description with U+0000', { description: 'a\0b' }, 'description'],
    ['a changelog with hidden characters', { changelog: 'New\u200b' }, 'changelog'],
    ['an unknown icon', { icon: '9' }, 'icon'],
    ['an invalid icon id', { icon: 'one' }, 'icon'],
    ['a picture of the gallery as icon', { icon: '2' }, 'icon'],
    ['a rejected picture', { gallery: [{ media: '4', alt: 'A board' }] }, 'gallery.0.media'],
    ['a picture without words', { gallery: [{ media: '2', alt: ' ' }] }, 'gallery.0.alt'],
    ['a picture with 251 characters', { gallery: [{ media: '2', alt: 'x'.repeat(251) }] }, 'gallery.0.alt'],
    [
      'nine pictures',
      { gallery: Array.from({ length: 9 }, () => ({ media: '2', alt: 'A board' })) },
      'gallery',
    ],
    ['four categories', { categories: ['access', 'reviews', 'other', 'pricing'] }, 'categories'],
    ['an invalid language', { languages: ['en', 'english!'] }, 'languages.1'],
    ['21 languages', { languages: Array.from({ length: 21 }, (_, at) => `en-x-a${at}`) }, 'languages'],
    ['an invalid email address', { supportEmail: 'help@crew' }, 'supportEmail'],
    ['plain http', { supportUrl: 'http://crew.example.com' }, 'supportUrl'],
    ['a script as privacy policy', { privacyUrl: 'javascript:alert(1)' }, 'privacyUrl'],
    ['a password in its terms', { termsUrl: 'https://a:b@crew.example.com' }, 'termsUrl'],
    ['a film with line breaks', { videoUrl: 'https://crew.example.com/\nfilm' }, 'videoUrl'],
    ['a demo without host', { demoUrl: 'https://' }, 'demoUrl'],
  ])('may not have %s', (_what, given, field) => {
    expect(mistaken(given)).toEqual([field]);
  });

  test("a listing can't show a picture twice", () => {
    const gallery = [1, 2].map((number) => ({ media: '2', alt: `Board ${number}` }));
    expect(mistaken({ gallery })).toEqual(['gallery.1.media']);
  });
});

describe('what a listing lacks', () => {
  const lacking = (given: GivenListing) => lacksOf(readContent(given), PICTURES).map(({ field }) => field);

  test('a complete listing lacks no fields', () => {
    expect(lacking(WHOLE)).toEqual([]);
  });

  test.each(['tagline', 'description', 'icon', 'gallery', 'categories', 'languages', 'supportEmail'])(
    'a listing with an empty %s is reported as lacking it',
    (field) => {
      expect(lacking({ ...WHOLE, [field]: null })).toEqual([field]);
    },
  );

  test('a listing can lack its privacy policy and its terms', () => {
    expect(lacking({ ...WHOLE, privacyUrl: '', termsUrl: null })).toEqual(['privacyUrl', 'termsUrl']);
  });

  test("a listing with a picture that isn't ready is incomplete", () => {
    expect(lacking({ ...WHOLE, gallery: [{ media: '3', alt: 'A board' }] })).toEqual(['gallery']);
  });
});

describe('where a listing is', () => {
  const state: ListingState = { draftStatus: 'draft', published: null, isUnlisted: false };
  const published: ListingContent = EMPTY_CONTENT;
  test.each<[string, Partial<ListingState>]>([
    ['draft', {}],
    ['draft', { draftStatus: 'rejected' }],
    ['in_review', { draftStatus: 'in_review' }],
    ['published', { draftStatus: 'published', published }],
    ['published', { draftStatus: 'in_review', published }],
    ['published', { draftStatus: 'rejected', published }],
    ['unlisted', { draftStatus: 'draft', published, isUnlisted: true }],
    ['suspended', { published, isUnlisted: true, suspensionReason: 'Spam' }],
    ['suspended', { suspensionReason: 'Spam' }],
  ])('is %s for %j', (status, change) => {
    expect(listingStatus({ ...state, ...change })).toBe(status);
  });
});

describe('the differences of a draft', () => {
  test("a draft's differences list links first, then texts", () => {
    const before = readContent({ ...WHOLE, languages: ['en'] });
    const after = readContent({
      ...WHOLE,
      languages: ['de'],
      tagline: 'New',
      privacyUrl: 'https://evil.example.com',
    });
    expect(listingChanges(before, after)).toEqual([
      {
        field: 'privacyUrl',
        risk: 'high',
        before: 'https://crew.example.com/privacy',
        after: 'https://evil.example.com',
      },
      { field: 'tagline', risk: 'medium', before: 'Cleanings for every check-out', after: 'New' },
      { field: 'languages', risk: 'low', before: 'en', after: 'de' },
    ]);
  });

  test("a draft's differences show every field that can differ", () => {
    const every = readContent({
      ...WHOLE,
      videoUrl: 'https://a.example/v',
      supportUrl: 'https://a.example/s',
      demoUrl: 'https://a.example/d',
      changelog: 'New',
    });
    const fields = listingChanges(null, every).map(({ field }) => field);
    expect(fields.toSorted()).toEqual(Object.keys(EMPTY_CONTENT).toSorted());
    expect(listingChanges(every, every)).toEqual([]);
  });
});

describe('a picture', () => {
  test.each([
    ['icon', 512, 512, null],
    ['icon', 2_048, 2_048, null],
    ['icon', 511, 511, 'not_icon'],
    ['icon', 2_049, 2_049, 'not_icon'],
    ['icon', 512, 513, 'not_icon'],
    ['gallery', 1_600, 900, null],
    ['gallery', 3_840, 2_160, null],
    ['gallery', 1_601, 900, 'not_wide'],
    ['gallery', 1_280, 720, 'not_wide'],
    ['gallery', 900, 1_600, 'not_wide'],
  ] as const)('a picture as %s with %i × %i pixels: %s', (kind, width, height, problem) => {
    expect(sizeProblem(kind, { width, height })).toBe(problem);
  });
});

describe('what the platform adds', () => {
  test.each([
    [0, 0],
    [9, 0],
    [10, 10],
    [49, 10],
    [50, 50],
    [99, 50],
    [100, 100],
    [4_999, 1_000],
    [5_000, 5_000],
  ])('%i installs are shown as %i', (count, shown) => {
    expect(roundedInstalls(count)).toBe(shown);
  });

  test('the response time is a median over at least 20 responses', () => {
    expect(medianAnswer(Array.from({ length: 19 }, () => 5))).toBeNull();
    expect(
      medianAnswer([...Array.from({ length: 10 }, () => 10), ...Array.from({ length: 10 }, () => 21)]),
    ).toBe(16);
    expect(medianAnswer(Array.from({ length: 21 }, (_, at) => 100 - at))).toBe(90);
  });

  test('the facts list each type of data exactly once, even if several scopes read it', () => {
    const opened = {
      read_tasks: ['your tasks'],
      read_rates: ['your rates', 'your plans'],
      write_tasks: ['move them'],
    };
    expect(dataRead(['write_tasks', 'read_tasks', 'read_rates'], opened)).toEqual([
      'Your tasks',
      'Your rates',
      'Your plans',
    ]);
  });

  test('there are as many categories as documented', () => {
    expect(new Set(APP_CATEGORIES).size).toBe(14);
  });
});
