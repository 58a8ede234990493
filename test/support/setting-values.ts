/** Setting types with valid and invalid texts: one table for manifest, API and form. */
export const VALUE_TABLE: readonly {
  readonly type: string;
  /** Additional keys in its declaration. */
  readonly more?: Readonly<Record<string, unknown>>;
  readonly good: readonly string[];
  readonly bad: readonly string[];
}[] = [
  {
    type: 'text',
    more: { pattern: '[A-Z]{2}-\\d+', max: 8 },
    good: ['AB-1', 'CH-12345'],
    bad: ['ab-1', 'AB-1\n', 'AB-1 ', 'CH-123456'],
  },
  { type: 'textarea', good: ['one\ntwo', 'ü'], bad: ['x'.repeat(10_001), 'a\0b'] },
  { type: 'secret', more: { min: 4 }, good: ['abcd'], bad: ['abc'] },
  {
    type: 'integer',
    more: { min: -5, max: 40 },
    good: ['0', '40', '-5'],
    bad: ['41', '-6', '1.5', '01', '1e1', '-0', ' 1', 'one'],
  },
  { type: 'decimal', good: ['2.5', '-0.1', '10'], bad: ['2.', '.5', '1,5', 'NaN', '0.12345678901'] },
  { type: 'boolean', good: ['true', 'false'], bad: ['yes', '1', 'True'] },
  { type: 'select', more: { options: choices('a', 'b') }, good: ['a', 'b'], bad: ['c', 'A', '["a"]'] },
  {
    type: 'multiselect',
    more: { options: choices('a', 'b', 'c'), max: 2 },
    good: ['["a"]', '["a","c"]'],
    bad: ['a', '[]', '["a","a"]', '["d"]', '["a","b","c"]', '[1]', '{"a":1}'],
  },
  {
    type: 'url',
    good: ['https://example.com/a?b=c', 'http://localhost:3000'],
    bad: [
      'example.com',
      'javascript:alert(1)',
      'ftp://example.com',
      'https://user:pw@example.com',
      'https://a b',
    ],
  },
  { type: 'email', good: ['ada@example.com'], bad: ['ada', 'ada@', 'ada@localhost'] },
  { type: 'date', good: ['2027-02-28'], bad: ['2027-02-30', '28.2.2027', '2027-2-8'] },
  { type: 'time', good: ['00:00', '23:59'], bad: ['24:00', '7:30', '07:60', '07:30:00'] },
  { type: 'color', good: ['#1f6feb', '#FFFFFF'], bad: ['red', '#fff', '1f6feb'] },
  { type: 'property', good: [], bad: ['0', '01', 'abc', '999999'] },
  { type: 'unit_type', good: [], bad: ['0', '-1', '999999'] },
];

function choices(...values: readonly string[]) {
  return values.map((value) => ({ value, label: value.toUpperCase() }));
}
