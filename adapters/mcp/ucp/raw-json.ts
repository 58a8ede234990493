/** A value that is JSON text already. */
interface RawJson {
  readonly [RAW]: string;
  /** For readers that do not know it. */
  readonly toJSON: () => unknown;
}

const RAW = Symbol('JSON text');

/** JSON text as a member of an object that `writeJson` writes. */
export const rawJson = (text: string): RawJson => ({ [RAW]: text, toJSON: () => JSON.parse(text) });

const isRaw = (value: unknown): value is RawJson =>
  typeof value === 'object' && value !== null && RAW in value;

/** An object as JSON text; members that are JSON text already are copied. */
export function writeJson(value: object): string {
  const members = Object.entries(value).flatMap(([name, member]) => {
    const text = isRaw(member) ? member[RAW] : JSON.stringify(member);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(',')}}`;
}
