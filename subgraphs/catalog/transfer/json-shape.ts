import { endOfString } from '#kit/json-text.ts';
import { MAX_FILE_ROWS, tooManyRows, WrongFile } from './wanted.ts';

/** Levels of nested lists and objects; the format itself has eight. */
const MAX_DEPTH = 20;
/** Approximate limit on a file's values: 20 MB of nights have 1.5 million. */
const MAX_VALUES = 2_000_000;
/** Names of lists whose objects have rows in the dry run. */
const LISTS = new Set([
  'properties',
  'cancellationPolicies',
  'unitTypes',
  'fees',
  'taxes',
  'messageTemplates',
  'messageRules',
  'taskRules',
]);
/** `properties[0].unitTypes[2]` has two. */
const MAX_PATH_LISTS = 2;

/** Lines on which a file's objects begin, by path: `properties[0].unitTypes[2]`. */
export type LinesByPath = ReadonlyMap<string, number>;

/** An open list or object. */
interface Level {
  /** Null if no object inside has a row. */
  readonly path: string | null;
  /** Lists in the path. */
  readonly lists: number;
  /** The current value's index in a list; null for an object. */
  index: number | null;
  key: string;
}

/**
 * Checks in one pass, before anything is parsed, that a text isn't nested too deeply and doesn't have too
 * many values, and finds the lines on which its objects begin. Throws `WrongFile`. A text that isn't JSON
 * passes, because it fails later when it is parsed.
 */
export function shapeOf(text: string): LinesByPath {
  const lines = new Map<string, number>();
  const open: Level[] = [];
  let [line, values, key] = [1, 0, ''];
  for (let at = 0; at < text.length; at++) {
    const inside = open.at(-1);
    switch (text[at]) {
      case '\n':
        line += 1;
        break;
      case '"': {
        const end = endOfString(text, at);
        if (inside && inside.path !== null) key = text.slice(at + 1, end);
        at = end;
        break;
      }
      case ':':
        if (inside) inside.key = key;
        break;
      case ',':
        values += 1;
        if (inside && inside.index !== null) inside.index += 1;
        break;
      case '{':
      case '[': {
        values += 1;
        if (open.length === MAX_DEPTH)
          throw new WrongFile(`Line ${line} is nested more than ${MAX_DEPTH} levels deep.`);
        const isList = text[at] === '[';
        const level = levelIn(inside, isList);
        if (!isList && level.path !== null && open.length > 0) {
          lines.set(level.path, line);
          if (lines.size > MAX_FILE_ROWS) throw tooManyRows();
        }
        open.push(level);
        break;
      }
      case '}':
      case ']':
        open.pop();
    }
    if (values > MAX_VALUES)
      throw new WrongFile(`The file has more than ${MAX_VALUES} values. Split it into several.`);
  }
  return lines;
}

function levelIn(inside: Level | undefined, isList: boolean): Level {
  const level = { index: isList ? 0 : null, key: '' };
  if (!inside) return { ...level, path: isList ? null : '', lists: 0 };
  const { path, lists, index, key } = inside;
  if (path === null) return { ...level, path, lists };
  if (index !== null) return { ...level, path: isList ? null : `${path}[${index}]`, lists };
  if (!isList || lists === MAX_PATH_LISTS || !LISTS.has(key)) return { ...level, path: null, lists };
  return { ...level, path: path === '' ? key : `${path}.${key}`, lists: lists + 1 };
}
