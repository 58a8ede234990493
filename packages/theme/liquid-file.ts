import { type Liquid, LiquidError, Tokenizer, TokenKind, type TopLevelToken } from 'liquidjs';
import { Tokenizer as Html, type Token, type TokenHandler, TokenizerMode } from 'parse5';
import { quotedName } from './dialect.ts';
import { refuseTag, type StartTag } from './markup.ts';

/** A rule that a file breaks. */
export interface Broken {
  readonly line: number;
  readonly message: string;
}

/** Facts about a template, section or snippet. */
export interface LiquidFile {
  readonly broken: readonly Broken[];
  /** Blocks outside comments, and `content_for_layout`. */
  readonly blocks: readonly string[];
  /** Files that it renders: `snippets/card.liquid` or `sections/hero.liquid`. */
  readonly uses: readonly { readonly path: string; readonly line: number }[];
}

/** Reads a Liquid file without its schema: its syntax, and the HTML around its tags. */
export function readLiquid(liquid: Liquid, text: string): LiquidFile {
  const broken: Broken[] = [];
  const blocks: string[] = [];
  const uses: LiquidFile['uses'][number][] = [];
  let tokens: readonly TopLevelToken[] = [];
  try {
    tokens = new Tokenizer(text).readTopLevelTokens(liquid.options);
    liquid.parse(text);
  } catch (error) {
    // The parser is recursive, and has no limit on nesting.
    if (error instanceof RangeError) broken.push({ line: 1, message: 'The tags are nested too deeply.' });
    else if (LiquidError.is(error)) broken.push(fromLiquid(error as LiquidError));
    else throw error;
  }
  let comments = 0;
  const markup: string[] = [];
  let next = 1;
  for (const token of tokens) {
    const source = token.getText();
    // A token's own position is counted from the beginning of the file every time.
    const line = next;
    next += source.split('\n').length - 1;
    if (token.kind === TokenKind.HTML) {
      markup.push(comments > 0 ? blank(source) : source);
      continue;
    }
    markup.push(blank(source));
    const tag = tagOf(source);
    if (tag.name === 'comment') comments += 1;
    if (tag.name === 'endcomment') comments -= 1;
    if (comments > 0) continue;
    broken.push(...unknownFilters(liquid, source, line));
    for (const [at, { name, args }] of tagsIn(tag)) {
      const used = quotedName(name === 'render' ? args.replace(/^((['"]).*?\2).*$/s, '$1') : args);
      if (name === 'render' && used) uses.push({ path: `snippets/${used}.liquid`, line: line + at });
      if (name === 'section' && used) uses.push({ path: `sections/${used}.liquid`, line: line + at });
      if (name === 'render' && !used && /^['"]/.test(args)) {
        broken.push({ line: line + at, message: `{% render ${args} %} doesn't name a snippet.` });
      }
      blocks.push(name);
    }
    if (/^\{\{-?\s*content_for_layout\s*-?\}\}$/.test(source)) blocks.push('content_for_layout');
  }
  broken.push(...refuseMarkup(markup.join('')));
  return { broken: onePerLine(broken), blocks, uses };
}

function fromLiquid(error: LiquidError): Broken {
  const [line = 1] = error.token.getPosition();
  const reason = (error.originalError?.message ?? error.message).replace(/, line:\d+, col:\d+$/, '');
  return { line, message: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.` };
}

interface Tag {
  readonly name: string;
  readonly args: string;
}

const tagOf = (source: string): Tag => {
  const [, name = '', args = ''] = /^\{%-?\s*([a-z_#]+)\s*([\s\S]*?)\s*-?%\}$/.exec(source) ?? [];
  return { name, args };
};

/** Returns a tag, or the tags inside `{% liquid %}`, each with its line inside the token. */
function tagsIn(tag: Tag): readonly (readonly [line: number, tag: Tag])[] {
  if (tag.name !== 'liquid') return [[0, tag]];
  return tag.args.split('\n').map((line, index) => {
    const [, name = '', args = ''] = /^\s*([a-z_#]+)\s*(.*?)\s*$/.exec(line) ?? [];
    return [index, { name, args }];
  });
}

/** The parser stops at its first error; this finds every unknown filter. */
function unknownFilters(liquid: Liquid, source: string, line: number): readonly Broken[] {
  const code = source.replaceAll(/"[^"]*"|'[^']*'/g, (quoted) => quoted.replaceAll(/[^\n]/g, '_'));
  return [...code.matchAll(/\|\s*([a-z_][\w-]*)/gi)].flatMap(({ 1: name = '', index }) =>
    Object.hasOwn(liquid.filters, name)
      ? []
      : [{ line: line + code.slice(0, index).split('\n').length - 1, message: unknownFilter(name) }],
  );
}

const unknownFilter = (name: string): string => {
  if (name.endsWith('_exp')) return `The filter "${name}" doesn't exist: filter with "where" or a loop.`;
  if (name === 'raw') return 'The filter "raw" doesn\'t exist: values are always escaped.';
  return `The filter "${name}" doesn't exist.`;
};

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');

/** Checks the elements in a template, which may be only a part of a page. */
export function refuseMarkup(text: string, refuse = refuseTag): readonly Broken[] {
  const broken: Broken[] = [];
  const check = (tag: StartTag, line: number) => {
    const message = refuse(tag);
    if (message !== null) broken.push({ line, message });
  };
  const ignore = () => undefined;
  const handler: TokenHandler = {
    onStartTag({ tagName, attrs, location }: Token.TagToken) {
      check({ name: tagName, attributes: attrs }, location?.startLine ?? 1);
      // The tree builder would do this.
      const raw = RAW.get(tagName);
      if (raw !== undefined) html.state = raw;
    },
    onEndTag: ignore,
    onComment: ignore,
    onDoctype: ignore,
    onEof: ignore,
    onCharacter: ignore,
    onNullCharacter: ignore,
    onWhitespaceCharacter: ignore,
  };
  const html = new Html({ sourceCodeLocationInfo: true }, handler);
  html.write(text, true);
  return broken;
}

/** Elements whose content isn't markup. */
const RAW = new Map([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['style', TokenizerMode.RAWTEXT],
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
]);

function onePerLine(broken: readonly Broken[]): readonly Broken[] {
  const first = new Map<string, Broken>();
  // The parser's own message for an unknown filter is on the line of its tag.
  for (const one of broken) {
    if (
      /^Undefined filter: /.test(one.message) &&
      broken.some((other) => other.message.startsWith('The filter'))
    ) {
      continue;
    }
    first.set(`${one.line} ${one.message}`, one);
  }
  return [...first.values()].sort((a, b) => a.line - b.line);
}
