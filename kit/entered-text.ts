import { isStorable } from './text.ts';

/** Maximum nesting depth for lists and objects in a request. */
export const DEEPEST = 200;
/** Maximum number of names in one object in a request; our own objects have fewer than 100. */
const MOST_NAMES = 1_000;

/** A part of a request that can't be accepted. */
export interface UnstorablePart {
  /** Path of names and positions. */
  readonly path: readonly (string | number)[];
  /** Verb phrase with the reason and the fix, e.g. `contains U+0000: remove this character`. */
  readonly reason: string;
}

/**
 * A request with text that PostgreSQL can't store. Surfaces print it as a 400 in their own format
 * (docs/reference/errors.md#text-that-cannot-be-stored).
 */
export class UnstorableText extends Error {
  override readonly name = 'UnstorableText';
  readonly code = 'unstorable_text';
  readonly statusCode = 400;
  readonly path: string;
  readonly reason: string;

  constructor(path: string, reason: string) {
    super(`${path} ${reason}.`);
    this.path = path;
    this.reason = reason;
  }
}

/** Finds the first text that can't be stored, among the values and keys in parsed JSON; null if all can. */
export function findUnstorable(value: unknown): UnstorablePart | null {
  return isClean(value, 0) ? null : locate(value, []);
}

/** Skips building a path, since almost every request is clean. */
function isClean(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === DEEPEST) return false;
  if (Array.isArray(value)) {
    for (const entry of value) if (!isClean(entry, depth + 1)) return false;
    return true;
  }
  let names = 0;
  for (const key in value) {
    names += 1;
    if (
      names > MOST_NAMES ||
      !isStorable(key) ||
      !isClean((value as Readonly<Record<string, unknown>>)[key], depth + 1)
    )
      return false;
  }
  return true;
}

function locate(value: unknown, path: readonly (string | number)[]): UnstorablePart | null {
  if (typeof value === 'string') {
    const reason = unstorableReason(value);
    return reason === null ? null : { path, reason };
  }
  if (typeof value !== 'object' || value === null) return null;
  if (path.length === DEEPEST) {
    return { path: path.slice(0, 3), reason: `nests more than ${DEEPEST} lists and objects: flatten it` };
  }
  const members = Object.entries(value);
  if (!Array.isArray(value) && members.length > MOST_NAMES)
    return { path, reason: `has more than ${MOST_NAMES} names: send fewer` };
  for (const [key, entry] of members) {
    const reason = unstorableReason(key);
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    const found = reason === null ? locate(entry, at) : { path, reason: `has a name that ${reason}` };
    if (found) return found;
  }
  return null;
}

/** Returns the reason a text can't be stored, with the fix; null if it can be. */
export function unstorableReason(text: string): string | null {
  if (text.includes('\0')) return 'contains U+0000: remove this character';
  if (text.isWellFormed()) return null;
  const half = /\p{Surrogate}/u.exec(text)?.[0].charCodeAt(0) ?? 0;
  return `contains U+${half.toString(16).toUpperCase()}, half of a character: send Unicode text without lone surrogates`;
}

/** Throws `UnstorableText` for the first part of parsed JSON that can't be stored. */
export function refuseUnstorable(value: unknown, whole = 'The body'): void {
  const found = findUnstorable(value);
  if (found) throw new UnstorableText(found.path.length === 0 ? whole : dotted(found.path), found.reason);
}

/** Formats `["checkout", "line_items", 0]` as `checkout.line_items[0]`. */
export const dotted = (path: readonly (string | number)[]): string => jsonPath(path).replace(/^\$\.?/, '');

/** Formats `["checkout", "line_items", 0]` as `$.checkout.line_items[0]`. */
export function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    const name = String(key);
    return /^[A-Za-z_]\w*$/.test(name) ? `${text}.${name}` : `${text}[${JSON.stringify(name)}]`;
  }, '$');
}

const ENCODED_NUL = /%00/;

/** Throws `UnstorableText` for an encoded U+0000 in a request's path or query. */
export function refuseUnstorableUrl(url: string): void {
  if (!ENCODED_NUL.test(url)) return;
  const [path = '', query = ''] = url.split('?', 2);
  if (ENCODED_NUL.test(path)) throw new UnstorableText('The path', 'contains U+0000: remove this character');
  refuseUnstorableForm(new URLSearchParams(query));
}

/** Returns the name of the header with a raw U+0000 in an unparsable request's bytes; null if there is none. */
export function unstorableHeader(request: Buffer): string | null {
  const head = request.toString('latin1').split('\r\n\r\n', 1)[0] ?? '';
  const line = head.split('\r\n').find((one, place) => place > 0 && one.includes('\0'));
  return /^([\w-]+) *:/.exec(line ?? '')?.[1] ?? null;
}

/** Throws `UnstorableText` for a cookie with an encoded U+0000 in its value as sent. */
export function refuseUnstorableCookie(name: string, header: string | undefined): void {
  if (header === undefined || !ENCODED_NUL.test(header)) return;
  const sent = header.split(';').find((cookie) => cookie.trimStart().startsWith(`${name}=`));
  if (sent !== undefined && ENCODED_NUL.test(sent))
    throw new UnstorableText(`The cookie ${name}`, 'contains U+0000: delete this cookie');
}

/** Throws `UnstorableText` for the first form field or query parameter that can't be stored. */
export function refuseUnstorableForm(form: URLSearchParams): void {
  for (const [name, text] of form) {
    const named = unstorableReason(name);
    if (named) throw new UnstorableText('The form', `has a field whose name ${named}`);
    const reason = unstorableReason(text);
    if (reason) throw new UnstorableText(name, reason);
  }
}
