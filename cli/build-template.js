// Writes templates based on apps in examples/ into dist/templates/. They're the same files, so a template can't drift
// from its tested app. The app's dependencies from this repository are bundled in vendor/, so that a new app installs
// and runs without a registry.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));

/** Examples by template. */
const FROM_EXAMPLES = {
  'assignment-provider': 'cleaning-app',
  channel: 'channel-app',
  injection: 'reviews-app',
  inbox: 'inbox-app',
};

/** Templates in templates/ that use the same packages; their vendor/ is copied from the first template above. */
const WITH_PACKAGES = ['typescript'];

/** Files of a working copy that aren't part of the example, and files that only this repository's checks use. */
const LEFT_OUT = new Set([
  'node_modules',
  'data',
  '.env',
  'package.json',
  'jsconfig.json',
  'listing',
  'listing.toml',
]);

/** New names for files that npm would leave out of the published package. */
const RENAMED = { '.gitignore': '_gitignore', '.env.example': '_env.example' };

/** Writes all templates. Doesn't touch an up-to-date template, because another process may be reading it. */
export async function buildTemplates(bundler) {
  await mkdir(`${here}dist/templates`, { recursive: true });
  for (const [template, example] of Object.entries(FROM_EXAMPLES)) {
    await build(template, (target) => writeTemplate(`${root}examples/${example}`, target, bundler));
  }
  const [packed] = Object.keys(FROM_EXAMPLES);
  for (const template of WITH_PACKAGES) {
    await build(template, (target) =>
      cp(`${here}dist/templates/${packed}/vendor`, `${target}/vendor`, { recursive: true }),
    );
  }
}

/** Writes a template to a temporary folder and renames it into place, unless the existing one is the same. */
async function build(template, write) {
  const target = `${here}dist/templates/${template}`;
  const unfinished = await mkdtemp(`${here}dist/.template-`);
  try {
    await write(unfinished);
    if ((await digest(unfinished)) === (await digest(target))) return;
    await rm(target, { recursive: true, force: true });
    await rename(unfinished, target);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Returns a digest of a folder's file names and contents; null if the folder doesn't exist. */
async function digest(folder) {
  if (!existsSync(folder)) return null;
  const hash = createHash('sha256');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`);
  for (const file of files.sort()) hash.update(`${file.slice(folder.length)}\0`).update(await readFile(file));
  return hash.digest('hex');
}

async function writeTemplate(example, target, bundler) {
  await mkdir(target, { recursive: true });
  for (const name of await readdir(example)) {
    if (LEFT_OUT.has(name)) continue;
    await cp(`${example}/${name}`, `${target}/${RENAMED[name] ?? name}`, { recursive: true });
  }
  const { name: _name, version: _version, ...manifest } = await readJson(`${example}/package.json`);
  for (const dependencies of [manifest.dependencies, manifest.devDependencies ?? {}]) {
    for (const name of Object.keys(dependencies)) {
      const folder = name.replace('@platform/', '');
      dependencies[name] = `file:./vendor/${folder}`;
      await VENDORED[folder](`${target}/vendor/${folder}`, bundler);
    }
  }
  await writeJson(`${target}/package.json`, manifest);
}

/** Writes a package of this repository into vendor/, with its code bundled. */
const VENDORED = {
  async 'app-sdk'(target, bundler) {
    const source = `${root}packages/app-sdk`;
    const entries = ['index', 'browser'];
    for (const entry of entries) {
      await bundler.build({
        input: `${source}/${entry}.ts`,
        platform: entry === 'browser' ? 'browser' : 'node',
        transform: { target: 'node20' },
        logLevel: 'warn',
        external: ['graphql'], // the app may have its own
        output: {
          file: `${target}/dist/${entry}.js`,
          format: 'esm',
          codeSplitting: false,
          minify: 'dce-only',
        },
      });
    }
    const compiler = [`${here}node_modules/.bin/tsc`, `${root}node_modules/.bin/tsc`].find(existsSync);
    const declarations = ['--noEmit', 'false', '--emitDeclarationOnly', '--outDir', `${target}/dist`];
    execFileSync(compiler, ['-p', source, ...declarations], { stdio: 'inherit' });
    const {
      dependencies: _bundled,
      scripts: _scripts,
      ...manifest
    } = await readJson(`${source}/package.json`);
    await writeJson(`${target}/package.json`, manifest);
    await copyFile(`${source}/README.md`, `${target}/README.md`);
  },
  async 'api-types'(target) {
    await cp(`${root}packages/api-types`, target, {
      recursive: true,
      filter: (file) => !file.includes('node_modules') && !file.includes('/example'),
    });
  },
};

const readJson = async (file) => JSON.parse(await readFile(file, 'utf8'));

async function writeJson(file, value) {
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}
