/**
 * JSON text, and its form inside a JSON string: a tool's result is sent in both forms, so cached text is
 * escaped only once.
 */
export interface JsonText {
  readonly plain: string;
  readonly escaped: string;
}

/** Pairs JSON text with its escaped form. */
export const jsonText = (plain: string): JsonText => ({ plain, escaped: JSON.stringify(plain).slice(1, -1) });

/** Concatenates texts. Uses `+` rather than `join`, so a response is copied only once, when it's sent. */
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

/** A value that's already JSON text. */
interface RawJson {
  readonly [RAW]: JsonText;
  /** For serializers that don't support raw JSON. */
  readonly toJSON: () => unknown;
}

const RAW = Symbol('JSON text');

/** Wraps JSON text as an object member for `writeJson`. */
export const rawJson = (text: JsonText): RawJson => ({ [RAW]: text, toJSON: () => JSON.parse(text.plain) });

const isRaw = (value: unknown): value is RawJson =>
  typeof value === 'object' && value !== null && RAW in value;

/** Writes an object as JSON text; copies members that are already JSON text. */
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
