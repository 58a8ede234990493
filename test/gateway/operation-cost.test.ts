import { buildSchema, getOperationAST, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { introspectedBy } from '#gateway/cost/introspection.ts';
import { LARGEST, operationCost } from '#gateway/cost/operation-cost.ts';
import { apiSdl } from '#schema/sdl.ts';

const schema = buildSchema(apiSdl('host'));

function costOf(text: string, variables: Readonly<Record<string, unknown>> = {}): number {
  const document = parse(text);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('There is no operation.');
  return operationCost(schema, document, operation).cost(variables);
}

describe('nights without pages', () => {
  const calendar = (range: string) => `unitTypes(first: 3) { nodes { calendar(${range}) { date rate } } }`;
  const asked = (from: unknown, until: unknown) =>
    costOf(`query ($from: Date!, $until: Date!) { ${calendar('from: $from, until: $until')} }`, {
      from,
      until,
    });

  test.each([
    ['2027-01-01', '2027-01-01', 1],
    ['2027-01-01', '2027-01-31', 31],
    ['2027-01-01', '2029-01-01', 731],
    ['2027-01-01', '2099-01-01', 731],
    ['2027-01-31', '2027-01-01', 1],
    ['no date', null, 1],
  ])('nights from %s until %s cost %s points for each unit type', (from, until, nights) => {
    expect(asked(from, until)).toBe(2 + 3 * (1 + nights));
  });

  test('nights cost the same with an explicit or a default range', () => {
    expect(costOf(`{ ${calendar('from: "2027-01-01", until: "2027-01-31"')} }`)).toBe(2 + 3 * 32);
    const text = `query ($from: Date! = "2027-01-01", $until: Date! = "2027-01-31") { ${calendar('from: $from, until: $until')} }`;
    expect(costOf(text)).toBe(2 + 3 * 32);
  });
});

describe('the highest cost', () => {
  const TEXTS = [
    'query ($n: Int, $m: Int = 3) { unitTypes(first: $n) { nodes { id } } properties(last: $m, first: 5) { nodes { id unitTypes { id } } } }',
    'query ($n: Int!, $from: Date!, $until: Date!) { unitTypes(first: $n) { nodes { calendar(from: $from, until: $until) { date } } } }',
    'query ($until: Date = "2027-02-01") { unitTypes(first: 2) { nodes { calendar(from: "2027-01-01", until: $until) { date } } } }',
    '{ unitTypes(first: 7) { nodes { calendar(from: "2027-01-01", until: "2027-01-31") { date } } } }',
  ];
  const SIZES = [undefined, null, 1, 50, 100, 5_000];
  const DATES = [undefined, '2027-01-01', '2029-06-30', '2099-01-01'];

  test.each(TEXTS)('no variables cost more than the highest cost of %s', (text) => {
    const highest = costOf(text, LARGEST);
    const costs = SIZES.flatMap((n) =>
      SIZES.flatMap((m) => DATES.map((until) => costOf(text, { n, m, from: '2027-01-01', until }))),
    );
    expect(Math.max(...costs)).toBe(highest);
  });
});

describe('what an operation asks about the schema', () => {
  const askedBy = (text: string) => {
    const document = parse(text);
    const operation = getOperationAST(document);
    if (!operation) throw new Error('There is no operation.');
    return introspectedBy(schema, document, operation);
  };

  test('selecting only __typename costs no points', () => {
    expect(askedBy('{ __typename storefronts { __typename id } }')).toEqual({ schemas: 0, share: 0 });
  });

  test("a schema query's cost grows with a list's aliases", () => {
    const of = (times: number) =>
      askedBy(
        `{ __schema { types { ${Array.from({ length: times }, (_, n) => `a${n}: fields { name }`).join(' ')} } } }`,
      );
    expect(of(20).share / of(10).share).toBeCloseTo(2, 1);
  });

  test("a schema query's cost counts a fragment once per spread", () => {
    const once = askedBy('{ __type(name: "Query") { ...F } } fragment F on __Type { fields { name } }');
    const twice = askedBy(
      '{ a: __type(name: "Query") { ...F } b: __type(name: "Query") { ...F } } fragment F on __Type { fields { name } }',
    );
    expect(twice.share).toBeCloseTo(2 * once.share);
  });
});
