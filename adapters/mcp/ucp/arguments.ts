import type { z } from 'zod';
import { jsonPath } from '#kit/entered-text.ts';
import { reasonOf, valueAt } from '#kit/wrong-value.ts';
import { isObject } from '../transport/message.ts';
import { type Message, refused } from './messages.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/**
 * What is wrong with a tool's arguments: one message per problem, each with its path, its reason and a way out. The path is
 * where the caller put the value (`given`), which may be beside the group that `arranged` has it in.
 */
export function explainIssues(
  issues: readonly Issue[],
  { given, arranged }: { readonly given: unknown; readonly arranged: unknown },
  schema: Readonly<Record<string, unknown>>,
): readonly Message[] {
  const mistyped = new Set(issues.filter(isOfType).map(({ path }) => jsonPath(path)));
  // A text in place of a list is too long for the list as well: only the type is wrong.
  const separate = issues.filter((issue) => isOfType(issue) || !mistyped.has(jsonPath(issue.path)));
  return separate.slice(0, 10).map((issue) => {
    const path = pathAsGiven(issue.path, given);
    const value = valueAt(arranged, issue.path);
    const code = value === undefined ? 'missing' : 'invalid';
    return refused(code, `${path} ${reasonOf(issue, value)}.${wayOut(issue, schema)}`, path);
  });
}

const isOfType = ({ code }: Issue): boolean => code === 'invalid_type';

/** The caller's path of a value in the arranged arguments. */
export function pathAsGiven(path: Path, given: unknown): string {
  return jsonPath(isBeside(path, given) ? path.slice(1) : path);
}

/** Whether the caller put a field of a group beside it: `units` instead of `catalog.units`. */
function isBeside(path: Path, given: unknown): boolean {
  return (
    path.length > 1 &&
    valueAt(given, path.slice(0, 2)) === undefined &&
    valueAt(given, path.slice(1, 2)) !== undefined
  );
}

/** The example that the published schema gives for the place, where it gives one. */
function wayOut(issue: Issue, schema: Readonly<Record<string, unknown>>): string {
  let node: unknown = schema;
  for (const key of issue.path) {
    if (!isObject(node)) return '';
    node =
      typeof key === 'number' ? node.items : isObject(node.properties) ? node.properties[String(key)] : null;
  }
  if (!isObject(node)) return '';
  const [example = node.default] = Array.isArray(node.examples) ? node.examples : [];
  const isEmpty = isObject(example) && Object.keys(example).length === 0;
  return example === undefined || isEmpty ? '' : ` Send for example ${JSON.stringify(example)}.`;
}
