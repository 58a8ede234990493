import { closest } from '../../kit/did-you-mean.ts';
import { MANIFEST_KEYS, MANIFEST_LIMITS } from './vocabulary.ts';

/** One thing that is wrong with a manifest. */
export interface Issue {
  /** Where, as app.toml spells it: `webhook_url`, `scopes[1]`, `oauth.redirect_uris[0]`; empty for the whole manifest. */
  readonly path: string;
  readonly code: 'required' | 'invalid' | 'invalid_url' | 'too_long' | 'too_large' | 'unknown' | 'misspelt';
  /** A whole sentence for a person. */
  readonly message: string;
}

/** Records an issue. */
export type Report = ((path: Issue['path'], code: Issue['code'], message: Issue['message']) => void) & {
  /** The known name an unknown one was probably meant to be, for the first few that are asked about. */
  readonly propose: (name: string, known: readonly string[]) => string | null;
};

/** A report on one manifest: its issues are bounded, and so is what is proposed. */
export function openReport(): { readonly report: Report; readonly issues: () => readonly Issue[] } {
  const issues: Issue[] = [];
  let count = 0;
  let proposals: number = MANIFEST_LIMITS.proposals;
  const record: (...issue: Parameters<Report>) => void = (path, code, message) => {
    count += 1;
    if (count <= MANIFEST_LIMITS.issues) issues.push({ path, code, message });
  };
  const propose: Report['propose'] = (name, known) => {
    proposals -= 1;
    return proposals < 0 ? null : closest(name, known);
  };
  return { report: Object.assign(record, { propose }), issues: () => withRest(issues, count) };
}

function withRest(issues: readonly Issue[], count: number): readonly Issue[] {
  const more = count - issues.length;
  if (more === 0) return issues;
  return [...issues, { path: '', code: 'too_large', message: `${more} further problems are not listed.` }];
}

/**
 * What makes a manifest too large to be read, as a sentence; null if it keeps to the limits. It looks at no more of it than
 * may be there, so that a hostile manifest costs no more than a real one.
 */
export function oversize(manifest: unknown): string | null {
  let values = 0;
  let level: readonly unknown[] = typeof manifest === 'object' && manifest !== null ? [manifest] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MANIFEST_LIMITS.depth)
      return `The manifest is nested deeper than ${MANIFEST_LIMITS.depth} levels.`;
    const next: unknown[] = [];
    for (const table of level) {
      for (const key in table as object) {
        values += 1;
        if (values > MANIFEST_LIMITS.values)
          return `The manifest has more than ${MANIFEST_LIMITS.values} values.`;
        if (key.length > MANIFEST_LIMITS.keyLength) return LONG_KEY;
        const value: unknown = (table as Readonly<Record<string, unknown>>)[key];
        if (typeof value === 'object' && value !== null) next.push(value);
      }
    }
    level = next;
  }
  return null;
}

const LONG_KEY = `A key of the manifest is longer than ${MANIFEST_LIMITS.keyLength} characters.`;

/** Own keys and values of a table; null, and an issue, where the value is no table. */
export function readTable(
  value: unknown,
  path: string,
  report: Report,
  /** What its keys are listed under, where that is not its path. */
  kind = path,
): ReadonlyMap<string, unknown> | null {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const table = new Map<string, unknown>(Object.entries(value));
    if (kind in MANIFEST_KEYS && kind !== '') reportMisspelt(table, path, report, kind);
    return table;
  }
  report(
    path,
    'invalid',
    path ? `${path} must be a table.` : 'The manifest must be an object with the keys of app.toml.',
  );
  return null;
}

/** Reports unknown keys that are probably a slip of a known one. */
export function reportMisspelt(
  table: ReadonlyMap<string, unknown>,
  path: string,
  report: Report,
  kind = path,
): void {
  const known = MANIFEST_KEYS[kind] ?? [];
  for (const key of table.keys()) {
    const meant = known.includes(key) ? null : closest(key, known);
    if (meant === null || table.has(meant)) continue;
    const at = path ? `${path}.${key}` : key;
    report(at, 'misspelt', `${at} is not a key of app.toml. Did you mean "${meant}"?`);
  }
}

/** A text without control characters; null, and an issue where it is something else. */
export function readText(value: unknown, path: string, report: Report): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string' && value.isWellFormed() && !/\p{Cc}/u.test(value)) return value;
  report(path, 'invalid', `${path} must be a string without control characters.`);
  return null;
}

/** What a list of names holds and how it is called. */
export interface NameList {
  readonly path: string;
  /** One entry in the trade's words. */
  readonly one: string;
  readonly known: readonly string[];
  /** The list stands for a single value: its path has no index. */
  readonly single?: boolean;
}

/** The known names of an array, each once, in order; an issue for every other entry. */
export function readNames(value: unknown, list: NameList, report: Report): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MANIFEST_LIMITS.listLength) {
    report(
      list.path,
      'invalid',
      `${list.path} must be an array of at most ${MANIFEST_LIMITS.listLength} names.`,
    );
    return [];
  }
  const names = value.filter((name, i): name is string => {
    if (typeof name === 'string' && list.known.includes(name)) return true;
    report(list.single ? list.path : `${list.path}[${i}]`, 'unknown', unknownName(name, list, report));
    return false;
  });
  return [...new Set(names)];
}

function unknownName(name: unknown, { one, known }: NameList, report: Report): string {
  if (typeof name !== 'string') return `Every ${one} must be a string.`;
  const shown = JSON.stringify(name.length > 64 ? `${name.slice(0, 63)}…` : name);
  const meant = report.propose(name, known);
  const hint = meant ? `Did you mean "${meant}"?` : `Known: ${known.join(', ')}.`;
  return `${shown} is not a known ${one}. ${hint}`;
}
