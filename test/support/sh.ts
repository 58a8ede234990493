import { readFileSync } from 'node:fs';

/** Command lines in the first `sh` block below a Markdown file's heading, as words. */
export function commandsBelow(file: string, heading: string): string[][] {
  const below = readFileSync(file, 'utf8').split(`\n## ${heading}\n`)[1];
  const block = below?.match(/```sh\n(.*?)```/s)?.[1];
  if (block === undefined) throw new Error(`${file} has no commands below "${heading}".`);
  return block
    .split('\n')
    .map(words)
    .filter((line) => line.length > 0);
}

/** Splits a line like the shell: quotes keep words together, `#` begins a comment. */
function words(line: string): string[] {
  const found: string[] = [];
  for (const [word, double, single] of line.matchAll(/"([^"]*)"|'([^']*)'|\S+/g)) {
    if (word.startsWith('#')) break;
    found.push(double ?? single ?? word);
  }
  return found;
}
