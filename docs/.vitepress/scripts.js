import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const scripts = new Map();

/**
 * Moves inline scripts into files named after their content's hash, because pages can only run scripts from files
 * (`script-src 'self'`).
 *
 * @param {string} html
 */
export const externalScripts = (html) =>
  html.replaceAll(/<script([^>]*)>([^<]+)<\/script>/g, (whole, attributes, source) => {
    if (/\bsrc=/.test(attributes)) return whole;
    const name = `inline.${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`;
    scripts.set(name, source);
    return `<script${attributes} src="/docs/assets/${name}"></script>`;
  });

/** @param {import('vitepress').SiteConfig} site */
export async function writeScripts({ outDir }) {
  const folder = join(outDir, 'assets');
  await mkdir(folder, { recursive: true });
  for (const [name, source] of scripts) await writeFile(join(folder, name), source);
}
