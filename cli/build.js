// Bundles main.ts and everything it needs into dist/platform.js, and the templates beside it. npm runs this as `prepare` on every install of
// the repository; the published package carries the result and depends on nothing.
import { mkdir, readFile, rename } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildTemplates } from './build-template.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const { version } = JSON.parse(await readFile(`${here}package.json`, 'utf8'));

/** The bundler, or undefined in an install without development dependencies, where there is nothing to build. */
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
  // Written beside and renamed, so that a command started during a build finds a whole file.
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
