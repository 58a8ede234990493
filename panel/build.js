// Bundles the host panel into dist/, which the platform serves at /panel, with a compressed copy beside every file. npm runs
// this as `prepare` on every install of the repository.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** The bundler, or undefined in an install without development dependencies, where there is nothing to build. */
async function bundler() {
  try {
    return await import('vite');
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write('panel: vite is not installed, so the panel stays unbuilt.\n');
  }
}

/** Writes `name.br` and `name.gz` beside every asset, as the server's static files look for them. */
async function compressAssets() {
  const folder = new URL('dist/assets/', import.meta.url);
  for (const name of await readdir(folder)) {
    const bytes = await readFile(new URL(name, folder));
    await writeFile(new URL(`${name}.br`, folder), await promisify(brotliCompress)(bytes));
    await writeFile(new URL(`${name}.gz`, folder), await promisify(gzip)(bytes, { level: 9 }));
  }
}

const tool = await bundler();
await tool?.build({
  root: fileURLToPath(new URL('.', import.meta.url)),
  configFile: false,
  base: '/panel/',
  logLevel: 'error',
  build: {
    target: 'es2023',
    // Every asset is a file of its own: the panel's policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
if (tool) await compressAssets();
