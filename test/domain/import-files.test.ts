import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openBoundedThread } from '#kit/bounded-thread.ts';
import { textOfFile } from '#subgraphs/catalog/transfer/file-text.ts';
import { shapeOf } from '#subgraphs/catalog/transfer/json-shape.ts';
import { openParseThread, parseFile } from '#subgraphs/catalog/transfer/parse-thread.ts';
import { BOOKING_COLUMNS, readBookings } from '#subgraphs/catalog/transfer/read-bookings.ts';
import { readCsv } from '#subgraphs/catalog/transfer/read-csv.ts';
import { readJson } from '#subgraphs/catalog/transfer/read-json.ts';
import { WrongFile } from '#subgraphs/catalog/transfer/wanted.ts';

// Untrusted files: docs/interface/import.md.

const PROPERTY = { externalId: 'seehof', name: 'Seehof', currency: 'EUR', timeZone: 'Europe/Zurich' };
const fileOf = (properties: string) => `{"format":"platform_catalog","version":1,"properties":${properties}}`;

function problemOf(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof WrongFile) return error.message;
    throw error;
  }
}

describe('a JSON file', () => {
  test.each<[what: string, text: string, problem: string]>([
    [
      'nested 100,000 levels deep',
      fileOf(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
      'Line 1 is nested more than 20 levels deep.',
    ],
    ['of lists in lists', '['.repeat(500_000), 'Line 1 is nested more than 20 levels deep.'],
    [
      'with millions of empty objects',
      fileOf(`[${'{},'.repeat(2_500_000)}{}]`),
      'The file has more than 10000 rows. Split it into several.',
    ],
    [
      'with millions of numbers',
      fileOf(`[${'1,'.repeat(2_100_000)}1]`),
      'The file has more than 2000000 values. Split it into several.',
    ],
    [
      'with 2,000 properties',
      fileOf(`[${'{},'.repeat(1_999)}{}]`),
      'A file can have at most 1000 properties. Split it into several.',
    ],
    ['of an open quotation mark', '{"format', 'The file isn’t JSON.'],
    ['of an open escape', '{"format\\', 'The file isn’t JSON.'],
  ])('a JSON file %s is refused with a reason', (_what, text, problem) => {
    expect(problemOf(() => readJson(text))).toBe(problem);
  });

  test('the check stops after 300 errors', () => {
    const wrong = { ...PROPERTY, unitTypes: Array.from({ length: 500 }, () => ({})) };
    const { unreadable } = readJson(fileOf(JSON.stringify([wrong, wrong])));
    expect(unreadable).toHaveLength(301);
    expect(unreadable.at(-1)?.message).toMatch(/^The check stopped after 300 mistakes/);
  });

  test('a list that is too long is reported as a single error', () => {
    const nights = Array.from({ length: 20_000 }, () => ({}));
    const unitType = { externalId: 'a', name: 'A', units: 1, baseRate: 1, maxGuests: 2, nights };
    const { unreadable } = readJson(fileOf(JSON.stringify([{ ...PROPERTY, unitTypes: [unitType] }])));
    expect(unreadable.map(({ path, field }) => [path, field])).toEqual([
      ['properties[0].unitTypes[0]', 'nights'],
    ]);
  });

  test.each(['\0', '\ud800'])('%j in a text is reported as an error that names its field', (character) => {
    const { unreadable } = readJson(fileOf(JSON.stringify([{ ...PROPERTY, name: `a${character}` }])));
    expect(unreadable.map(({ field }) => field)).toEqual(['name']);
  });

  test("an unknown field is quoted without characters that can't be stored", () => {
    const { unreadable } = readJson(fileOf(JSON.stringify([{ ...PROPERTY, 'a\0': 1 }])));
    expect(unreadable.map(({ code }) => code)).toEqual(['UNKNOWN_FIELD']);
    expect(unreadable[0]?.message).not.toContain('\0');
  });

  test("properties and their parts have the file's line numbers", () => {
    const text = JSON.stringify(
      { properties: [{ 'a"}': '[{', unitTypes: [{ nights: [{}] }, {}] }, { fees: [{}] }] },
      null,
      1,
    );
    expect([...shapeOf(text)]).toEqual([
      ['properties[0]', 3],
      ['properties[0].unitTypes[0]', 6],
      ['properties[0].unitTypes[1]', 11],
      ['properties[1]', 14],
      ['properties[1].fees[0]', 16],
    ]);
  });
});

const CURRENCIES = new Map([['seehof', 'EUR']]);
const nightsOf = (text: string) =>
  readCsv(text, CURRENCIES).properties.flatMap(({ unitTypes }) =>
    unitTypes.flatMap(({ nights }) => nights?.ranges ?? []),
  );
const NIGHT = { from: '2027-03-31', until: '2027-03-31' };
const nightOf = (row: Partial<Record<'night' | 'rate' | 'units' | 'stop_sell', string>>) => {
  const cells = { night: '2027-03-31', ...row };
  const quoted = Object.values(cells).map((cell) => `"${cell.replaceAll('"', '""')}"`);
  return nightsOf(`unit_type,${Object.keys(cells)}\nlake,${quoted}`)[0];
};

describe('a table', () => {
  test.each<[what: string, text: string]>([
    ['a first line “sep=;”', 'sep=;\r\nunit_type;night;rate\r\nlake;2027-03-31;190,00\r\n'],
    ['a first line “sep=,” in quotation marks', '"sep=,"\nunit_type,night,rate\nlake,2027-03-31,190.00\n'],
    ['a first line “sep=” with a tab', 'SEP=\t\nunit_type\tnight\trate\nlake\t2027-03-31\t190\n'],
    [
      'a first line “sep=|” after a byte order mark',
      '\ufeffsep=|\nunit_type|night|rate\nlake|2027-03-31|190',
    ],
    ['a first line “sep=;” padded like the others', 'sep=;;;\nunit_type;night;rate\nlake;2027-03-31;190'],
    ['bars', 'unit_type|night|rate\nlake|2027-03-31|190'],
    ['old Mac line breaks', 'unit_type;night;rate\rlake;2027-03-31;190\r'],
    [
      'empty columns and lines at the end',
      'unit_type;night;rate;;\r\nlake;2027-03-31;190;;\r\n;;;;\r\n;;;;\r\n',
    ],
    ['a separator in quotation marks in the header', '"unit_type";"night";"rate"\n"lake";"2027-03-31";"190"'],
    ['cells as formulas', 'unit_type,night,rate\n"=""lake""","=""2027-03-31""",="190"'],
    [
      'header names with capitals, spaces and no-break spaces',
      'Unit type ;\u00a0NIGHT;Rate\nlake;2027-03-31;190',
    ],
  ])('a table with %s is read', (_what, text) => {
    const decoded = textOfFile(Buffer.from(text), 'csv');
    expect(nightsOf(decoded)).toMatchObject([{ ...NIGHT, rate: 19_000 }]);
  });

  test.each<[what: string, bytes: Buffer]>([
    [
      'UTF-16 little endian',
      Buffer.from('\ufeffunit_type\tnight\treason\nlake\t2027-03-31\tMüller', 'utf16le'),
    ],
    [
      'UTF-16 big endian',
      Buffer.from('\ufeffunit_type\tnight\treason\nlake\t2027-03-31\tMüller', 'utf16le').swap16(),
    ],
    ['Windows-1252', Buffer.from('unit_type;night;reason\nlake;2027-03-31;Müller', 'latin1')],
    ['UTF-8', Buffer.from('unit_type;night;reason\nlake;2027-03-31;Müller')],
  ])('a table in %s is read', (_what, bytes) => {
    expect(nightsOf(textOfFile(bytes, 'csv'))).toMatchObject([{ ...NIGHT, reason: 'Müller' }]);
  });

  test.each<[what: string, bytes: Buffer]>([
    ['a Mac encoding', Buffer.from([0x4d, 0x9f, 0x6c])],
    ['a DOS encoding', Buffer.from([0x4d, 0x81, 0x6c])],
    ['UTF-16 without a byte order mark', Buffer.from('unit_type', 'utf16le')],
  ])('a table in %s is refused with a suggested fix', (_what, bytes) => {
    expect(problemOf(() => textOfFile(bytes, 'csv'))).toMatch(/Save it as “CSV UTF-8”\.$/);
  });

  test.each<[cell: string, minor: number | undefined]>([
    ['190', 19_000],
    ['190,5', 19_050],
    ['1.190,50', 119_050],
    ['1,190.50', 119_050],
    ["1'190.50", 119_050],
    ['1’190', 119_000],
    ['1 190,50', 119_050],
    ['1\u202f190,50 €', 119_050],
    ['€ 190.00', 19_000],
    ['190,00\u00a0€', 19_000],
    ['EUR 190', 19_000],
    ['1.234.567,00', 123_456_700],
    ['1.234', undefined],
    ['1,234', undefined],
    ['$190', undefined],
    ['CHF 190', undefined],
    ['1.19,50', undefined],
    ['-190', undefined],
    ['190 kg', undefined],
    ['1'.repeat(50), undefined],
  ])('the amount “%s” in euros is %s cents', (rate, minor) => {
    expect(nightOf({ rate })?.rate).toBe(minor);
  });

  test.each<[cell: string, date: string | undefined]>([
    ['2027-03-31', '2027-03-31'],
    ['2027/03/31', '2027-03-31'],
    ['31.03.2027', '2027-03-31'],
    ['31.3.27', '2027-03-31'],
    ['31-03-2027', '2027-03-31'],
    ['31/03/2027', '2027-03-31'],
    ['3/31/2027', '2027-03-31'],
    ['3/3/2027', '2027-03-03'],
    ['2027-03-31 00:00:00', '2027-03-31'],
    ['2027-03-31T00:00:00Z', '2027-03-31'],
    ['03/04/2027', undefined],
    ['30.02.2027', undefined],
    ['2027-03-31 15:00', undefined],
    ['31st March', undefined],
  ])('the date “%s” is %s', (night, date) => {
    expect(nightOf({ night })?.from).toBe(date);
  });

  test('one unambiguous date in a table shows whether the others have the day first', () => {
    const table = (...dates: string[]) =>
      `unit_type,night\n${dates.map((date) => `lake,${date}`).join('\n')}`;
    expect(nightsOf(table('03/04/2027', '31/03/2027')).map(({ from }) => from)).toEqual([
      '2027-04-03',
      '2027-03-31',
    ]);
    expect(nightsOf(table('03/04/2027', '03/31/2027')).map(({ from }) => from)).toEqual([
      '2027-03-04',
      '2027-03-31',
    ]);
    expect(nightsOf(table('31/03/2027', '03/31/2027'))).toEqual([]);
  });

  test.each<[cell: string, is: boolean | undefined]>([
    ['WAHR', true],
    ['faux', false],
    ['VERDADERO', true],
    ['nein', false],
    ['maybe', undefined],
  ])('the cell “%s” is %s', (cell, is) => {
    expect(nightOf({ stop_sell: cell })?.stopSell).toBe(is);
  });

  test('a whole number may have zeros after the decimal point', () => {
    expect(['2,00', '2.0', '2.5'].map((units) => nightOf({ units })?.units)).toEqual([2, 2, undefined]);
  });

  test.each<[what: string, text: string, problem: RegExp]>([
    ['a header of 400 KB', 'a,'.repeat(200_000), /^Line 1 has more than 100 cells/],
    [
      '20,000 rows',
      `unit_type,night\n${'lake,2027-03-31\n'.repeat(20_000)}`,
      /^The file has more than 10000 rows/,
    ],
    [
      'a cell of 10 MB of quotation marks',
      `unit_type,night\na${'"'.repeat(10_000_000)}`,
      /^A cell in line 2 has more than 20000 characters/,
    ],
    ['10 MB of spaces', `unit_type,night\n${' '.repeat(10_000_000)}"`, /not closed|more than 20000/],
    ['a column without a name', 'unit_type,,night\nlake,,2027-03-31', /^Column 2 has no name/],
    ['a duplicate column', 'unit_type,night,Night', /^The column “night” appears twice/],
  ])('a table with %s is refused with a reason', (_what, text, problem) => {
    expect(problemOf(() => readCsv(text, CURRENCIES))).toMatch(problem);
  });
});

describe('the thread that parses files', { timeout: 60_000 }, () => {
  const parse = (thread: ReturnType<typeof openParseThread>, text: string) =>
    parseFile(thread, { kind: 'platform_json', file: Buffer.from(text) }, 1);

  test('the thread still parses the next file after a hostile one', async () => {
    const thread = openParseThread();
    const nested = fileOf(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
    await expect(parse(thread, nested)).rejects.toThrow('nested more than 20 levels');
    expect(await parse(thread, fileOf(JSON.stringify([PROPERTY])))).toMatchObject({
      properties: [{ externalId: 'seehof' }],
    });
  });

  test.each([
    [
      'memory',
      { memoryMb: 32, timeoutMs: 30_000 },
      'The file takes too much memory to read. Split it into several.',
    ],
    ['time', { memoryMb: 512, timeoutMs: 1 }, 'The file takes too long to read. Split it into several.'],
  ] as const)(
    'a file that exceeds the limit on %s is refused with a reason',
    async (_limit, limits, problem) => {
      const worker = new URL('../../subgraphs/catalog/transfer/parse-worker.ts', import.meta.url);
      const thread = openBoundedThread(worker, { ...limits, maxAnswerBytes: 60_000_000 });
      const text = `{"x":[${'["a text of its own"],'.repeat(600_000)}1]}`;
      await expect(parse(thread as ReturnType<typeof openParseThread>, text)).rejects.toThrow(problem);
    },
  );
});

describe('a table of reservations', () => {
  const HEADER = 'external_id,unit_type,check_in,check_out,adults,first_name,last_name,total,status';
  const lineOf = (status: string) => `R-1,Lake,2027-07-03,2027-07-05,2,Ada,Byron,240,${status}`;

  test.each([
    ['confirmed', 'confirmed'],
    ['', 'confirmed'],
    ['Checked in', 'confirmed'],
    ['in-house', 'confirmed'],
    ['Tentative', 'held'],
    ['unpaid', 'held'],
    ['CANCELLED', 'canceled'],
    ['canceled', 'canceled'],
    ['no show', null],
    ['constructor', null],
  ])('the status “%s” of a reservation is %s', (written, status) => {
    const { bookings, unreadable } = readBookings(`${HEADER}\n${lineOf(written)}`);
    expect(bookings[0]?.status ?? null).toBe(status);
    expect(unreadable.map(({ field }) => field)).toEqual(status === null ? ['status'] : []);
  });

  test('reservations are read in any order of columns, with any separator', () => {
    const columns = BOOKING_COLUMNS.map((column) => ({ column, cell: CELLS[column] }));
    fc.assert(
      fc.property(
        fc.shuffledSubarray(columns, { minLength: columns.length }),
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        (order, separator, end) => {
          const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
          const rows = [order.map(({ column }) => column), order.map(({ cell }) => quoted(cell))];
          const text = rows.map((cells) => cells.join(separator)).join(end);
          expect(readBookings(text)).toEqual({ bookings: [BOOKING], repeated: [], unreadable: [] });
        },
      ),
    );
  });

  const CELLS: Readonly<Record<(typeof BOOKING_COLUMNS)[number], string>> = {
    external_id: 'R;1',
    property: 'Seehof, Brienz',
    unit_type: 'Lake "room"',
    unit: '2',
    check_in: '03.07.2027',
    check_out: '2027-07-05',
    adults: '2',
    children: '1',
    first_name: 'Ada',
    last_name: 'Byron',
    email: 'ada@example.com',
    phone: '+41 44 555 01 01',
    status: 'confirmed',
    total: '1.240,50',
    paid: '0',
    currency: 'eur',
    source: 'Phone',
    note: 'Two lines\nof text',
  };
  const BOOKING = {
    path: 'line 2',
    line: 2,
    externalId: 'R;1',
    property: 'Seehof, Brienz',
    unitType: 'Lake "room"',
    unit: '2',
    checkIn: '2027-07-03',
    checkOut: '2027-07-05',
    adults: 2,
    children: 1,
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.com',
    phone: '+41 44 555 01 01',
    status: 'confirmed',
    total: '1.240,50',
    paid: '0',
    currency: 'EUR',
    source: 'Phone',
    note: 'Two lines\nof text',
  };
});
