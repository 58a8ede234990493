import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { checkThemeFiles } from '#theme/check.ts';
import type { ThemePackage } from '#theme/theme-package.ts';

/** The smallest valid theme; a test adds files or replaces them. */
export const LEAST_THEME: Readonly<Record<string, string>> = {
  'theme.toml': 'name = "Lake House"\nslug = "lake-house"\nversion = "1.0.0"\n',
  'layout/theme.liquid': `<!doctype html>
<html lang="{{ page.language }}">
<head>{% content_for_head %}</head>
<body>{{ content_for_layout }}{% consent %}</body>
</html>
`,
};

/** File contents by path. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

export const filesOf = (files: Files): ReadonlyMap<string, Uint8Array> =>
  new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]));

/** Packs files as a theme's developer would. */
export async function zipOf(files: Files): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [path, content] of filesOf(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return Buffer.from(await buffer(zip.outputStream));
}

/** Reads a theme's folder. */
export const folderOf = (folder: string): ReadonlyMap<string, Uint8Array> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [relative(folder, path), readFileSync(path)];
      }),
  );

/** Checks files and returns the theme; throws if there are issues. */
export function themeOf(files: ReadonlyMap<string, Uint8Array>): ThemePackage {
  const { theme, issues } = checkThemeFiles(files);
  if (!theme) throw new Error(JSON.stringify(issues));
  return theme;
}
