import fc from 'fast-check';

/** A TOML value in every allowed form, with comments and line breaks where the language permits them. */
const basicText = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .filter((text) => !text.includes('\u007f'))
  .map((text) => JSON.stringify(text));
const scalar = fc.oneof(
  basicText,
  fc.constantFrom(
    "'C:\\a'",
    "''",
    '""',
    '"a # \\" ] } = b"',
    '"""\n[not.a.table]\nname = "no" ""\\\n  more"""',
    "'''\n# no comment\nslug = 'no'\n'''",
    '""""quoted"""""',
    '0x1F',
    '-12_000',
    '6.02e23',
    'true',
    '1979-05-27T07:32:00Z',
    '1979-05-27 07:32:00.5',
    '07:32:00',
  ),
);
const gap = fc.constantFrom('', ' ', '\n', '\n  # [a, comment] = "x"\n', '\t');
const value: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc
      .array(fc.tuple(gap, tie('value'), gap), { maxLength: 3 })
      .map((entries) => `[${entries.map((entry) => entry.join('')).join(',')}${entries.length ? ',' : ''}]`),
    fc
      .array(tie('value'), { maxLength: 3 })
      .map((entries) => `{${entries.map((entry, index) => ` k${index}.'in ner' = ${entry}`).join(',')} }`),
  ),
})).value;

const keyOf = (index: number): fc.Arbitrary<string> =>
  fc.constantFrom(`k${index}`, `"k ${index}.\\u0041"`, `'q${index}]'`, `d${index} . "x" .y`, `\tk${index}`);
const remark = fc.constantFrom('', '   ', '# slug = "no"', '\t# ["x"]');
const entry = (index: number): fc.Arbitrary<string> =>
  fc.oneof(
    remark,
    fc.tuple(keyOf(index), value, remark).map(([key, written, after]) => `${key} = ${written} ${after}`),
  );

const lines = (from: number): fc.Arbitrary<string[]> =>
  fc.array(fc.nat(), { maxLength: 4 }).chain((slots) => fc.tuple(...slots.map((_, i) => entry(from + i))));

/**
 * Documents such as app.toml: top-level entries with or without a name, then tables and arrays of tables, with LF or
 * CRLF line endings, with or without a byte order mark and a last line break.
 */
export const tomlDocument: fc.Arbitrary<string> = fc
  .record({
    before: lines(100),
    name: fc.option(fc.constantFrom('name = "App"', "name='App' # what hosts see", ' "name"  =  "App"')),
    after: lines(200),
    tables: fc.array(fc.tuple(fc.constantFrom('t', 'array', 'dotted'), lines(300), remark), { maxLength: 3 }),
    newline: fc.constantFrom('\n', '\r\n'),
    mark: fc.constantFrom('', '\uFEFF'),
    ended: fc.boolean(),
  })
  .map(({ before, name, after, tables, newline, mark, ended }) => {
    const blocks = tables.flatMap(([kind, entries, note], index) => [header(kind, index, note), ...entries]);
    const text = [...before, ...(name === null ? [] : [name]), ...after, ...blocks].join('\n');
    return mark + (ended ? `${text}\n` : text).replaceAll('\n', newline);
  });

function header(kind: string, index: number, note: string): string {
  if (kind === 'array') return `[[ many ]] ${note}`;
  return kind === 't' ? `[table${index}]${note}` : `[ "a.b" . t${index} ] ${note}`;
}
