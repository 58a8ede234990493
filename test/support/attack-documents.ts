/** Nested fragments with one field. */
export const nested = (depth: number) =>
  `{ tasks { nodes { id ${'... on Task { '.repeat(depth)} id ${'}'.repeat(depth)} } } }`;
/** A fragment that each earlier one spreads twice. */
export const doubling = (levels: number) =>
  `{ ...F0 } ${Array.from({ length: levels }, (_, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`).join(' ')} fragment F${levels} on Query { apiVersion }`;

/** A property of a unit type of a property and so on, `depth` fields deep. */
export const ordinary = (depth: number) => {
  const fields = [
    'property(id: 1)',
    ...Array.from({ length: depth - 2 }, (_, n) => (n % 2 ? 'property' : 'unitTypes')),
    'id',
  ];
  return `${fields.join(' { ')}${' }'.repeat(depth - 1)}`;
};
/** The same with a separate fragment for every field. */
export const inFragments = (depth: number) => {
  const fragments = Array.from({ length: depth - 2 }, (_, n) => {
    const [type, field] = n % 2 ? ['UnitType', 'property'] : ['Property', 'unitTypes'];
    return `fragment F${n} on ${type} { ${field} { ${n === depth - 3 ? 'id' : `...F${n + 1}`} } }`;
  });
  return `{ property(id: 1) { ...F0 } } ${fragments.join(' ')}`;
};
/** A document with this many aliases. */
export const aliases = (count: number) =>
  `{ ${Array.from({ length: count }, (_, n) => `a${n}: apiVersion`).join(' ')} }`;
/** A document with this many tokens: nine for a fragment and its spread, one for a field, two braces. */
export const tokens = (count: number) => {
  const names = Array.from({ length: Math.floor((count - 2) / 9) }, (_, n) => `F${n}`);
  const spreads = names.map((name) => `...${name}`).join(' ');
  const fragments = names.map((name) => `fragment ${name} on Query { apiVersion }`).join(' ');
  return `{ ${spreads} ${'apiVersion '.repeat((count - 2) % 9)}} ${fragments}`;
};

/** Documents that cost an unguarded server seconds. */
export const ATTACKS: readonly (readonly [title: string, query: string])[] = [
  [
    'deep introspection',
    `{ __schema ${'{ types { fields { type '.repeat(20)} { name } ${'} } }'.repeat(20)} }`,
  ],
  ['deep fields', `{ ${ordinary(200)} }`],
  ['a fragment that doubles 60 times', doubling(60)],
  ['as many aliases as tokens allow', aliases(332)],
  ['a field two thousand times', `{ ${'apiVersion '.repeat(2_000)} }`],
  [
    'aliased introspection',
    `{ ${Array.from({ length: 60 }, (_, n) => `a${n}: __schema { types { name } }`).join(' ')} }`,
  ],
  ['a fragment cycle', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }'],
  ['a fragment in itself', '{ tasks { nodes { ...A } } } fragment A on Task { id ...A }'],
  ['a thousand directives', `{ apiVersion ${'@include(if: true) '.repeat(250)} }`],
  ['a thousand unknown fields', `{ ${Array.from({ length: 990 }, (_, n) => `f${n}`).join(' ')} }`],
  ['brackets', '{'.repeat(30_000)],
  [
    'a list in a list where a DateTime belongs',
    `{ tasks(filter: { updatedSince: ${'['.repeat(400)}${']'.repeat(400)} }) { nodes { id } } }`,
  ],
  [
    'the same where it is skipped',
    `{ tasks(filter: { updatedSince: ${'['.repeat(25)}${']'.repeat(25)} }) @skip(if: true) { nodes { id } } }`,
  ],
  [
    'the same where a Date belongs',
    `{ rates(unitTypeId: 1, from: ${'['.repeat(60)}${']'.repeat(60)}, until: {a: [[{b: {}}]]}) { nodes { rate } } }`,
  ],
  [
    'the same as an amount',
    `mutation { ratesUpdate(input: { updates: [{ unitTypeId: 1, from: "2027-01-01", until: "2027-01-01", rate: ${'['.repeat(60)}${']'.repeat(60)} }] }) { userErrors { code } } }`,
  ],
  [
    'the same as the default of a variable',
    `query ($since: DateTime = ${'['.repeat(60)}${']'.repeat(60)}) { tasks(filter: { updatedSince: $since }) { nodes { id } } }`,
  ],
  ['the schema twice', '{ a: __schema { types { name } } b: __schema { types { name } } }'],
  [
    'the schema twice in a fragment',
    '{ ...A ...B } fragment A on Query { a: __schema { types { name } } } fragment B on Query { b: __schema { types { name } } }',
  ],
  [
    'every field of every type 45 times',
    `{ __schema { types { ${Array.from({ length: 45 }, (_, n) => `a${n}: fields { name description args { name } }`).join(' ')} } } }`,
  ],
  [
    'every field of one type 45 times',
    `{ ${Array.from({ length: 45 }, (_, n) => `a${n}: __type(name: "Query") { fields { name type { fields { name } } } }`).join(' ')} }`,
  ],
  ['a list in a list', `{ task(id: ${'['.repeat(400)}1${']'.repeat(400)}) { id } }`],
  ['a subscription', 'subscription { tasks { nodes { id } } }'],
  ['overlapping fields', `{ ${'tasks { nodes { id } } '.repeat(120)} }`],
];
