import { createHash } from 'node:crypto';
import { serveThread } from '#kit/thread-work.ts';
import { checkTheme, type ThemePackage } from '#theme/check.ts';
import type { PackagedFile } from '../domain/theme-files.ts';
import type { PackageAnswer } from './check-thread.ts';

serveThread<Uint8Array, PackageAnswer>(async (zip) => {
  const { theme, issues } = await checkTheme(zip);
  if (theme === null) return { theme, issues };
  const { name, slug, version, distribution, settings, sha256 } = theme;
  const json = Buffer.from(JSON.stringify(theme));
  return { theme: { name, slug, version, distribution, settings, sha256, files: listOf(theme), json } };
});

/** Lists a package's files with their digests, by path. */
function listOf({ files, assets }: ThemePackage): readonly PackagedFile[] {
  const texts = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
  const binaries = Object.entries(assets).map(
    ([name, { base64 }]) => [`assets/${name}`, Buffer.from(base64, 'base64')] as const,
  );
  return [...texts, ...binaries].map(([path, content]) => ({
    path,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
}
