import { findWords, readLexicon } from './lexicon.ts';
import { proseOf, sourcesByHand } from './prose.ts';
import { findTitles } from './titles.ts';

// Part of `npm run check`: applies the lexicon in docs/contributing/voice.md to every handwritten file, with
// hints about test titles.

const lexicon = readLexicon();
const files = sourcesByHand();
const found = files.flatMap(([file, source]) =>
  proseOf(file, source).flatMap((prose) => findWords(lexicon, prose)),
);
const hints = files.flatMap(([file, source]) =>
  /\.test\.[jt]s$/.test(file) ? findTitles(file, source) : [],
);

if (hints.length > 0)
  process.stderr.write(`${hints.join('\n')}\n${hints.length} hints; they fail nothing.\n`);
if (found.length > 0) {
  process.stderr.write(`${found.join('\n')}\n${found.length} found. See docs/contributing/voice.md.\n`);
  process.exitCode = 1;
}
