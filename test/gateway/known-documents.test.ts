import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createKnownDocuments } from '#gateway/http/known-documents.ts';
import { takeLiterals } from '#gateway/http/literals.ts';

const schema = buildSchema(`
  scalar Day
  input Filter { name: String, first: Int, tags: [String!], inner: Filter, on: Day }
  type Thing { id: ID! name: String }
  type Query { things(first: Int, ids: [ID!], weight: Float, filter: Filter, on: Day): [Thing!]! thing(id: ID!): Thing }
`);

/** Enough tokens for a few documents. */
const TOKENS = 1_000;

function known(text: string, documentOf = createKnownDocuments(schema, TOKENS)) {
  const found = documentOf(text, undefined);
  if (!found || 'errors' in found) throw new Error(`${text}: ${JSON.stringify(found)}`);
  return found;
}

const valuesOf = (text: string) => Object.values(known(text).literals);

describe('known documents', () => {
  test('any number of queries that differ only in literals share one document', () => {
    const documentOf = createKnownDocuments(schema, TOKENS);
    const documents = new Set(
      Array.from(
        { length: 10_000 },
        (_, n) => known(`{ things(filter: { name: "n${n}" }) { id } }`, documentOf).document,
      ),
    );
    expect(documents.size).toBe(1);
  });

  test('queries that differ only in spacing and comments share one document', () => {
    const documentOf = createKnownDocuments(schema, TOKENS);
    const { document } = known('{ thing(id: 1) { id } }', documentOf);
    expect(known('{\n  thing(id: 22) { # a comment\n id }\n}', documentOf).document).toBe(document);
    expect(known('{ thing(id: 1) { id name } }', documentOf).document).not.toBe(document);
  });

  test.each([
    ['an integer', '{ things(first: 3) { id } }', [3]],
    ['an integer for a Float', '{ things(weight: 3) { id } }', [3]],
    ['a number with a fraction and an exponent', '{ things(weight: 3.5e1) { id } }', [35]],
    ['a number for an ID', '{ thing(id: 9007199254740993) { id } }', ['9007199254740993']],
    ['a string', '{ thing(id: "a\\u0041\\n") { id } }', ['aA\n']],
    ['a block string', '{ thing(id: """ a "b" """) { id } }', [' a "b" ']],
    ['a list', '{ things(ids: ["a", 2]) { id } }', ['a', '2']],
    ['objects', '{ things(filter: { inner: { first: 2, tags: ["t"] } }) { id } }', [2, 't']],
  ])('literals become variables: %s', (_title, text, values) => {
    expect(valuesOf(text)).toEqual(values);
  });

  test.each([
    ['a single literal for a list', '{ things(ids: 1) { id } }'],
    ['a literal for an unknown scalar', '{ things(on: "2026-01-01") { id } }'],
    ['a literal next to a variable', 'query ($n: Int) { things(filter: { first: $n, name: "n" }) { id } }'],
    ['a default value', 'query ($n: Int = 3) { things(first: $n) { id } }'],
    ['a document with two operations', 'query A { thing(id: 1) { id } } query B { thing(id: 1) { id } }'],
    ['a field repeated with the same argument', '{ thing(id: 1) { id } thing(id: 1) { name } }'],
    ['a number too large for JSON', '{ things(weight: 1e999) { id } }'],
    ['negative zero', '{ things(first: -0) { id } }'],
  ])('%s stays as written', (_title, text) => {
    const documentOf = createKnownDocuments(schema, TOKENS);
    const operationName = text.includes('query A') ? 'A' : undefined;
    const found = documentOf(text, operationName);
    expect(found).toMatchObject({ literals: {} });
    expect(documentOf(text, operationName)).toEqual(found);
  });

  test("errors quote the caller's text and its positions", () => {
    const documentOf = createKnownDocuments(schema, TOKENS);
    known('{ things(first: 1) { id } }', documentOf);
    expect(documentOf('{ things(first: 99999999999) { id } }', undefined)).toMatchObject({
      errors: [{ message: expect.stringContaining('99999999999'), locations: [{ line: 1, column: 17 }] }],
    });
  });

  test("callers' variables keep their names", () => {
    const text = 'query ($literal0: ID!) { thing(id: $literal0) { id } things(first: 1) { id } }';
    expect(known(text).literals).toEqual({ _literal0: 1 });
  });
});

test.each([
  ['an unterminated string', '{ a(b: "c) }'],
  ['a character outside the grammar', '{ a(b: ?) }'],
  ['1,001 tokens', `{${' a'.repeat(1_000)}`],
])("literals aren't extracted from a query with %s", (_title, text) => {
  expect(takeLiterals(text)).toBeNull();
});
