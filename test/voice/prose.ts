import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** A text for people, and the line of its file on which it begins. */
export interface Prose {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/**
 * Comments and strings. Only templates and block comments span lines, so a stray quote spoils at most one
 * line.
 */
const IN_CODE = [
  String.raw`/\*[\s\S]*?\*/`,
  '(?<!:)//.*',
  String.raw`'(?:\\.|[^'\\\n])*'`,
  String.raw`"(?:\\.|[^"\\\n])*"`,
  '`(?:\\\\[\\s\\S]|[^`\\\\])*`',
].join('|');
/** Text between tags. */
const IN_JSX = '(?<=[>}])[^<>{}=;]*[a-z][^<>{}=;]*(?=[<{])';

const PROSE: readonly (readonly [ending: RegExp, prose: RegExp])[] = [
  [/\.tsx$/, new RegExp(`${IN_JSX}|${IN_CODE}`, 'g')],
  [/\.(ts|js|mjs)$/, new RegExp(IN_CODE, 'g')],
  [/\.graphql$/, /"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#.*/g],
  [/\.(md|html)$/, /.+/g],
];

/** Names inside a text: a template's expressions, and the names in JSDoc tags. */
const NAMES = /\$\{[^}]*\}|@(?:property|param) \{[^}]*\} \[?\w+\]?/g;

/** Generated, frozen, or about the words themselves. */
const LEFT_OUT =
  /generated|^schema\/frozen\/|^docs\/(changelog|conformance|contributing\/voice)|^packages\/api-types\/|^test\/(fixtures|voice)|^db\/migrations\/|^subgraphs\/catalog\/calendars\/domain\/windows-zones\.ts$/;

/** A file's texts for people. A single word, for example an import's path, doesn't count. */
export function proseOf(file: string, source: string): readonly Prose[] {
  const prose = PROSE.find(([ending]) => ending.test(file))?.[1];
  if (!prose) return [];
  return [...source.matchAll(prose)]
    .filter(([text]) => /[a-z] [a-z]/i.test(text))
    .map(({ 0: text, index }) => ({
      file,
      line: source.slice(0, index).split('\n').length,
      text: text.replaceAll(NAMES, '…'),
    }));
}

/** Every handwritten file in the repository, with its source. */
export function sourcesByHand(): readonly (readonly [file: string, source: string])[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  return listed
    .toString()
    .split('\0')
    .filter((file) => existsSync(file) && !LEFT_OUT.test(file) && PROSE.some(([ending]) => ending.test(file)))
    .map((file) => [file, readFileSync(file, 'utf8')] as const);
}
