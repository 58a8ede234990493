import { readJson } from '#kit/text.ts';

/** An object in a page's structured data, with unvalidated values. */
export type Thing = Readonly<Record<string, unknown>>;

const MOST_THINGS = 5_000;
const DEEPEST = 30;

/** Every typed object in a page's JSON-LD, outer ones first. Skips unreadable parts. Takes linear time. */
export function thingsOf(html: string): readonly Thing[] {
  const things: Thing[] = [];
  const gather = (value: unknown, depth: number): void => {
    if (things.length >= MOST_THINGS || depth > DEEPEST || typeof value !== 'object' || value === null)
      return;
    if (isThing(value) && value['@type'] !== undefined) things.push(value);
    for (const inner of Object.values(value)) gather(inner, depth + 1);
  };
  for (const text of scriptsOf(html)) gather(readJson(text), 0);
  return things;
}

/** The contents of JSON-LD script elements. */
function* scriptsOf(html: string): Generator<string> {
  const lower = html.toLowerCase();
  for (let at = lower.indexOf('<script'); at !== -1; at = lower.indexOf('<script', at)) {
    const open = lower.indexOf('>', at);
    const close = open === -1 ? -1 : lower.indexOf('</script', open);
    if (close === -1) return;
    if (lower.slice(at, open).includes('application/ld+json')) yield html.slice(open + 1, close);
    at = close;
  }
}

export const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True if a thing has any of these schema.org types. */
export const isOf = (thing: Thing, types: ReadonlySet<string>): boolean =>
  listOf(thing['@type']).some(
    (type) => typeof type === 'string' && types.has(type.replace(/^https?:\/\/schema\.org\//, '')),
  );

/** A value as a list: schema.org allows single or multiple values everywhere. */
export const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

/** The first string in a value, trimmed and limited to `longest` characters; undefined if it has none. */
export function textOf(value: unknown, longest: number): string | undefined {
  for (const one of listOf(value)) {
    const text = isThing(one) ? (one['@value'] ?? one.name) : one;
    if (typeof text !== 'string' && typeof text !== 'number') continue;
    const plain = entities(`${text}`)
      .replace(/<[^<>]*>/g, ' ')
      .replace(/[ \t]+/g, ' ')
      .trim();
    if (plain !== '') return plain.slice(0, longest).toWellFormed();
  }
  return undefined;
}

/** A value's first number, including one inside a `QuantitativeValue`. */
export function numberOf(value: unknown): number | undefined {
  for (const one of listOf(value)) {
    const given = isThing(one) ? (one.maxValue ?? one.value ?? one.minValue) : one;
    const number = typeof given === 'string' ? Number(given.replace(',', '.')) : given;
    if (typeof number === 'number' && Number.isFinite(number)) return number;
  }
  return undefined;
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: ' ',
};

const entities = (text: string): string =>
  text.replace(/&(#39|[a-z]{2,4});/g, (whole, name) => NAMED[name] ?? whole);
