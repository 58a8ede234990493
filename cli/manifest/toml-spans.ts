/**
 * A value's position in a TOML document: the start of its key (or of the value itself inside an array), and
 * its text.
 */
export type Span = { readonly start: number; readonly valueStart: number; readonly valueEnd: number };

export type Segment = string | number;

/** Spans by path; a path's segments are joined with NUL, which TOML keys can't contain. */
export type Spans = ReadonlyMap<string, Span>;

export function spanKey(path: readonly Segment[]): string {
  return path.join('\0');
}

/**
 * Locates every key and array element in a document that smol-toml has already accepted, so it doesn't
 * validate again. Offsets count UTF-16 units, as JavaScript strings do.
 */
export function tomlSpans(text: string): Spans {
  return new Scanner(text).document();
}

const WHITESPACE = /[ \t\uFEFF]*/y;
const BLANK = /(?:[ \t\r\n\uFEFF]|#[^\n]*)*/y;
const BARE_KEY = /[^\s.=\]"']+/y;
const BARE_VALUE = /[^,\]}#\r\n]*/y;
const STRING = /"""(?:\\.|[^\\])*?"{3,5}|'''.*?'{3,5}|"(?:\\.|[^"\\])*"|'[^']*'/sy;

class Scanner {
  readonly #text: string;
  readonly #spans = new Map<string, Span>();
  /** Number of tables in each array of tables so far. */
  readonly #arrays = new Map<string, number>();
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Spans {
    let table: Segment[] = [];
    for (this.#skip(BLANK); this.#at < this.#text.length; this.#skip(BLANK)) {
      if (this.#text[this.#at] === '[') table = this.#header();
      else this.#entry(table);
    }
    return this.#spans;
  }

  /** Reads `[a.b]` or `[[a.b]]`; returns the path of its entries. */
  #header(): Segment[] {
    const start = this.#at;
    const isArray = this.#text.startsWith('[[', start);
    this.#at += isArray ? 2 : 1;
    const names = this.#key();
    this.#at += isArray ? 2 : 1;
    const path: Segment[] = [];
    for (const [depth, name] of names.entries()) {
      path.push(name);
      const count = this.#arrays.get(spanKey(path));
      const opensNext = isArray && depth === names.length - 1;
      if (opensNext) this.#arrays.set(spanKey(path), (count ?? 0) + 1);
      this.#record(path, start, start, this.#at);
      if (opensNext) path.push(count ?? 0);
      else if (count !== undefined) path.push(count - 1);
      this.#record(path, start, start, this.#at);
    }
    return path;
  }

  #entry(table: readonly Segment[]): void {
    const start = this.#at;
    const names = this.#key();
    this.#at += 1;
    this.#skip(WHITESPACE);
    const path = [...table, ...names];
    const valueStart = this.#at;
    this.#value(path);
    for (let depth = table.length + 1; depth <= path.length; depth += 1) {
      this.#record(path.slice(0, depth), start, valueStart, this.#at);
    }
  }

  /** Reads a dotted key and stops after it. */
  #key(): string[] {
    const names: string[] = [];
    for (;;) {
      this.#skip(WHITESPACE);
      const quoted = this.#match(STRING);
      names.push(quoted === '' ? this.#match(BARE_KEY) : unquote(quoted));
      this.#skip(WHITESPACE);
      if (this.#text[this.#at] !== '.') return names;
      this.#at += 1;
    }
  }

  #value(path: readonly Segment[]): void {
    const first = this.#text[this.#at];
    if (first === '[') this.#array(path);
    else if (first === '{') this.#inlineTable(path);
    else if (this.#match(STRING) === '') this.#bareValue();
  }

  /**
   * Reads a number, a date, or true or false. Advances by at least one character, so misread text can't cause
   * an endless loop.
   */
  #bareValue(): void {
    this.#at += Math.max(1, this.#match(BARE_VALUE, false).trimEnd().length);
  }

  #array(path: readonly Segment[]): void {
    this.#at += 1;
    for (let index = 0; this.#more(']'); index += 1) {
      const start = this.#at;
      this.#value([...path, index]);
      this.#record([...path, index], start, start, this.#at);
    }
  }

  #inlineTable(path: readonly Segment[]): void {
    this.#at += 1;
    while (this.#more('}')) this.#entry(path);
  }

  /** True if another element follows before the closing bracket; consumes the bracket otherwise. */
  #more(close: string): boolean {
    this.#skip(BLANK);
    if (this.#text[this.#at] === ',') this.#at += 1;
    this.#skip(BLANK);
    const done = this.#text[this.#at] === close || this.#at >= this.#text.length;
    if (done) this.#at += 1;
    return !done;
  }

  #record(path: readonly Segment[], start: number, valueStart: number, valueEnd: number): void {
    const key = spanKey(path);
    if (!this.#spans.has(key)) this.#spans.set(key, { start, valueStart, valueEnd });
  }

  #skip(pattern: RegExp): void {
    this.#match(pattern);
  }

  #match(pattern: RegExp, consume = true): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    if (consume) this.#at += found.length;
    return found;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  e: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

function unquote(quoted: string): string {
  const inside = quoted.slice(1, -1);
  if (quoted.startsWith("'")) return inside;
  return inside.replace(/\\(?:x(..)|u(.{4})|U(.{8})|(.))/g, (_whole, x, u, U, plain) => {
    const hex = x ?? u ?? U;
    return hex === undefined ? (ESCAPES[plain] ?? plain) : String.fromCodePoint(Number.parseInt(hex, 16));
  });
}
