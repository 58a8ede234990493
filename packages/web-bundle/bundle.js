// Bundles one of the platform's web applications into its `dist/`. npm runs it as `prepare` on every install. It's plain
// JavaScript because npm may run it with any Node version.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/**
 * Builds the application in `folder` (with a trailing slash), which the platform serves under `base`. Does nothing in an install
 * without development dependencies, which has no bundler. A function for `options` can import other development dependencies.
 *
 * @param {{
 *   folder: URL,
 *   base: string,
 *   options: import('vite').InlineConfig | (() => Promise<import('vite').InlineConfig>),
 *   brotliQuality?: number,
 * }} application
 */
export async function bundle({ folder, base, options, brotliQuality = constants.BROTLI_MAX_QUALITY }) {
  const tool = await bundler(base);
  if (!tool) return;
  const own = typeof options === 'function' ? await options() : options;
  await tool.build({
    ...own,
    root: fileURLToPath(folder),
    configFile: false,
    base,
    logLevel: 'error',
    build: { target: 'es2023', ...own.build },
  });
  await compressFiles(new URL('dist/assets/', folder), brotliQuality);
}

async function bundler(base) {
  try {
    return await import('vite');
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write(`vite isn't installed, so ${base} wasn't built.
`);
  }
}

/**
 * Writes `name.br` and `name.gz` next to every file in a folder, where the static file server expects them.
 *
 * @param {URL} folder with a trailing slash
 * @param {number} brotliQuality
 */
export async function compressFiles(folder, brotliQuality) {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } };
  const compress = async (name) => {
    const bytes = await readFile(new URL(name, folder));
    await writeFile(new URL(`${name}.br`, folder), await promisify(brotliCompress)(bytes, brotli));
    await writeFile(new URL(`${name}.gz`, folder), await promisify(gzip)(bytes, { level: 9 }));
  };
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const top = fileURLToPath(folder);
  await Promise.all(files.map(({ parentPath, name }) => compress(relative(top, join(parentPath, name)))));
}
