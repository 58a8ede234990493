import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_API_VERSION } from '../schema/views.ts';
import { EXIT, Failure } from './failure.ts';

/** Templates for `init`. */
export const TEMPLATES = [
  'remote',
  'typescript',
  'assignment-provider',
  'payment',
  'channel',
  'injection',
  'inbox',
] as const;
export type Template = (typeof TEMPLATES)[number];

/** Earlier template names, which scripts may still use. */
const OLD_NAMES: Readonly<Record<string, Template>> = { block: 'injection' };

/** Returns the template with a current or earlier name; undefined for any other name. */
export function templateOf(name: string): Template | undefined {
  if (Object.hasOwn(OLD_NAMES, name)) return OLD_NAMES[name];
  return TEMPLATES.find((template) => template === name);
}

type NewApp = {
  readonly template: Template;
  readonly folder: string;
  readonly force: boolean;
  readonly name: string;
  readonly distribution: string;
  readonly slug?: string | undefined;
};

/**
 * Folders in the package, next to the running bundle. Folders under dist/ are built from the repository's
 * examples.
 */
const SOURCES: Readonly<Record<Template, readonly string[]>> = {
  remote: ['../templates/shared/', '../templates/remote/'],
  typescript: ['../templates/typescript/', './templates/typescript/'],
  'assignment-provider': ['./templates/assignment-provider/'],
  payment: ['../templates/shared/', '../templates/payment/'],
  channel: ['./templates/channel/'],
  injection: ['./templates/injection/'],
  inbox: ['./templates/inbox/'],
};

/** Files renamed in the package because npm would otherwise omit or act on them. */
const RENAMED: Readonly<Record<string, string>> = {
  _gitignore: '.gitignore',
  '_env.example': '.env.example',
};

/** Placeholder for the API version in templates/. Templates from examples pin the version that they're tested with. */
const VERSION_TO_PIN = 'YYYY-MM';

/** Writes a template's files and returns their names. Writes no files if any of them exists, unless forced. */
export async function writeTemplate(app: NewApp): Promise<string[]> {
  return copyFiles(SOURCES[app.template], app, (target, text) => {
    const pinned = text.replaceAll(VERSION_TO_PIN, DEFAULT_API_VERSION);
    return target === 'app.toml' ? fill(pinned, app) : pinned;
  });
}

/** Writes a new theme's files and returns their names. Overwrites files only if forced. */
export async function writeTheme(theme: Omit<NewApp, 'template'>): Promise<string[]> {
  return copyFiles(['../templates/theme/'], theme, (target, text) =>
    target === 'theme.toml' ? fill(text, theme) : text,
  );
}

async function copyFiles(
  sources: readonly string[],
  { folder, force }: Pick<NewApp, 'folder' | 'force'>,
  change: (target: string, text: string) => string,
): Promise<string[]> {
  const files = (await Promise.all(sources.map(filesOf))).flat();
  const targets = files.map((file) => file.target);
  if (!force) await refuseToOverwrite(folder, targets);
  await mkdir(folder, { recursive: true });
  for (const { source, target } of files) {
    const text = await readFile(source, 'utf8');
    await mkdir(dirname(join(folder, target)), { recursive: true });
    await writeFile(join(folder, target), change(target, text));
  }
  return targets.sort();
}

async function filesOf(folder: string): Promise<{ source: string; target: string }[]> {
  const root = fileURLToPath(new URL(folder, import.meta.url));
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const source = join(entry.parentPath, entry.name);
      const target = join(dirname(relative(root, source)), RENAMED[entry.name] ?? entry.name);
      return { source, target };
    });
}

export async function refuseToOverwrite(folder: string, targets: readonly string[]): Promise<void> {
  for (const name of targets) {
    const there = await stat(join(folder, name)).catch(() => undefined);
    if (there === undefined) continue;
    throw new Failure(EXIT.usage, `${join(folder, name)} already exists.`, {
      hint: 'Choose another folder, or overwrite it with --force.',
    });
  }
}

/** JSON strings have the same syntax as TOML's basic strings. */
function fill(text: string, app: Omit<NewApp, 'template'>): string {
  const slug = app.slug === undefined ? '' : `\nslug = ${JSON.stringify(app.slug)}`;
  return text
    .replace(/^name = ".*"$/m, () => `name = ${JSON.stringify(app.name)}${slug}`)
    .replace('distribution = "private"', () => `distribution = ${JSON.stringify(app.distribution)}`);
}
