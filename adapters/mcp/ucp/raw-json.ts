/**
 * JSON text, and the same as it is inside a JSON string: a tool's result is sent in both forms, so what is kept between calls is
 * escaped once.
 */
export interface JsonText {
  readonly plain: string;
  readonly escaped: string;
}

/** JSON text with its escaped form. */
export const jsonText = (plain: string): JsonText => ({ plain, escaped: JSON.stringify(plain).slice(1, -1) });

/** Texts one after another. Concatenated and not joined: an answer is then copied once, when it is sent. */
export function joined(texts: readonly JsonText[], separator = ''): JsonText {
  let plain = '';
  let escaped = '';
  for (const [index, text] of texts.entries()) {
    const before = index === 0 ? '' : separator;
    plain += before + text.plain;
    escaped += before + text.escaped;
  }
  return { plain, escaped };
}

/** A value that is JSON text already. */
interface RawJson {
  readonly [RAW]: JsonText;
  /** For readers that do not know it. */
  readonly toJSON: () => unknown;
}

const RAW = Symbol('JSON text');

/** JSON text as a member of an object that `writeJson` writes. */
export const rawJson = (text: JsonText): RawJson => ({ [RAW]: text, toJSON: () => JSON.parse(text.plain) });

const isRaw = (value: unknown): value is RawJson =>
  typeof value === 'object' && value !== null && RAW in value;

/** An object as JSON text; members that are JSON text already are copied. */
export function writeJson(value: object): JsonText {
  const members = Object.entries(value).flatMap(([name, member]) => {
    const text = isRaw(member) ? member[RAW] : textOf(member);
    return text ? [joined([jsonText(`${JSON.stringify(name)}:`), text])] : [];
  });
  const { plain, escaped } = joined(members, ',');
  return { plain: `{${plain}}`, escaped: `{${escaped}}` };
}

function textOf(value: unknown): JsonText | null {
  const text: string | undefined = JSON.stringify(value);
  return text === undefined ? null : jsonText(text);
}
