// Bundles one of the platform's web applications into its `dist/`. npm runs it as `prepare` on every install, on whatever Node
// there is, so this is plain JavaScript.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/**
 * Builds the application of `folder` (with a slash at its end), which is served under `base`. In an install without development
 * dependencies there is nothing to build with, and nothing is built.
 *
 * @param {{ folder: URL, base: string, options: import('vite').InlineConfig, brotliQuality?: number }} application
 */
export async function bundle({ folder, base, options, brotliQuality = constants.BROTLI_MAX_QUALITY }) {
  const tool = await bundler(base);
  if (!tool) return;
  await tool.build({
    ...options,
    root: fileURLToPath(folder),
    configFile: false,
    base,
    logLevel: 'error',
    build: { target: 'es2023', ...options.build },
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
 * Writes `name.br` and `name.gz` beside every file of a folder, as the server's static files look for them.
 *
 * @param {URL} folder with a slash at its end
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
