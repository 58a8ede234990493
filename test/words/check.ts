import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { catalogProblems } from './catalogs.ts';
import { looseWords } from './loose-words.ts';

// Part of `npm run check`: all text in the panel is a message, and every other language translates exactly these messages.

/** Modules with words that aren't translated. */
const LEFT_OUT: readonly RegExp[] = [
  /\/generated\.ts$/, // written by a tool
  /\/policy-texts\//, // texts for guests, in each site's language
  /^panel\/features\/gallery\//, // shows components to developers of the panel
];

const problems = [...loose(), ...(await ofCatalogs())];
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n${problems.length} problems. See panel/README.md#words.\n`);
  process.exitCode = 1;
}

function loose(): readonly string[] {
  return globSync('panel/**/*.{ts,tsx}', { exclude: ['**/node_modules/**', '**/dist/**'] })
    .filter((file) => !LEFT_OUT.some((pattern) => pattern.test(file)))
    .toSorted()
    .flatMap((file) =>
      looseWords(file, readFileSync(file, 'utf8')).map(
        ({ line, text }) => `${file}:${line}: "${text}" isn't a message`,
      ),
    );
}

async function ofCatalogs(): Promise<readonly string[]> {
  const config = getConfig({ cwd: fileURLToPath(new URL('../../panel/', import.meta.url)) });
  const [catalog] = await getCatalogs(config);
  const source = await catalog?.collect();
  if (!catalog || !source) return ["The panel's messages couldn't be read."];
  const problems: string[] = [];
  for (const locale of config.locales) {
    const translated = (await catalog.read(locale)) ?? {};
    for (const problem of catalogProblems(source, translated)) problems.push(`${locale}: ${problem}`);
  }
  return problems;
}
