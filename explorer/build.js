// Bundles GraphiQL, its editor and its workers into dist/, so that the platform serves every byte itself, with a compressed
// copy beside every file. npm runs this as `prepare` on every install of the repository.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The bundler, or undefined in an install without development dependencies, where there is nothing to build. */
async function bundler() {
  try {
    return await import('vite');
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write('explorer: vite is not installed, so the explorer stays unbuilt.\n');
  }
}

/** Quality 9 takes a second for all 7 MB; 11 would take sixteen for a twelfth less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes `name.br` and `name.gz` beside every asset, as the server's static files look for them. */
async function compressAssets() {
  const folder = new URL('dist/assets/', import.meta.url);
  const compress = async (name) => {
    const bytes = await readFile(new URL(name, folder));
    await writeFile(new URL(`${name}.br`, folder), await promisify(brotliCompress)(bytes, BROTLI));
    await writeFile(new URL(`${name}.gz`, folder), await promisify(gzip)(bytes, { level: 9 }));
  };
  await Promise.all((await readdir(folder)).map(compress));
}

const tool = await bundler();
await tool?.build({
  root: fileURLToPath(new URL('.', import.meta.url)),
  configFile: false,
  base: '/developer/explorer/',
  logLevel: 'error',
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    // The editor is one large piece by nature.
    chunkSizeWarningLimit: 8_000,
  },
});
if (tool) await compressAssets();
