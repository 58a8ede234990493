import type { z } from 'zod';
import { jsonPath } from '#kit/entered-text.ts';
import { reasonOf, valueAt } from '#kit/wrong-value.ts';
import { isObject } from '../transport/message.ts';
import { type Message, refused } from './messages.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/**
 * Explains problems in a tool's arguments: one message per problem with its path, its reason and a fix. The
 * path is the value's place in the caller's arguments (`given`), where the value may be next to the group
 * that contains it in `arranged`.
 */
export function explainIssues(
  issues: readonly Issue[],
  { given, arranged }: { readonly given: unknown; readonly arranged: unknown },
  schema: Readonly<Record<string, unknown>>,
): readonly Message[] {
  const mistyped = new Set(issues.filter(isOfType).map(({ path }) => jsonPath(path)));
  // Text passed instead of a list may also exceed the list's maximum length; report only the wrong type.
  const separate = issues.filter((issue) => isOfType(issue) || !mistyped.has(jsonPath(issue.path)));
  return separate.slice(0, 10).map((issue) => {
    const path = pathAsGiven(issue.path, given);
    const value = valueAt(arranged, issue.path);
    const code = value === undefined ? 'missing' : 'invalid';
    return refused(code, `${path} ${reasonOf(issue, value)}.${wayOut(issue, schema)}`, path);
  });
}

const isOfType = ({ code }: Issue): boolean => code === 'invalid_type';

/** Returns the caller's path for a value in the arranged arguments. */
export function pathAsGiven(path: Path, given: unknown): string {
  return jsonPath(isBeside(path, given) ? path.slice(1) : path);
}

/** True if the caller put a group's field next to the group: `units` instead of `catalog.units`. */
function isBeside(path: Path, given: unknown): boolean {
  return (
    path.length > 1 &&
    valueAt(given, path.slice(0, 2)) === undefined &&
    valueAt(given, path.slice(1, 2)) !== undefined
  );
}

/** Returns the published schema's example for the path, if there is one. */
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
  return example === undefined || isEmpty ? '' : ` Send, for example, ${JSON.stringify(example)}.`;
}
