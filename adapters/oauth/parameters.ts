import { UnstorableText, unstorableReason } from '#kit/entered-text.ts';

/** Parameters from a query or a form, one value each, plus the names that were repeated. */
export interface Parameters {
  /** Returns the value to use, or to show again next to `problem`, without U+0000. */
  readonly get: (name: string) => string | null;
  /** Repeated names, which OAuth requests can't have (RFC 6749 section 3.1). */
  readonly repeated: readonly string[];
  /** Sentence about the first visible field with unstorable text; null if there is no such field. */
  readonly problem: string | null;
}

/**
 * Reads `application/x-www-form-urlencoded` text. For a repeated parameter, the first value is used. Throws
 * `UnstorableText` for a field without a label, since no page can show a problem next to it.
 */
export function readParameters(text: string): Parameters {
  const given = new URLSearchParams(text);
  const names = [...given.keys()];
  return {
    get: (name) => given.get(name)?.replaceAll('\0', '') ?? null,
    problem: problemOf(given),
    repeated: [...new Set(names.filter((name, index) => names.indexOf(name) !== index))],
  };
}

/** Labels for fields that people fill in. */
export const LABELS: Readonly<Record<string, string>> = {
  email: 'The email address',
  name: 'The name',
  team: 'The name of the team',
  password: 'The password',
  current_password: 'The current password',
  code: 'The code',
  locale: 'The language',
  time_zone: 'The time zone',
};

function problemOf(given: URLSearchParams): string | null {
  for (const [name, text] of given) {
    const reason = unstorableReason(text);
    if (reason === null) continue;
    const label = LABELS[name];
    if (label === undefined) throw new UnstorableText(`The field ${name}`, reason);
    return `${label} ${reason}.`;
  }
  return null;
}

/** Route options for forms that show a field's problem themselves. */
export const SHOWS_PROBLEMS = { config: { namesUnstorable: true } } as const;

/** Returns the query text from a request's URL. */
export const queryOf = (url: string): string => url.slice(url.indexOf('?') + 1 || url.length);
