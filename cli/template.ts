import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXIT, Failure } from './failure.ts';

/** What `init` can start from. */
export const TEMPLATES = ['remote', 'assignment-provider', 'payment'] as const;
export type Template = (typeof TEMPLATES)[number];

export const isTemplate = (text: string): text is Template => TEMPLATES.some((template) => template === text);

type NewApp = {
  readonly template: Template;
  readonly folder: string;
  readonly force: boolean;
  readonly name: string;
  readonly distribution: string;
  readonly slug?: string | undefined;
};

/** The package's own templates, beside the bundle this runs in. */
const SHIPPED = fileURLToPath(new URL('../templates/', import.meta.url));

/** Files whose real names npm would leave out of the package or act upon. */
const RENAMED: Readonly<Record<string, string>> = {
  _gitignore: '.gitignore',
  '_env.example': '.env.example',
};

/** Writes a template's files and answers their names. Touches nothing when one of them is there, unless forced. */
export async function writeTemplate(app: NewApp): Promise<string[]> {
  const files = [...(await filesOf('shared')), ...(await filesOf(app.template))];
  const targets = files.map((file) => file.target);
  if (!app.force) await refuseToOverwrite(app.folder, targets);
  await mkdir(app.folder, { recursive: true });
  for (const { source, target } of files) {
    const text = await readFile(source, 'utf8');
    await writeFile(join(app.folder, target), target === 'app.toml' ? fill(text, app) : text);
  }
  return targets.sort();
}

async function filesOf(folder: string): Promise<{ source: string; target: string }[]> {
  const names = await readdir(join(SHIPPED, folder));
  return names.map((name) => ({ source: join(SHIPPED, folder, name), target: RENAMED[name] ?? name }));
}

async function refuseToOverwrite(folder: string, targets: readonly string[]): Promise<void> {
  for (const name of targets) {
    const there = await stat(join(folder, name)).catch(() => undefined);
    if (there === undefined) continue;
    throw new Failure(EXIT.usage, `${join(folder, name)} is there already.`, {
      hint: 'Give another folder, or --force to write over it.',
    });
  }
}

/** JSON writes a string just as TOML's basic strings do. */
function fill(text: string, app: NewApp): string {
  const slug = app.slug === undefined ? '' : `\nslug = ${JSON.stringify(app.slug)}`;
  return text
    .replace('name = "NAME"', () => `name = ${JSON.stringify(app.name)}${slug}`)
    .replace('distribution = "private"', () => `distribution = ${JSON.stringify(app.distribution)}`);
}
