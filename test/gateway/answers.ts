import type { ExecutionResult, GraphQLError } from 'graphql';
import { expect } from 'vitest';

/** Uncoded errors get our codes, which Apollo's executor lacks. */
const UNCODED: readonly unknown[] = [
  undefined,
  'DOWNSTREAM_SERVICE_ERROR',
  'INTERNAL_SERVER_ERROR',
  'BAD_USER_INPUT',
];

type Path = readonly (string | number)[];

/** A path without its list items: see `isInPlace`. */
const fieldsOf = (path: Path = []): string =>
  path.filter((step) => typeof step === 'string' && step !== '@').join('.');

/** An error as its place and code. */
const placeAndCode = ({ path, extensions }: GraphQLError): string =>
  UNCODED.includes(extensions?.code) ? fieldsOf(path) : `${fieldsOf(path)} ${extensions.code}`;

const completionOf = ({ extensions }: ExecutionResult) =>
  ((extensions?.valueCompletion ?? []) as readonly GraphQLError[]).map(placeAndCode).sort();

/** Every place in a response with a null, without list items. */
function nullsIn(value: unknown, place: Path = [], found = new Set<string>()): Set<string> {
  if (value === null) found.add(fieldsOf(place));
  else if (typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      nullsIn(inner, Array.isArray(value) ? place : [...place, key], found);
    }
  }
  return found;
}

/** If several fields break one object, graphql-js and graphql-jit differ in which one they report. */
function expectSameErrors(
  ours: readonly GraphQLError[],
  theirs: readonly GraphQLError[],
  data: unknown,
  text: string,
) {
  const nulls = [...nullsIn(data)];
  const leadsTo = (error: GraphQLError, place: string) =>
    place === '' || `${fieldsOf(error.path)}.`.startsWith(`${place}.`);
  const agree = (a: GraphQLError, b: GraphQLError): boolean =>
    placeAndCode(a) === placeAndCode(b) || nulls.some((place) => leadsTo(a, place) && leadsTo(b, place));
  const inWords = ({ path, message }: GraphQLError) => `${path?.join('.')}: ${message}\n${text}`;
  for (const our of ours)
    expect(
      theirs.some((their) => agree(our, their)),
      `ours ${inWords(our)}`,
    ).toBe(true);
  for (const their of theirs)
    expect(
      ours.some((our) => agree(our, their)),
      `theirs ${inWords(their)}`,
    ).toBe(true);
}

/**
 * Compares responses: data deep-equal, errors at the same places with the same codes, nulls propagated for
 * the same reasons.
 */
export function expectSameAnswer(answer: ExecutionResult, expected: ExecutionResult, text: string): void {
  const data = plain(answer.data);
  const errors = JSON.stringify({ ours: answer.errors, theirs: expected.errors });
  expect(data, `${text}\n${errors}`).toEqual(plain(expected.data));
  expect(completionOf(answer), text).toEqual(completionOf(expected));
  expectSameErrors(answer.errors ?? [], expected.errors ?? [], data, text);
}

const plain = (data: unknown): unknown => JSON.parse(JSON.stringify(data ?? null));

/**
 * Apollo's executor counts list items by its subgraph requests, so it misplaces errors in lists if it didn't
 * request every item. Our errors must point to a null in the response, to an incomplete entity, or to a field
 * that only another subgraph required.
 */
export function isInPlace(data: unknown, path: Path): boolean {
  let value = data;
  for (const step of path) {
    if (value === null || step === '@') return true;
    value = (value as Record<string | number, unknown>)[step];
    if (value === undefined) return typeof step === 'string';
  }
  return value === null || (typeof value === 'object' && Object.values(value).includes(null));
}
