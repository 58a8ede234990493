import type * as z from 'zod/mini';
import { closest } from '../../kit/did-you-mean.ts';
import { reasonOf } from '../../kit/wrong-value.ts';
import { MANIFEST_LIMITS } from './vocabulary.ts';

/** A problem in a manifest. */
export interface Issue {
  /** Path as in app.toml: `webhook_url`, `scopes[1]`, `oauth.redirect_uris[0]`; empty for the whole manifest. */
  readonly path: string;
  readonly code:
    | ('required' | 'invalid' | 'invalid_url' | 'too_long' | 'too_large' | 'unknown' | 'misspelt')
    | ('TARGET_UNKNOWN' | 'INTEGRITY_REQUIRED' | 'SCRIPT_NEEDS_REVIEW' | 'ORIGIN_IS_OURS');
  /** A complete, human-readable sentence. */
  readonly message: string;
}

type Path = readonly PropertyKey[];

/** Formats a path as in app.toml. */
export const spelled = (path: Path): string =>
  path.reduce<string>(
    (text, key) =>
      typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key),
    '',
  );

/** The part of zod's input that a schema's error messages need. */
interface Asked {
  readonly path?: Path | undefined;
  readonly input?: unknown;
}

/** Builds a rule's error sentence from the path that breaks it and words such as `must be true or false.` */
export const rule =
  (words: string) =>
  ({ path = [] }: Asked): string =>
    `${spelled(path)} ${words}`;

/** Does the same, with a different sentence if the value is missing. */
export const requiredRule =
  (words: string) =>
  (asked: Asked): string =>
    rule(asked.input === undefined ? 'is required.' : words)(asked);

/** Defines our own rule: its error code and its sentence. */
export const breaks = (code: Issue['code'], words: string) => ({
  error: rule(words),
  params: { code, words },
});

/** Nouns for the entries in a list, by the list's key. */
const NAMED: Readonly<Record<string, string>> = {
  scopes: 'scope',
  capabilities: 'capability',
  webhooks: 'topic',
  'delivery.api_version': 'delivery.api_version',
  'task_types.fields.type': 'field type',
  'injections.kind': 'kind of injection',
  'injections.consent': 'kind of consent',
  'injections.meta.name': 'meta name',
  'settings.type': 'setting type',
  'settings.per': 'settings.per',
};

/**
 * Returns the error map for reading one manifest, with sentences for issues whose schema has none: our own
 * rules, and unknown names with a suggestion for the first few.
 */
export function sentences(): z.core.$ZodErrorMap {
  let proposals: number = MANIFEST_LIMITS.proposals;
  return (issue) => {
    if (issue.code === 'custom') return rule(String(issue.params?.words))(issue);
    if (issue.code !== 'invalid_value') return rule(`${reasonOf(issue, issue.input)}.`)(issue);
    if (issue.input === undefined) return `${spelled(issue.path ?? [])} is required.`;
    const keys = (issue.path ?? []).filter((key) => typeof key !== 'number');
    const one = NAMED[keys.join('.')] ?? String(keys.at(-1));
    if (typeof issue.input !== 'string') return `Every ${one} must be a string.`;
    const known = issue.values.map(String);
    const shown = JSON.stringify(issue.input.length > 64 ? `${issue.input.slice(0, 63)}…` : issue.input);
    proposals -= 1;
    const meant = proposals < 0 ? null : closest(issue.input, known);
    const hint = meant ? `Did you mean "${meant}"?` : `Known: ${known.join(', ')}.`;
    return `${shown} isn't a known ${one}. ${hint}`;
  };
}

/** Converts a zod issue. */
export function toIssue(issue: z.core.$ZodIssue): Issue {
  return { path: spelled(issue.path), code: codeOf(issue), message: issue.message };
}

function codeOf(issue: z.core.$ZodIssue): Issue['code'] {
  // `breaks` sets the parameters of our own rules.
  if (issue.code === 'custom') return (issue.params?.code as Issue['code'] | undefined) ?? 'invalid';
  if (issue.code === 'invalid_value') return issue.input === undefined ? 'required' : 'unknown';
  if (issue.code === 'too_big') return issue.origin === 'string' ? 'too_long' : 'invalid';
  return issue.code === 'invalid_type' && issue.input === undefined ? 'required' : 'invalid';
}

/** Returns the first issues and the number of remaining issues. */
export function bounded(issues: readonly Issue[]): readonly Issue[] {
  const more = issues.length - MANIFEST_LIMITS.issues;
  if (more <= 0) return issues;
  const rest: Issue = { path: '', code: 'too_large', message: `${more} more problems aren't listed.` };
  return [...issues.slice(0, MANIFEST_LIMITS.issues), rest];
}
