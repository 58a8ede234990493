import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import {
  BUNDLES,
  type BundleInput,
  type BundleManifest,
  currentBundle,
  MANIFEST,
  ROOT,
} from '../bundle/current-bundle.ts';

/** Packages with many modules that a start loads. Node loads all others itself, from their own folders. */
const BUNDLED_PACKAGES = [
  'kysely',
  'zod',
  'pg-boss',
  '@mikro-orm/core',
  '@mikro-orm/sql',
  '@mikro-orm/postgresql',
  '@oxc-project/runtime', // the bundler's own
];

/** Files that decide which modules are bundled, and how. */
const DECIDING = ['package.json', 'package-lock.json', 'server/programs/bundle-server.ts'];

const PREFIX = 'server-';
/** Running servers still load parts of replaced bundles, so those are kept this long. */
const KEPT_MS = 7 * 24 * 3_600_000;

/**
 * Bundles the server's code for `npm start`, which loads a few files instead of three thousand. `import.meta.url` keeps each
 * source's own address, so that the bundle finds the sources' files and threads. Returns false, without a new bundle, if
 * the bundle is current.
 */
export async function bundleServer(): Promise<boolean> {
  if (currentBundle()) return false;
  await mkdir(BUNDLES, { recursive: true });
  const draft = await mkdtemp(join(BUNDLES, 'draft-'));
  try {
    const inputs = await bundleInto(draft);
    const name = `${PREFIX}${hash('sha256', JSON.stringify(inputs)).slice(0, 20)}`;
    await rm(join(BUNDLES, name), { recursive: true, force: true });
    await rename(draft, join(BUNDLES, name));
    const entry = relative(ROOT, join(BUNDLES, name, 'main.mjs'));
    const manifest = `${MANIFEST}.${process.pid}`;
    await writeFile(manifest, JSON.stringify({ entry, inputs } satisfies BundleManifest));
    await rename(manifest, MANIFEST);
    await removeReplaced(name);
    return true;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Returns every file that the bundle was made from. */
async function bundleInto(folder: string): Promise<readonly BundleInput[]> {
  const inputs = new Map<string, BundleInput>();
  const read = async (file: string) => {
    const { size, mtimeMs } = await stat(file); // before the content, so that a change in between counts as one
    const content = await readFile(file);
    const path = relative(ROOT, file);
    inputs.set(path, [path, size, mtimeMs, hash('sha256', content)]);
    return content.toString();
  };
  for (const path of DECIDING) await read(join(ROOT, path));
  const sources: Plugin = {
    name: 'sources',
    async load(file) {
      if (!file.startsWith(ROOT)) return null;
      const code = await read(file);
      const manifest = packageOf(file);
      if (manifest && !inputs.has(relative(ROOT, manifest))) await read(manifest);
      if (UNSUPPORTED.test(code))
        throw new Error(`${file} uses a property of import.meta that isn't bundled.`);
      const url = `new URL(${JSON.stringify(relative(ROOT, file))}, BUNDLE_ROOT).href`;
      return { code: code.replaceAll('import.meta.url', url), map: null };
    },
  };
  const build = await rolldown({
    input: { main: join(ROOT, 'server/main.ts') },
    platform: 'node',
    tsconfig: false,
    treeshake: false,
    external: isExternal,
    plugins: [sources],
    logLevel: 'warn',
  });
  await build.write({
    dir: folder,
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    comments: false,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    intro: `const BUNDLE_ROOT = new URL('../../../../', import.meta.url);`,
  });
  await build.close();
  return [...inputs.values()];
}

const UNSUPPORTED = /import\.meta\.(?!url\b|resolve\b)/;

/** True for modules that Node loads itself. A package's own copy of another package is bundled. */
function isExternal(id: string, importer: string | undefined): boolean {
  if (/^[./#\0]/.test(id)) return false;
  const [first = '', second = ''] = id.split('/');
  const name = first.startsWith('@') ? `${first}/${second}` : first;
  return !BUNDLED_PACKAGES.includes(name) && !(importer && hasOwnCopy(importer, name));
}

function hasOwnCopy(importer: string, name: string): boolean {
  for (let folder = dirname(importer); folder.startsWith(ROOT); folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules', name))) return true;
  }
  return false;
}

/** Returns the `package.json` of a package's file; null for our own files. */
function packageOf(file: string): string | null {
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
  return folder === undefined ? null : join(folder, 'package.json');
}

async function removeReplaced(current: string): Promise<void> {
  for (const name of await readdir(BUNDLES)) {
    const folder = join(BUNDLES, name);
    if (!name.startsWith(PREFIX) || name === current) continue;
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > KEPT_MS) await rm(folder, { recursive: true, force: true });
  }
}
