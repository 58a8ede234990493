import { describe, expect, test } from 'vitest';
import { findWords, readLexicon } from './voice/lexicon.ts';
import { proseOf } from './voice/prose.ts';
import { findTitles } from './voice/titles.ts';

// `npm run tool voice` reads the repository; these tests hold the check itself against texts that it must find.

const lexicon = readLexicon();
const wordsIn = (file: string, source: string) =>
  proseOf(file, source).flatMap((prose) => findWords(lexicon, prose));

describe('the lexicon', () => {
  test.each(lexicon.entries)('finds "$not"', ({ not }) => {
    expect(wordsIn('a.md', `It has ${not} in a sentence.`).join('\n')).toContain(`"${not}": write`);
  });

  test.each(lexicon.allowed)('allows "%s"', (phrase) => {
    expect(wordsIn('a.md', `It has ${phrase} in a sentence.`)).toEqual([]);
  });

  test.each([
    ['a comment', 'a.ts', '// sent to nobody\n'],
    ['a docstring of several lines', 'a.ts', '/**\n * Reads it all by\n * itself.\n */'],
    ['a string', 'a.ts', "refuse('Nobody comes today.')"],
    ['a template', 'a.ts', '`Nobody comes \\n today.`'],
    ['a text of a page', 'a.tsx', '<p>Nobody arrives</p>'],
    ['a description', 'a.graphql', '"Sent to nobody else." field: Int'],
    ['a page', 'a.md', 'Nobody waits.'],
  ])('is looked for in %s', (_where, file, source) => {
    expect(wordsIn(file, source)).toHaveLength(1);
  });

  test('leaves identifiers alone', () => {
    expect(wordsIn('a.ts', "const island = forgotten(door, './islands.ts');")).toEqual([]);
  });

  test('names the line of a finding', () => {
    expect(wordsIn('a.ts', '\n\n// read anew\n')).toEqual(['a.ts:3: "anew": write again']);
  });
});

describe('a test title', () => {
  test.each([
    ['with two clauses', "test('a hold ends, and its nights are released', () => {});"],
    ['with a semicolon', "test.each(CASES)('%s is refused; nothing changes', () => {});"],
  ])('%s is found', (_what, source) => {
    expect(findTitles('a.test.ts', source)).toHaveLength(1);
  });

  test('of one behaviour is fine, however long it is', () => {
    expect(findTitles('a.test.ts', `test('${'a'.repeat(120)}', () => {});`)).toEqual([]);
  });
});
