import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { composeView } from './compose-view.ts';
import { composableSdl } from './sdl.ts';
import { SUBGRAPH_NAMES, VIEWS } from './views.ts';

const services = SUBGRAPH_NAMES.map((name) => ({ name, typeDefs: composableSdl(name) }));

const checkOnly = process.argv.includes('--check');
const stale: string[] = [];

for (const view of VIEWS) {
  const folder = new URL(`./generated/${view.name}/`, import.meta.url);
  const { supergraph, api } = composeView(services, view);
  for (const [file, text] of [
    ['supergraph.graphql', supergraph],
    ['api.graphql', api],
  ] as const) {
    const target = new URL(file, folder);
    const current = await readFile(target, 'utf8').catch(() => null);
    if (current === text) continue;
    stale.push(`schema/generated/${view.name}/${file}`);
    if (checkOnly) continue;
    await mkdir(folder, { recursive: true });
    await writeFile(target, text);
  }
}

if (checkOnly && stale.length) {
  process.stderr.write(
    `Stale, run "npm run codegen" and commit:\n${stale.map((file) => `- ${file}`).join('\n')}\n`,
  );
  process.exitCode = 1;
}
