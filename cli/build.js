// Bundles main.ts with its dependencies into dist/platform.js, and writes the templates next to it. The root's `prepare` runs
// this script on every install in the repository; the published package contains the result and has no dependencies.
import { mkdir, readFile, rename } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildTemplates } from './build-template.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const { version } = JSON.parse(await readFile(`${here}package.json`, 'utf8'));

/** Returns the bundler; undefined in an install without development dependencies, which needs no build. */
async function bundler() {
  try {
    return await import('rolldown');
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write("platform: rolldown isn't installed, so the command wasn't built.\n");
  }
}

const tool = await bundler();
if (tool) {
  // Renamed into place, so that a command started during a build finds a complete file.
  const unfinished = `${here}dist/.platform.${process.pid}.js`;
  await mkdir(`${here}dist`, { recursive: true });
  await tool.build({
    input: `${here}main.ts`,
    platform: 'node',
    transform: { target: 'node20', define: { CLI_VERSION: JSON.stringify(version) } },
    logLevel: 'warn',
    output: { file: unfinished, format: 'esm', codeSplitting: false, minify: 'dce-only' },
  });
  await rename(unfinished, `${here}dist/platform.js`);
  await buildTemplates(tool);
}
