import { HABITS, measure } from './grammar.ts';
import { findWords, readLexicon } from './lexicon.ts';
import { changedFiles, type Prose, proseOf, sourcesByHand } from './prose.ts';
import { findTitles } from './titles.ts';

// Part of `npm run check`: the grammar and the lexicon of docs/contributing/voice.md in every hand-written file. What it finds in
// changed files is printed first, as hints.

const lexicon = readLexicon();
const changed = changedFiles();
const prose = sourcesByHand().flatMap(([file, source]) => proseOf(file, source));
const placeOf = ({ file, line, text }: Prose) => `${file}:${line}: "${text.slice(0, 120)}"`;
const inChanged = ({ file }: Prose) => changed.has(file);

const habits = HABITS.map((habit) => ({ habit, ...measure(habit, prose) }));
const hints = [
  ...habits.flatMap(({ habit, found }) =>
    found.filter(inChanged).map((text) => `${placeOf(text)} ${habit.name}`),
  ),
  ...prose.filter(inChanged).flatMap(findTitles),
];
const words = prose.flatMap((text) => findWords(lexicon, text));
const missed = habits.filter(({ habit, rate }) => rate > habit.most);

if (hints.length > 0)
  process.stderr.write(`${hints.join('\n')}\n${hints.length} hints; they fail nothing.\n`);
if (words.length > 0) process.stderr.write(`${words.join('\n')}\n${words.length} words found.\n`);
for (const { habit, rate, found } of missed)
  process.stderr.write(
    `${found.map(placeOf).join('\n')}\nToo much prose ${habit.name}: ${rate.toFixed(3)} per ${habit.per}, at most ${habit.most}.\n`,
  );
if (words.length + missed.length > 0) {
  process.stderr.write('See docs/contributing/voice.md.\n');
  process.exitCode = 1;
}
