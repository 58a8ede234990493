import type { ResponsePath } from '@apollo/query-planner';
import { isObject, type Json } from './merge.ts';

/** Returns the objects at a plan's path (`@` steps into every list item), in order, without nulls. */
export function entitiesAt(data: Json, path: ResponsePath): Json[] {
  const found: Json[] = [];
  collect(data, path, 0, found);
  return found;
}

function collect(value: unknown, path: ResponsePath, depth: number, found: Json[]): void {
  if (value === null || value === undefined) return;
  const step = path[depth];
  if (step === undefined) {
    if (isObject(value)) found.push(value);
  } else if (step === '@') {
    if (Array.isArray(value)) for (const item of value) collect(item, path, depth + 1, found);
  } else if (isObject(value)) collect(value[step], path, depth + 1, found);
}

/** Returns each `entitiesAt` object's path in the response, in the same order, for error reports. */
export function pathsAt(data: Json, path: ResponsePath): (string | number)[][] {
  const found: (string | number)[][] = [];
  trace(data, path, 0, [], found);
  return found;
}

function trace(
  value: unknown,
  path: ResponsePath,
  depth: number,
  here: (string | number)[],
  found: (string | number)[][],
): void {
  if (value === null || value === undefined) return;
  const step = path[depth];
  if (step === undefined) {
    if (isObject(value)) found.push(here);
  } else if (step === '@') {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) trace(item, path, depth + 1, [...here, index], found);
  } else if (isObject(value)) trace(value[step], path, depth + 1, [...here, step], found);
}
