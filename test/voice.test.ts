import { describe, expect, test } from 'vitest';
import { HABITS, measure } from './voice/grammar.ts';
import { findWords, readLexicon } from './voice/lexicon.ts';
import { proseOf } from './voice/prose.ts';
import { findTitles } from './voice/titles.ts';

// `npm run tool voice` reads the repository; these tests run the check on texts with a known result.

const lexicon = readLexicon();
const wordsIn = (file: string, source: string) =>
  proseOf(file, source).flatMap((prose) => findWords(lexicon, prose));

describe('the lexicon', () => {
  test.each(lexicon.entries)('the check finds "$not"', ({ not }) => {
    expect(wordsIn('a.md', `It has ${not} in a sentence.`).join('\n')).toContain(`"${not}": write`);
  });

  test.each(lexicon.allowed)('the check allows "%s"', (phrase) => {
    expect(wordsIn('a.md', `It has ${phrase} in a sentence.`)).toEqual([]);
  });

  test('a finding names its line', () => {
    expect(wordsIn('a.ts', '\n\n// read anew\n')).toEqual(['a.ts:3: "anew": write again']);
  });
});

describe('the texts of a file', () => {
  test.each([
    ['comment', 'a.ts', '// sent to two apps\n'],
    ['comment', 'a.ts', 'const a = 1; // sent to two apps\n'],
    ['comment', 'a.sql', 'SELECT 1; -- sent to two apps\n'],
    ['docstring', 'a.ts', '/**\n * Sent\n * to two apps\n */\nconst a = 1;'],
    ['string', 'a.ts', "refuse('Choose one of two dates.')"],
    ['string', 'a.ts', '`Choose one of two dates.`'],
    ['log', 'a.ts', "request.log.warn({ id }, 'Failed to send an email')"],
    ['title', 'a.test.ts', "test('a hold ends', () => {});"],
    ['title', 'a.test.ts', "test.each([1])('hold %s ends', () => {});"],
    ['title', 'a.test.ts', "test.skipIf(true).each([1])('hold %s ends', () => {});"],
    ['markup', 'a.tsx', 'const a = <p>Rate = price; choose (one) of two.</p>;'],
    ['description', 'a.graphql', '"Sent to two apps." field: Int'],
    ['page', 'a.md', 'Sent to two apps.'],
  ])('a %s is read in %s', (kind, file, source) => {
    expect(proseOf(file, source).map((prose) => prose.kind)).toEqual([kind]);
  });

  test('identifiers and paths are left out', () => {
    expect(proseOf('a.ts', "import { island } from './islands.ts'; const forgotten = island.doors;")).toEqual(
      [],
    );
  });

  test('line comments that follow one another are one text', () => {
    expect(proseOf('a.ts', '// A unit is sold\n// once per night.\n')).toMatchObject([
      { line: 1, text: 'A unit is sold once per night.' },
    ]);
  });
});

describe('the grammar', () => {
  const [headless, fragment, speaking] = HABITS;
  const rateOf = (habit: (typeof HABITS)[number] | undefined, file: string, source: string) =>
    habit && measure(habit, proseOf(file, source)).rate;

  test.each([
    ['a headless docstring', headless, 'a.ts', '/** Whether a hold ends. */\nlet a = 1;'],
    ['a headless description', headless, 'a.graphql', '"What a channel sells." field: Int'],
    [
      'a title from the middle of a sentence',
      fragment,
      'a.test.ts',
      "test('of two plans are sold', () => {});",
    ],
    ['a program that speaks', speaking, 'a.ts', '// The app is told its token.\n'],
    ['a speaking log line', speaking, 'a.ts', "log.warn('a channel answers slowly')"],
  ])('%s raises its rate above the limit', (_what, habit, file, source) => {
    expect(rateOf(habit, file, source)).toBeGreaterThan(habit?.most ?? 0);
  });

  test.each([
    ['a noun phrase', headless, 'a.ts', '/** Nights of a hold. */\nlet a = 1;'],
    ['a whole sentence', fragment, 'a.test.ts', "test('two plans are sold together', () => {});"],
    ['a program that reports', speaking, 'a.ts', '// The app receives its token.\n'],
    ['a guest who asks in a message', speaking, 'a.ts', "refuse('Guests ask for a cot.')"],
  ])('%s is fine', (_what, habit, file, source) => {
    expect(rateOf(habit, file, source)).toBe(0);
  });
});

describe('a test title', () => {
  const hintsIn = (source: string) => proseOf('a.test.ts', source).flatMap(findTitles);

  test.each([
    ['two clauses', "test('a hold ends, and its nights are released', () => {});"],
    ['a semicolon', "test.each(CASES)('%s is refused; nothing changes', () => {});"],
  ])('a title with %s gets a hint', (_what, source) => {
    expect(hintsIn(source)).toHaveLength(1);
  });

  test('a title with one behavior is fine, however long it is', () => {
    expect(hintsIn(`test('${'a'.repeat(120)} b', () => {});`)).toEqual([]);
  });
});
