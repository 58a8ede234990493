import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { composeView } from './compose-view.ts';
import { openedBy, permissionsModule } from './permissions.ts';
import { composableSdl, subgraphSdl } from './sdl.ts';
import { SUBGRAPH_NAMES, VIEWS } from './views.ts';

const services = SUBGRAPH_NAMES.map((name) => ({ name, typeDefs: composableSdl(name) }));
const composed = VIEWS.map((view) => ({ ...view, ...composeView(services, view) }));
const developerViews = composed
  .filter(({ hides }) => hides.includes('host'))
  .map(({ api }) => buildSchema(api, { assumeValidSDL: true }));

const files: readonly (readonly [file: string, text: string])[] = [
  ...composed.flatMap(({ name, supergraph, api }) => [
    [`${name}/supergraph.graphql`, supergraph] as const,
    [`${name}/api.graphql`, api] as const,
  ]),
  ['permissions.ts', permissionsModule(openedBy(SUBGRAPH_NAMES.map(subgraphSdl), developerViews))],
];

const checkOnly = process.argv.includes('--check');
const stale: string[] = [];

for (const [file, text] of files) {
  const target = fileURLToPath(new URL(`./generated/${file}`, import.meta.url));
  const current = await readFile(target, 'utf8').catch(() => null);
  if (current === text) continue;
  stale.push(`schema/generated/${file}`);
  if (checkOnly) continue;
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, text);
}

if (checkOnly && stale.length) {
  process.stderr.write(
    `Stale, run "npm run codegen" and commit:\n${stale.map((file) => `- ${file}`).join('\n')}\n`,
  );
  process.exitCode = 1;
}
