// Builds the site into .vitepress/dist/. npm runs this script as `prepare` on every install in the repository. It's plain
// JavaScript because npm may run it with any Node version.
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { compressFiles } from '../packages/web-bundle/bundle.js';

const generator = await import('vitepress').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  process.stderr.write('vitepress is not installed, so the documentation stays unbuilt.\n');
});
if (generator) {
  const folder = new URL('.', import.meta.url);
  await generator.build(folder.pathname, { logLevel: 'error' });
  const dist = new URL('.vitepress/dist/', folder);
  await writeFile(new URL('styles.json', dist), JSON.stringify(await styleHashes(dist)));
  await compressFiles(dist, 9);
}

/**
 * Returns the hashes of the site's inline styles for `style-src`: a few distinct attributes on highlighted code, and the element
 * that keeps colors from fading while VitePress sets the theme.
 */
async function styleHashes(dist) {
  const files = await readdir(dist, { recursive: true });
  const inlineIn = async (ending, pattern) => {
    const texts = await Promise.all(
      files.filter((file) => file.endsWith(ending)).map((file) => readFile(new URL(file, dist), 'utf8')),
    );
    return texts.flatMap((text) => [...text.matchAll(pattern)].map(([, style]) => style));
  };
  const attributes = await inlineIn('.html', / style="([^"]*)"/g);
  const elements = await inlineIn('.js', /`(\*,\*::before,\*::after\{[^`]*\})`/g);
  return [...new Set([...attributes, ...elements])].sort().map((style) => {
    if (style.includes('&')) throw new Error(`A digest can't stand for a style with an entity: ${style}`);
    return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
  });
}
