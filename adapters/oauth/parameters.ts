/** Parameters of a query or a form: one value each, and the names that came more than once. */
export interface Parameters {
  readonly get: (name: string) => string | null;
  /** Names given more than once, which no request of OAuth may (RFC 6749 section 3.1). */
  readonly repeated: readonly string[];
}

/** Reads `application/x-www-form-urlencoded` text. Of a repeated parameter the first value counts. */
export function readParameters(text: string): Parameters {
  const given = new URLSearchParams(text);
  const names = [...given.keys()];
  return {
    get: (name) => given.get(name),
    repeated: [...new Set(names.filter((name, index) => names.indexOf(name) !== index))],
  };
}

/** Query text of a request's URL. */
export const queryOf = (url: string): string => url.slice(url.indexOf('?') + 1 || url.length);
