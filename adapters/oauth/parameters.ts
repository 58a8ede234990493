import { unstorableReason } from '#kit/entered-text.ts';

/** Parameters of a query or a form: one value each, and the names that came more than once. */
export interface Parameters {
  /** The value to use, or to show again next to `problem`: without U+0000. */
  readonly get: (name: string) => string | null;
  /** Names given more than once, which no request of OAuth may (RFC 6749 section 3.1). */
  readonly repeated: readonly string[];
  /** Sentence that names the first field with text that cannot be stored; null if all can be. */
  readonly problem: string | null;
}

/** Reads `application/x-www-form-urlencoded` text. Of a repeated parameter the first value counts. */
export function readParameters(text: string): Parameters {
  const given = new URLSearchParams(text);
  const names = [...given.keys()];
  return {
    get: (name) => given.get(name)?.replaceAll('\0', '') ?? null,
    problem: problemOf(given),
    repeated: [...new Set(names.filter((name, index) => names.indexOf(name) !== index))],
  };
}

/** What forms call a field, where its name in the request says less. */
const LABELS: Readonly<Record<string, string>> = {
  email: 'The e-mail address',
  name: 'The name',
  team: 'The name of the team',
  password: 'The password',
  current_password: 'The current password',
  code: 'The code',
};

function problemOf(given: URLSearchParams): string | null {
  for (const [name, text] of given) {
    const reason = unstorableReason(text);
    if (reason) return `${LABELS[name] ?? `The field ${JSON.stringify(name)}`} ${reason}.`;
  }
  return null;
}

/** Route options of forms that show what is wrong with a field themselves. */
export const SHOWS_PROBLEMS = { config: { namesUnstorable: true } } as const;

/** Query text of a request's URL. */
export const queryOf = (url: string): string => url.slice(url.indexOf('?') + 1 || url.length);
