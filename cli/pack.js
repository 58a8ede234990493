// Packs the built command for `npm install --global {api}/docs/platform-cli.tgz`: developers without this repository get the
// command that matches their platform. The root's `prepare` runs this script after the build.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = fileURLToPath(new URL('.', import.meta.url));
const folder = fileURLToPath(new URL('../docs/dist/', import.meta.url));

// An install without development dependencies has no bundler and builds nothing.
if (existsSync(`${here}dist/platform.js`)) {
  await mkdir(folder, { recursive: true });
  const unfinished = await mkdtemp(`${folder}.pack-`);
  try {
    const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', unfinished];
    const isWindows = process.platform === 'win32'; // npm is a script there, which only a shell runs
    const { stdout } = await promisify(execFile)('npm', pack, { cwd: here, shell: isWindows });
    const [{ filename }] = JSON.parse(stdout);
    // Renamed into place, so that a download never gets a part of the file.
    await rename(
      `${unfinished}/${filename.replace(/^@/, '').replace('/', '-')}`,
      `${folder}platform-cli.tgz`,
    );
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
