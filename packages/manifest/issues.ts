import type * as z from 'zod/mini';
import { closest } from '../../kit/did-you-mean.ts';
import { reasonOf } from '../../kit/wrong-value.ts';
import { MANIFEST_LIMITS } from './vocabulary.ts';

/** One thing that is wrong with a manifest. */
export interface Issue {
  /** Where, as app.toml spells it: `webhook_url`, `scopes[1]`, `oauth.redirect_uris[0]`; empty for the whole manifest. */
  readonly path: string;
  readonly code:
    | ('required' | 'invalid' | 'invalid_url' | 'too_long' | 'too_large' | 'unknown' | 'misspelt')
    | ('TARGET_UNKNOWN' | 'INTEGRITY_REQUIRED' | 'SCRIPT_NEEDS_REVIEW' | 'ORIGIN_IS_OURS');
  /** A complete sentence for a person. */
  readonly message: string;
}

type Path = readonly PropertyKey[];

/** A path as app.toml spells it. */
export const spelled = (path: Path): string =>
  path.reduce<string>(
    (text, key) =>
      typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key),
    '',
  );

/** What zod passes to the texts of a schema, as far as they read it. */
interface Asked {
  readonly path?: Path | undefined;
  readonly input?: unknown;
}

/** The sentence of a rule, made for the place where it is broken: `must be true or false.` */
export const rule =
  (words: string) =>
  ({ path = [] }: Asked): string =>
    `${spelled(path)} ${words}`;

/** The same, and that the value is required where it is missing. */
export const requiredRule =
  (words: string) =>
  (asked: Asked): string =>
    rule(asked.input === undefined ? 'is required.' : words)(asked);

/** Of a rule of our own: the code of what breaks it, and its words. */
export const breaks = (code: Issue['code'], words: string) => ({
  error: rule(words),
  params: { code, words },
});

/** What the names of a list are called, by the key they are listed under. */
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

/** The sentences of one reading that no schema has: of our own rules, and of unknown names with a proposal for the first few. */
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
    return `${shown} is not a known ${one}. ${hint}`;
  };
}

/** An issue of zod's as ours. */
export function toIssue(issue: z.core.$ZodIssue): Issue {
  return { path: spelled(issue.path), code: codeOf(issue), message: issue.message };
}

function codeOf(issue: z.core.$ZodIssue): Issue['code'] {
  // The parameters of our own rules come from `breaks`.
  if (issue.code === 'custom') return (issue.params?.code as Issue['code'] | undefined) ?? 'invalid';
  if (issue.code === 'invalid_value') return issue.input === undefined ? 'required' : 'unknown';
  if (issue.code === 'too_big') return issue.origin === 'string' ? 'too_long' : 'invalid';
  return issue.code === 'invalid_type' && issue.input === undefined ? 'required' : 'invalid';
}

/** The first issues, and how many more there are. */
export function bounded(issues: readonly Issue[]): readonly Issue[] {
  const more = issues.length - MANIFEST_LIMITS.issues;
  if (more <= 0) return issues;
  const rest: Issue = { path: '', code: 'too_large', message: `${more} further problems are not listed.` };
  return [...issues.slice(0, MANIFEST_LIMITS.issues), rest];
}
