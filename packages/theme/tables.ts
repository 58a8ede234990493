import { parse, TomlError } from 'smol-toml';
import * as z from 'zod/mini';
import { isVisible } from '../../kit/names.ts';
import type { DeclaredSetting } from '../manifest/declared-setting.ts';
import { breaks, sentences, toIssue } from '../manifest/issues.ts';
import { misspeltKeys } from '../manifest/misspelt.ts';
import { settings } from '../manifest/settings.ts';
import { isSlug } from '../manifest/slug.ts';
import { text } from '../manifest/values.ts';
import { DISTRIBUTIONS } from '../manifest/vocabulary.ts';
import type { Broken } from './liquid-file.ts';
import { THEME_LIMITS, THEME_PLATFORM } from './vocabulary.ts';

/** A table's value, or the rules that it breaks. */
type Reading<Value> = { readonly value: Value | null; readonly broken: readonly Broken[] };

const named = (longest: number) =>
  text().check(
    z.refine(
      (given) => given !== '' && [...given].length <= longest && isVisible(given),
      breaks('invalid', `must have 1 to ${longest} visible characters.`),
    ),
  );

const pattern = (matches: (given: string) => boolean, words: string) =>
  text().check(z.refine(matches, breaks('invalid', words)));

const declaration = z.object({
  name: named(60),
  slug: pattern(isSlug, 'must be 3 to 50 lower-case letters, digits and hyphens, like "lake-house".'),
  version: pattern((given) => /^\d{1,5}(\.\d{1,5}){0,2}$/.test(given), 'must be a version, like "1.0.0".'),
  distribution: z._default(z.enum(DISTRIBUTIONS), 'private'),
  min_platform: z._default(
    pattern(
      (given) => /^\d{4}-(0[1-9]|1[0-2])$/.test(given) && given <= THEME_PLATFORM,
      `must be a version of the platform's objects, at most "${THEME_PLATFORM}".`,
    ),
    THEME_PLATFORM,
  ),
});

/** Reads `theme.toml`. */
export const readDeclaration = (source: string) =>
  readTable(source, declaration, Object.keys(declaration.shape), 'theme.toml');

const config = z.object({ settings });

/** Reads `config/settings.toml`. */
export const readConfig = (source: string): Reading<z.output<typeof config>> =>
  withSettings(readTable(source, config, ['settings'], 'settings.toml'));

const schema = z.object({ name: z.optional(named(60)), settings });

/** Reads a section's `{% schema %}`, which begins after `line` lines of its file. */
export function readSchema(source: string, line: number): Reading<z.output<typeof schema>> {
  const { value, broken } = withSettings(readTable(source, schema, ['name', 'settings'], 'a schema'));
  return { value, broken: broken.map((one) => ({ ...one, line: one.line + line })) };
}

/** A theme has one set of values for each storefront, and pages can't keep a secret. */
function withSettings<Value extends { readonly settings: readonly DeclaredSetting[] }>({
  value,
  broken,
  ...rest
}: Reading<Value> & { readonly lineOf?: (path: string) => number }): Reading<Value> {
  const line = (index: number, key: string) => rest.lineOf?.(`settings[${index}].${key}`) ?? 1;
  const refused = (value?.settings ?? []).flatMap(({ type, per }, index) => [
    ...(type === 'secret'
      ? [{ line: line(index, 'type'), message: `settings[${index}].type can't be "secret" in a theme.` }]
      : []),
    ...(per === 'install'
      ? []
      : [{ line: line(index, 'per'), message: `settings[${index}].per isn't for themes.` }]),
  ]);
  return refused.length === 0 ? { value, broken } : { value: null, broken: [...broken, ...refused] };
}

function readTable<Schema extends z.ZodMiniType>(
  source: string,
  schema: Schema,
  keys: readonly string[],
  file: string,
): Reading<z.output<Schema>> & { readonly lineOf: (path: string) => number } {
  const lineOf = (path: string) => lineIn(source, path);
  let table: Record<string, unknown>;
  try {
    table = parse(source);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason = ''] = error.message.replace('Invalid TOML document: ', '').split('\n');
    return { value: null, broken: [{ line: error.line, message: `Invalid TOML: ${reason}.` }], lineOf };
  }
  const unknown = Object.keys(table)
    .filter((key) => !keys.includes(key))
    .map((key) => ({ path: key, message: `${key} isn't a key of ${file}. Known here: ${keys.join(', ')}.` }));
  const misspelt = misspeltKeys({ settings: table['settings'] ?? [] });
  const { success, data, error } = z.safeParse(schema, table, { error: sentences() });
  const issues = [...unknown, ...misspelt, ...(error?.issues ?? []).map(toIssue)];
  const broken = issues
    .slice(0, THEME_LIMITS.issues)
    .map(({ path, message }) => ({ line: lineOf(path), message }));
  return { value: success && broken.length === 0 ? data : null, broken, lineOf };
}

/** Returns the line of a path such as `settings[2].type`, or of the nearest table above it. */
function lineIn(source: string, path: string): number {
  const lines = source.split('\n');
  const [, index, key = path] = /^settings\[(\d+)\](?:\.([a-z_]+))?/.exec(path) ?? [];
  let start = 0;
  if (index !== undefined) {
    const heads = lines.flatMap((line, at) => (/^\s*\[\[\s*settings\s*\]\]/.test(line) ? [at] : []));
    start = heads[Number(index)] ?? 0;
  }
  const rest = lines.slice(start);
  const end =
    index === undefined ? -1 : rest.findIndex((line, at) => at > 0 && /^\s*\[\[?\s*settings\s*\]/.test(line));
  const found = (end === -1 ? rest : rest.slice(0, end)).findIndex((line) =>
    new RegExp(`^\\s*(\\[+\\s*)?["']?${key.replaceAll(/[^\w-]/g, '.')}\\b`).test(line),
  );
  return start + Math.max(found, 0) + 1;
}
