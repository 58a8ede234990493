import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type Comment, type Expression, parseSync, Visitor } from 'oxc-parser';

/** Where a text is read: by whoever maintains the code, uses the API or runs the product. */
export type Kind = 'docstring' | 'comment' | 'string' | 'markup' | 'log' | 'title' | 'description' | 'page';

/** A text for people. */
export interface Prose {
  readonly file: string;
  /** Line on which the text begins. */
  readonly line: number;
  readonly kind: Kind;
  readonly text: string;
}

type Found = readonly [index: number, kind: Kind, text: string];

/** Expressions of a template, and names that JSDoc tags declare. */
const NAMES = /\$\{[^}]*\}|@(?:property|param) \{[^}]*\} \[?\w+\]?/g;
const LOG_LEVELS = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);

const READERS: readonly (readonly [
  ending: RegExp,
  read: (source: string, file: string) => readonly Found[],
])[] = [
  [/\.([jt]sx?|mjs)$/, readCode],
  [/\.graphql$/, (source) => matches(source, /"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#.*/g, 'description')],
  [/\.sql$/, (source) => matches(source, /(?<=^|\s)--.*(?:\n[ \t]*--.*)*/g, 'comment')],
  [/\.(md|html)$/, (source) => matches(source, /.+/g, 'page')],
];

/** Generated, frozen, or about the words themselves. */
const LEFT_OUT =
  /generated|^schema\/frozen\/|^docs\/(changelog|conformance|contributing\/voice)|^packages\/api-types\/|^test\/(fixtures|voice)|^db\/(migrations\/|baseline)|^subgraphs\/catalog\/calendars\/domain\/windows-zones\.ts$/;

/** Texts of at least two words in a file, without the marks of their language. */
export function proseOf(file: string, source: string): readonly Prose[] {
  const read = READERS.find(([ending]) => ending.test(file))?.[1];
  return (read?.(source, file) ?? [])
    .filter(([, , text]) => /[a-z] [a-z]/i.test(text))
    .map(([index, kind, text]) => ({
      file,
      line: source.slice(0, index).split('\n').length,
      kind,
      text: text.replaceAll(NAMES, '…'),
    }));
}

/** Every hand-written file of the repository, with its source. */
export function sourcesByHand(): readonly (readonly [file: string, source: string])[] {
  return git('ls-files', '-z', '--cached', '--others', '--exclude-standard')
    .split('\0')
    .filter(
      (file) => existsSync(file) && !LEFT_OUT.test(file) && READERS.some(([ending]) => ending.test(file)),
    )
    .map((file) => [file, readFileSync(file, 'utf8')] as const);
}

/** Files that differ from `main`, or from the previous commit on `main` itself. */
export function changedFiles(): ReadonlySet<string> {
  const base = ['main', 'HEAD~1']
    .map(mergeBase)
    .find((commit) => commit && commit !== git('rev-parse', 'HEAD'));
  return new Set(base ? git('diff', '--name-only', base.trim()).split('\n') : []);
}

function mergeBase(branch: string): string | null {
  try {
    return git('merge-base', 'HEAD', branch);
  } catch {
    return null; // A shallow clone has neither.
  }
}

const git = (...args: readonly string[]) =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'ignore'] });

const matches = (source: string, pattern: RegExp, kind: Kind): readonly Found[] =>
  [...source.matchAll(pattern)].map(({ 0: text, index }) => [index, kind, bare(text)]);

/** Comments, strings and markup of a module. Strings in calls of `test` and of loggers are titles and log lines. */
function readCode(source: string, file: string): readonly Found[] {
  const { program, comments } = parseSync(file, source);
  const texts = new Map<number, Found>();
  const add = (index: number, kind: Kind, text: string) => {
    if (!texts.has(index)) texts.set(index, [index, kind, text]);
  };
  const addArgument = (node: { readonly start: number; readonly type: string }, kind: Kind) => {
    if (node.type === 'Literal' || node.type === 'TemplateLiteral')
      add(node.start, kind, contentOf(node, source));
  };
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      const [first] = given;
      if (first && isTest(callee)) addArgument(first, 'title');
      if (isLog(callee)) for (const argument of given) addArgument(argument, 'log');
    },
    Literal: (node) => typeof node.value === 'string' && add(node.start, 'string', node.value),
    TemplateLiteral: (node) => add(node.start, 'string', contentOf(node, source)),
    JSXText: (node) => add(node.start, 'markup', node.value),
  }).visit(program);
  return [...texts.values(), ...readComments(comments, source)];
}

const contentOf = (node: { readonly start: number; readonly end?: number }, source: string) =>
  source.slice(node.start + 1, (node.end ?? node.start) - 1);

/** Consecutive line comments are one text. */
function readComments(comments: readonly Comment[], source: string): readonly Found[] {
  const runs: { start: number; end: number; kind: Kind; text: string }[] = [];
  for (const { type, value, start, end } of comments) {
    const run = runs.at(-1);
    const continues =
      type === 'Line' && run?.kind === 'comment' && /^\n[ \t]*$/.test(source.slice(run.end, start));
    if (run && continues) Object.assign(run, { end, text: `${run.text} ${value}` });
    else runs.push({ start, end, kind: value.startsWith('*') ? 'docstring' : 'comment', text: value });
  }
  return runs.map(({ start, kind, text }) => [start, kind, bare(text)]);
}

/** A text without comment marks, quotes or line breaks. */
const bare = (text: string) =>
  text
    .replaceAll(/^\s*(?:\*+\/?|--|\/\/)/gm, ' ')
    .replaceAll(/^["#\s]+|["\s]+$/g, '')
    .replaceAll(/\s+/g, ' ');

/** True for `test`, `it` and what their members return, e.g. `test.each([…])`. */
function isTest(callee: Expression | { readonly type: 'Super' }): boolean {
  if (callee.type === 'Identifier') return callee.name === 'test' || callee.name === 'it';
  if (callee.type === 'MemberExpression') return isTest(callee.object);
  return callee.type === 'CallExpression' && isTest(callee.callee);
}

/** True for `log.warn`, `request.log.error` and the like. */
function isLog(callee: Expression | { readonly type: 'Super' }): boolean {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false;
  const { object } = callee;
  const name =
    object.type === 'Identifier' ? object.name : object.type === 'MemberExpression' ? object.property : null;
  const logger = typeof name === 'string' ? name : name?.type === 'Identifier' ? name.name : '';
  return LOG_LEVELS.has(callee.property.name) && /log(ger)?$/i.test(logger);
}
