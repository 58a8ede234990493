import { findWords, readLexicon } from './lexicon.ts';
import { proseOf, sourcesByHand } from './prose.ts';
import { findTitles } from './titles.ts';

// Part of `npm run check`: the lexicon and the titles of docs/contributing/voice.md in every file written by hand.

const lexicon = readLexicon();
const found = sourcesByHand().flatMap(([file, source]) => [
  ...proseOf(file, source).flatMap((prose) => findWords(lexicon, prose)),
  ...(/\.test\.[jt]s$/.test(file) ? findTitles(file, source) : []),
]);

if (found.length > 0) {
  process.stderr.write(`${found.join('\n')}\n${found.length} found. See docs/contributing/voice.md.\n`);
  process.exitCode = 1;
}
