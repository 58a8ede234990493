// Compiles the sources into dist/, JavaScript and declarations side by side. The root's `prepare` runs
// this script on every install in the repository; the published package contains the result.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The repository's compiler; undefined in an install without development dependencies. */
const compiler = [`${here}node_modules/.bin/tsc`, `${here}../../node_modules/.bin/tsc`].find(existsSync);

if (compiler) {
  await mkdir(`${here}dist`, { recursive: true });
  // Renamed into place, so that an app started during a build finds complete files.
  const unfinished = await mkdtemp(`${here}dist/.build-`);
  try {
    execFileSync(compiler, ['-p', here, '--noEmit', 'false', '--outDir', unfinished], { stdio: 'inherit' });
    for (const file of await readdir(unfinished))
      await rename(`${unfinished}/${file}`, `${here}dist/${file}`);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
} else {
  process.stderr.write("app-sdk: typescript isn't installed, so the package wasn't built.\n");
}
