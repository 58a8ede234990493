import { readJson } from '#kit/text.ts';

/** An object of a page's structured data; its values are whatever the page has. */
export type Thing = Readonly<Record<string, unknown>>;

const MOST_THINGS = 5_000;
const DEEPEST = 30;

/** Every object with a type in the JSON-LD of a page, outer ones first. What cannot be read is left out. In linear time. */
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

/** The texts of script elements with JSON-LD. */
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

/** Whether a thing is of one of these types of schema.org. */
export const isOf = (thing: Thing, types: ReadonlySet<string>): boolean =>
  listOf(thing['@type']).some(
    (type) => typeof type === 'string' && types.has(type.replace(/^https?:\/\/schema\.org\//, '')),
  );

/** A value as a list: schema.org allows one or several everywhere. */
export const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

/** The first text of a value, trimmed, at most so long; undefined if it has none. */
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

/** The first number of a value, or of one in a `QuantitativeValue`. */
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
