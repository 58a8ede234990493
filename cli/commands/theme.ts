import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Option } from '@commander-js/extra-typings';
import { slugFrom } from '../../packages/manifest/slug.ts';
import { checkThemeFiles, type ThemeIssue } from '../../packages/theme/check.ts';
import { THEME_LIMITS } from '../../packages/theme/vocabulary.ts';
import { EXIT, Failure, missing, reason } from '../failure.ts';
import { refuseToOverwrite, writeTheme } from '../template.ts';
import { ask } from '../terminal/ask.ts';
import { err, harmless, out, print, remark } from '../terminal/output.ts';
import { zipOf } from '../zip.ts';
import { printRelease, versionId } from './app-release.ts';
import { command, sessionOf } from './command.ts';

export const theme = () =>
  command('theme')
    .description("create, check, preview, push and pull a theme for storefronts' pages")
    .addCommand(themeInit())
    .addCommand(themeCheck())
    .addCommand(themeDev())
    .addCommand(themePush())
    .addCommand(themeRelease())
    .addCommand(themePull());

const themeInit = () =>
  command('init')
    .argument('[folder]', 'where to write the theme', '.')
    .option('--name <name>', 'name shown to hosts')
    .option('--slug <slug>', 'slug of the theme; made from its name if omitted')
    .addOption(new Option('--distribution <distribution>').choices(['private', 'public']).default('private'))
    .option('--force', 'overwrite existing files')
    .description('create a theme: theme.toml, a layout, templates and a style sheet')
    .action(async (folder, options, command) => {
      const session = sessionOf(command);
      const initial = basename(resolve(folder));
      const name =
        options.name ?? (session.interactive ? await ask('Name of the theme', { initial }) : undefined);
      if (!name) throw missing('--name <name>', 'The name of the theme');
      const { distribution, slug = slugFrom(name), force = false } = options;
      const files = await writeTheme({ folder, force, name, slug, distribution });
      if (session.json) return print(JSON.stringify({ folder: resolve(folder), slug, files }));
      for (const file of files) print(`${out.green('wrote')}  ${file}`);
      print(`\nNext: ${folder === '.' ? '' : `cd ${folder} && `}platform theme check`);
    });

const themeCheck = () =>
  command('check')
    .argument('[folder]', "the theme's folder", '.')
    .description("check a theme against the platform's rules, offline")
    .action(async (folder, _options, command) => {
      const session = sessionOf(command);
      const { theme, issues } = checkThemeFiles(await filesIn(folder));
      if (session.json) {
        // The same fields as the response of POST themes/validate.
        const errors = issues.map(({ message }) => message);
        print(JSON.stringify({ valid: theme !== null, errors, issues }));
      } else if (theme) {
        print(`${out.green('valid')}  ${theme.name} ${theme.version}`);
      }
      if (theme) return;
      if (!session.json) for (const issue of issues) remark(lineFor(folder, issue));
      const many = issues.length === 1 ? '1 problem' : `${issues.length} problems`;
      throw new Failure(EXIT.invalid, `The theme has ${many}.`);
    });

const themeDev = () =>
  command('dev')
    .argument('[folder]', "the theme's folder", '.')
    .requiredOption('--storefront <slug>', 'slug or domain of the storefront to show with the theme')
    .option('--once', 'set the development copy, print its address and exit')
    .description('show a storefront with the theme behind a preview link, and reload it on every change')
    .action(async (folder, options, command) => {
      const session = sessionOf(command);
      const team = await session.team();
      const { storefront } = options;
      const set = async () => {
        const body = zipOf(await checkedFiles(folder));
        return session.poll('setThemeCopy', { slug: await slugIn(folder), team, storefront, body }, 60_000);
      };
      let shown = await stateOf(folder);
      const first = await set();
      session.show(first, () => print(`${out.green('open')}  ${first.data.preview_url}`));
      if (options.once) return;
      remark(err.dim('Pages reload when a file changes. Press Ctrl+C to stop.'));
      for (;;) {
        await sleep(LOOK_AGAIN_MS);
        const now = await stateOf(folder);
        if (now === shown) continue;
        shown = now;
        // A mistake is shown and doesn't end the command: the next change may correct it.
        const answer = await set().catch((failure: unknown) => {
          remark(`${err.red('error')}  ${reason(failure)}`);
          return null;
        });
        if (answer)
          session.show(answer, () => print(`${out.green('updated')}  version ${answer.data.version}`));
      }
    });

/** Pause in milliseconds between looks for a change. */
const LOOK_AGAIN_MS = 400;

/** Returns a text that differs whenever a file is added, changed or removed. */
async function stateOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const states = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const found = await stat(path).catch(() => null);
        return found === null ? '' : `${path} ${found.size} ${found.mtimeMs}`;
      }),
  );
  return states.toSorted().join('\n');
}

const themePush = () =>
  command('push')
    .argument('[folder]', "the theme's folder", '.')
    .option('--release', "make the new version live (a public theme's goes to review)")
    .description('push a version of a theme; the first push creates the theme')
    .action(async (folder, options, command) => {
      const session = sessionOf(command);
      const body = zipOf(await checkedFiles(folder));
      const release = String(options.release ?? false);
      const answer = await session.call('pushTheme', { body, release }, 'Pushing');
      const { slug, version, live_version: live, unchanged } = answer.data;
      const state = version === live ? 'live' : options.release ? 'in review' : 'draft';
      const done = unchanged ? out.dim('unchanged') : out.green('pushed');
      session.show(answer, () => print(`${done}  ${slug}, version ${version} (${state})`));
    });

const themeRelease = () =>
  command('release')
    .argument('[slug]', "slug of the theme; defaults to the slug in this folder's theme.toml")
    .option('--at <version>', 'number of the version; defaults to the latest draft', versionId)
    .description('make a version of a theme live, or submit a public one for review')
    .action(async (slug, options, command) => {
      const session = sessionOf(command);
      const { at: version } = options;
      const given = { slug: slug ?? (await slugIn('.')), body: version === undefined ? {} : { version } };
      const answer = await session.call('releaseTheme', given, 'Releasing');
      session.show(answer, () => printRelease(answer));
    });

const themePull = () =>
  command('pull')
    .argument('[slug]', "slug of the theme; defaults to the slug in this folder's theme.toml")
    .argument('[folder]', 'where to write the files', '.')
    .option('--at <version>', 'number of the version; defaults to the newest', versionId)
    .option('--force', 'overwrite existing files')
    .description("write a pushed version's files to a folder")
    .action(async (slug, folder, options, command) => {
      const session = sessionOf(command);
      const { at: version, force = false } = options;
      const given = { slug: slug ?? (await slugIn('.')), ...(version === undefined ? {} : { version }) };
      const answer = await session.call('pullTheme', given, 'Pulling');
      const { files } = answer.data;
      const paths = files.map(({ path }) => path);
      for (const path of paths) if (!isInside(path)) throw unsafe(path);
      if (!force) await refuseToOverwrite(folder, paths);
      for (const { path, content } of files) {
        const target = join(folder, path);
        await mkdir(dirname(target), { recursive: true });
        await writeFile(target, Buffer.from(content, 'base64'));
      }
      session.show(answer, () => {
        for (const path of paths) print(`${out.green('wrote')}  ${path}`);
      });
    });

/** True for a path that stays in its folder, as all paths in packages do. */
const isInside = (path: string): boolean => /^[a-z0-9_-][\w.-]*(\/[a-z0-9_-][\w.-]*)?$/i.test(path);

const unsafe = (path: string) =>
  new Failure(EXIT.failed, `The API sent a file with the path ${harmless(path)}.`);

/** Returns a theme's files; prints its problems and fails if it's invalid. */
async function checkedFiles(folder: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = await filesIn(folder);
  const { theme, issues } = checkThemeFiles(files);
  if (theme) return files;
  for (const issue of issues) remark(lineFor(folder, issue));
  const many = issues.length === 1 ? '1 problem' : `${issues.length} problems`;
  throw new Failure(EXIT.invalid, `The theme has ${many}.`);
}

/** Returns the slug in a folder's theme.toml. */
async function slugIn(folder: string): Promise<string> {
  const { theme } = checkThemeFiles(await filesIn(folder));
  if (theme) return theme.slug;
  throw new Failure(
    EXIT.usage,
    'The theme is missing. Give its slug, or run this in the folder of a valid theme.',
  );
}

/** Formats an issue like a compiler: `templates/home.liquid:3 THEME_INVALID The filter …`. */
function lineFor(folder: string, { file, line, code, message }: ThemeIssue): string {
  const place = file === '' ? folder : `${join(folder, file)}${line === null ? '' : `:${line}`}`;
  return `${err.bold(harmless(place))} ${code} ${harmless(message)}`;
}

/** Reads a theme's folder, without hidden files and folders. */
async function filesIn(folder: string): Promise<ReadonlyMap<string, Uint8Array>> {
  if ((await stat(join(folder, 'theme.toml')).catch(() => null)) === null) {
    throw new Failure(EXIT.usage, `${join(folder, 'theme.toml')} doesn't exist.`, {
      hint: "Run this in the theme's folder, or create a theme with `platform theme init`.",
    });
  }
  const files = new Map<string, Uint8Array>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (!entry.isFile() || path.split('/').some((part) => part.startsWith('.') || part === 'node_modules'))
      continue;
    const { size } = await stat(join(folder, path));
    // A file above the limit isn't read: its size is enough to refuse it.
    files.set(
      path,
      size > THEME_LIMITS.totalBytes ? new Uint8Array(size) : await readFile(join(folder, path)),
    );
    if (files.size > THEME_LIMITS.files) break;
  }
  return files;
}
