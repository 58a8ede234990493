import { createHash } from 'node:crypto';
import { LANGUAGES } from '../../kit/languages.ts';
import type { DeclaredSetting } from '../manifest/declared-setting.ts';
import { isByproduct, readArchive, type ThemeFiles, TOO_MANY, TOO_MUCH } from './archive.ts';
import { ASSET_KINDS } from './assets.ts';
import { openDialect, type PlatformFilter } from './dialect.ts';
import { type Broken, type LiquidFile, readLiquid } from './liquid-file.ts';
import { readConfig, readDeclaration, readSchema } from './tables.ts';
import { isTexts } from './texts.ts';
import type { ThemeAsset, ThemeIssue, ThemePackage, ThemeReading, ThemeSection } from './theme-package.ts';
import { LAYOUT, PAGE_TEMPLATES, type PageTemplate, REQUIRED_BLOCKS, THEME_LIMITS } from './vocabulary.ts';

export type { ThemeAsset, ThemeIssue, ThemePackage, ThemeReading } from './theme-package.ts';

/**
 * Checks a theme as a zip file. Never throws because of the file's content, and
 * never unpacks more than the limits allow.
 */
export async function checkTheme(zip: Uint8Array): Promise<ThemeReading> {
  const { files, issues } = await readArchive(zip);
  return files === null ? { theme: null, issues } : checkThemeFiles(files);
}

/** Checks a theme's files, e.g. from a folder. */
export function checkThemeFiles(given: ThemeFiles): ThemeReading {
  const issues: ThemeIssue[] = [];
  const files = new Map([...given].filter(([path]) => !isByproduct(path)));
  const refused = sizeIssue(files);
  if (refused !== null) return { theme: null, issues: [refused] };
  const add = (file: string, code: ThemeIssue['code'], broken: readonly Broken[]) => {
    issues.push(...broken.map(({ line, message }) => ({ file, line, code, message })));
  };
  const texts: Record<string, string> = {};
  /** Files that pages don't use. */
  const notes: Record<string, string> = {};
  const assets: Record<string, ThemeAsset> = {};
  for (const [path, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const issue = fileIssue(path, content);
    if (issue !== null) issues.push(issue);
    else if (path.startsWith('assets/')) assets[path.slice('assets/'.length)] = assetOf(path, content);
    else (IGNORED.test(path) ? notes : texts)[path] = textOf(content) ?? '';
  }

  const declared = readDeclaration(texts['theme.toml'] ?? '');
  if (texts['theme.toml'] !== undefined) add('theme.toml', 'THEME_INVALID', declared.broken);
  else if (!files.has('theme.toml')) issues.push(missing('theme.toml', 'A theme needs the file theme.toml.'));
  if (!files.has(LAYOUT)) issues.push(missing(LAYOUT, `A theme needs the file ${LAYOUT}.`));

  for (const [name, { base64 }] of Object.entries(assets)) {
    const { refuse } = ASSET_KINDS.get(extensionOf(name)) ?? {};
    if (refuse) add(`assets/${name}`, 'THEME_INVALID', refuse(Buffer.from(base64, 'base64').toString()));
  }
  for (const [path, text] of Object.entries(texts)) {
    if (path.startsWith('locales/')) add(path, 'THEME_INVALID', localeIssues(text));
  }
  const config = readConfig(texts['config/settings.toml'] ?? '');
  add('config/settings.toml', 'THEME_INVALID', config.broken);
  const settings: DeclaredSetting[] = [...(config.value?.settings ?? [])];
  const sections: ThemeSection[] = [];
  for (const [path, text] of Object.entries(texts)) {
    if (!path.startsWith('sections/')) continue;
    const key = nameOf(path);
    const { toml, line } = schemaIn(text);
    const { value, broken } = readSchema(toml, line);
    add(path, 'THEME_INVALID', broken);
    sections.push({ key, name: value?.name ?? key });
    settings.push(...(value?.settings ?? []).map((setting) => inSection(setting, key, value?.name ?? key)));
  }
  issues.push(...liquidIssues(texts));

  const declaration = declared.value;
  if (issues.length > 0 || declaration === null) return { theme: null, issues: bounded(issues) };
  const { name, slug, version, distribution, min_platform: minPlatform } = declaration;
  const pages = PAGE_TEMPLATES.filter((page) => texts[templatePath(page)] !== undefined);
  const { 'theme.toml': toml = '', 'config/settings.toml': configToml, ...rendered } = texts;
  const theme: ThemePackage = {
    name,
    slug,
    version,
    distribution,
    minPlatform,
    pages,
    settings,
    sections,
    files: rendered,
    sources: {
      ...notes,
      'theme.toml': toml,
      ...(configToml === undefined ? {} : { 'config/settings.toml': configToml }),
    },
    assets,
    sha256: digestOf(files),
  };
  return { theme, issues: [] };
}

/** Path of a page's template. */
export const templatePath = (page: PageTemplate): string => `templates/${page}.liquid`;

/** Files that a theme can contain, but that pages don't use. */
const IGNORED = /^(README|LICENSE|CHANGELOG)(\.md|\.txt)?$/;

/** Allowed paths outside `assets/`. */
const PATHS: readonly RegExp[] = [
  /^theme\.toml$/,
  /^layout\/theme\.liquid$/,
  new RegExp(`^templates/(${PAGE_TEMPLATES.join('|')})\\.liquid$`),
  /^sections\/[a-z][a-z0-9_]{0,39}\.liquid$/,
  /^snippets\/[a-z][a-z0-9_-]{0,59}\.liquid$/,
  new RegExp(`^locales/(${LANGUAGES.join('|')})\\.json$`),
  /^config\/settings\.toml$/,
  IGNORED,
];

const extensionOf = (path: string): string => /\.([a-z0-9]+)$/.exec(path)?.[1] ?? '';
const nameOf = (path: string): string => /([^/]+)\.[a-z]+$/.exec(path)?.[1] ?? path;

function sizeIssue(files: ThemeFiles): ThemeIssue | null {
  const total = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  const message =
    files.size > THEME_LIMITS.files ? TOO_MANY : total > THEME_LIMITS.totalBytes ? TOO_MUCH : null;
  return message === null ? null : { file: '', line: null, code: 'TOO_LARGE', message };
}

/** Checks a file's path, kind and size. */
function fileIssue(path: string, content: Uint8Array): ThemeIssue | null {
  const issue = (code: ThemeIssue['code'], message: string) => ({ file: path, line: null, code, message });
  const asset = /^assets\/[a-z0-9][a-z0-9_.-]*$/i.test(path) ? ASSET_KINDS.get(extensionOf(path)) : undefined;
  if (path.length > THEME_LIMITS.pathLength || (!asset && !PATHS.some((allowed) => allowed.test(path)))) {
    return issue('FORBIDDEN_FILE', forbidden(path));
  }
  const isBinary = asset !== undefined && asset.refuse === undefined;
  if (isBinary) {
    return asset.begins(content) ? null : issue('FORBIDDEN_FILE', `The file isn't ${asset.type}.`);
  }
  const most = path.endsWith('.liquid') ? THEME_LIMITS.liquidBytes : THEME_LIMITS.textBytes;
  if (content.length > most) {
    return issue('TOO_LARGE', `The file can have at most ${Math.floor(most / 1_000)} kB.`);
  }
  if (textOf(content) === null)
    return issue('THEME_INVALID', 'The file must be text in UTF-8 without U+0000.');
  return null;
}

function forbidden(path: string): string {
  if (/\.(m?js|cjs|jsx|tsx?|wasm|html?)$/i.test(path))
    return "Themes have no scripts or pages: this file isn't allowed.";
  if (path.startsWith('assets/')) {
    return `Files in assets/ have simple names and end in ${[...ASSET_KINDS.keys()].join(', ')}.`;
  }
  if (path.startsWith('templates/')) return `Templates are named ${PAGE_TEMPLATES.join(', ')}, with .liquid.`;
  if (path.startsWith('locales/')) return `Locales are named ${LANGUAGES.join(', ')}, with .json.`;
  return "Themes don't have this file.";
}

function textOf(content: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    return text.includes('\0') ? null : text;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function assetOf(path: string, content: Uint8Array): ThemeAsset {
  const { type = '' } = ASSET_KINDS.get(extensionOf(path)) ?? {};
  return { type, size: content.length, base64: Buffer.from(content).toString('base64') };
}

const missing = (file: string, message: string): ThemeIssue => ({
  file,
  line: null,
  code: 'THEME_INVALID',
  message,
});

function localeIssues(json: string): readonly Broken[] {
  try {
    if (isTexts(JSON.parse(json))) return [];
    return [{ line: 1, message: 'A locale must be an object of texts, or of objects of texts.' }];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const [, position = '0'] = /position (\d+)/.exec(error.message) ?? [];
    const line = json.slice(0, Number(position)).split('\n').length;
    return [{ line, message: `Invalid JSON: ${error.message}.` }];
  }
}

const SCHEMA = /\{%-?\s*schema\s*-?%\}([\s\S]*?)\{%-?\s*endschema\s*-?%\}/;

/** Returns a section's schema, and the number of lines before it. */
function schemaIn(text: string): { readonly toml: string; readonly line: number } {
  const found = SCHEMA.exec(text);
  if (found === null) return { toml: '', line: 0 };
  const before = text.slice(0, found.index + found[0].indexOf(found[1] ?? ''));
  return { toml: found[1] ?? '', line: before.split('\n').length - 1 };
}

/** Returns a section's template without its schema; lines stay the same. */
export const withoutSchema = (text: string): string =>
  text.replace(SCHEMA, (schema) => schema.replaceAll(/[^\n]/g, ''));

const inSection = (setting: DeclaredSetting, section: string, name: string): DeclaredSetting => ({
  ...setting,
  key: `${section}.${setting.key}`,
  showIf: setting.showIf && { ...setting.showIf, key: `${section}.${setting.showIf.key}` },
  group: setting.group ?? name,
});

function liquidIssues(texts: Readonly<Record<string, string>>): readonly ThemeIssue[] {
  const templates = Object.entries(texts).filter(([path]) => path.endsWith('.liquid'));
  if (templates.reduce((sum, [, text]) => sum + text.length, 0) > THEME_LIMITS.totalLiquidBytes) {
    const message = `Templates can have at most ${Math.floor(THEME_LIMITS.totalLiquidBytes / 1_000)} kB together.`;
    return [{ file: '', line: null, code: 'TOO_LARGE', message }];
  }
  const read = new Map<string, LiquidFile>();
  for (const [path, text] of templates) {
    read.set(path, readLiquid(CHECKED, path.startsWith('sections/') ? withoutSchema(text) : text));
  }
  const issues: ThemeIssue[] = [];
  for (const [file, { broken, uses }] of read) {
    issues.push(...broken.map((one) => ({ file, ...one, code: 'THEME_INVALID' as const })));
    for (const { path, line } of uses) {
      if (read.has(path)) continue;
      issues.push({ file, line, code: 'THEME_INVALID', message: `The theme has no file ${path}.` });
    }
  }
  for (const [file, required] of Object.entries(REQUIRED_BLOCKS)) {
    const blocks = blocksOf(read, file);
    for (const block of blocks === null ? [] : required.filter((name) => !blocks.has(name))) {
      const tag = block === 'content_for_layout' ? `{{ ${block} }}` : `{% ${block} %}`;
      issues.push({ file, line: 1, code: 'MISSING_BLOCK', message: `The file must contain ${tag}.` });
    }
  }
  return issues;
}

/** Returns the blocks in a file and in the files that it renders; null if there's no such file. */
function blocksOf(read: ReadonlyMap<string, LiquidFile>, file: string): ReadonlySet<string> | null {
  if (!read.has(file)) return null;
  const seen = new Set<string>();
  const blocks = new Set<string>();
  const next = [file];
  for (let path = next.pop(); path !== undefined; path = next.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const block of read.get(path)?.blocks ?? []) blocks.add(block);
    next.push(...(read.get(path)?.uses ?? []).map((use) => use.path));
  }
  return blocks;
}

const nothing = () => '';
const FILTERS: Readonly<Record<PlatformFilter, () => string>> = {
  asset_url: nothing,
  image_srcset: nothing,
  image_url: nothing,
  money: nothing,
  t: nothing,
};

/** Parses templates, but never renders them. */
const CHECKED = openDialect({
  block: nothing,
  filters: FILTERS,
  toHtml: String,
  *section() {},
  templates: {},
  limits: { parse: THEME_LIMITS.textBytes, renderMs: 1, memory: 1 },
});

function digestOf(files: ThemeFiles): string {
  const digest = createHash('sha256');
  for (const [path, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    digest.update(`${path}\0${content.length}\0`).update(content);
  }
  return digest.digest('hex');
}

function bounded(issues: readonly ThemeIssue[]): readonly ThemeIssue[] {
  const sorted = [...issues].sort((a, b) =>
    a.file === b.file ? (a.line ?? 0) - (b.line ?? 0) : a.file < b.file ? -1 : 1,
  );
  const more = sorted.length - THEME_LIMITS.issues;
  if (more <= 0) return sorted;
  const message = `${more} more problems aren't listed.`;
  return [...sorted.slice(0, THEME_LIMITS.issues), { file: '', line: null, code: 'THEME_INVALID', message }];
}
