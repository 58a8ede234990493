import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { CatalogFile } from '#subgraphs/catalog/index.ts';
import { DESK_RECORDS } from '../support/desk-records.ts';
import { ask, hostOf } from '../support/developer.ts';
import { openReception } from '../support/guests.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// docs/interface/bookings.md#redaction: every record of the desk that can name a guest.

let platform: TestPlatform;
let reception: Awaited<ReturnType<typeof openReception>>;
let host: ViewerOf<'hostUser'>;
beforeAll(async () => {
  platform = await startPlatform();
  reception = await openReception(platform, 'lakeside');
  host = hostOf(reception.teamId);
});
afterAll(() => platform.close());

/** Runs a mutation that must not be refused. */
async function run<T = unknown>(name: string, type: string, input: object): Promise<T> {
  const selection = type.split(' ')[1] ?? '';
  const [inputType = ''] = type.split(' ');
  const { it } = await ask<{ it: T & { userErrors: readonly object[] } }>(
    platform,
    host,
    `mutation ($input: ${inputType}!) { it: ${name}(input: $input) { ${selection} userErrors { field message } } }`,
    { input },
  );
  expect([name, it.userErrors]).toEqual([name, []]);
  return it;
}

const NAME = 'Zenobia Quillfeather';

/** Tables with a row that contains the guest's name. */
async function tablesNaming(tables: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    tables.map((table) =>
      platform.database.query(`SELECT 1 FROM ${table} t WHERE t::text ~* 'quillfeather' LIMIT 1`),
    ),
  );
  return tables.filter((_table, at) => (found[at] ?? []).length > 0);
}

test('every table of checkout, payments and tasks is listed with its export and its redaction', () => {
  const tables = readFileSync('db/tables.txt', 'utf8').matchAll(
    /^((?:checkout|payments|tasks)\.\w+) table$/gm,
  );
  expect(Object.keys(DESK_RECORDS).sort()).toEqual([...tables].map(([, table]) => table).sort());
  const tests = Object.values(DESK_RECORDS).flatMap((record) => record.test ?? []);
  expect(tests.filter((file) => !existsSync(`test/${file}`))).toEqual([]);
});

test("every record in a storefront's export has a section in the file", () => {
  const exported = Object.entries(DESK_RECORDS).filter(([, record]) => record.export === 'file');
  const sections = exported.map(([table]) =>
    table.replace(/^\w+\./, '').replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase()),
  );
  expect(Object.keys(CatalogFile.shape)).toEqual(expect.arrayContaining(sections));
});

test("redacting a guest removes the guest's name from every record of the desk", async () => {
  const booking = await reception.book({
    firstName: 'Zenobia',
    lastName: 'Quillfeather',
    email: 'zenobia.quillfeather@example.com',
  });
  const bookingId = booking.id;
  const [placed] = await platform.database.query<{ propertyId: string; unitId: string; reference: string }>(
    `SELECT b.property_id::text AS "propertyId", b.reference,
       (SELECT min(u.id)::text FROM catalog.unit u JOIN catalog.unit_type t ON t.id = u.unit_type_id
        WHERE t.property_id = b.property_id) AS "unitId"
     FROM checkout.bookings b WHERE b.id = $1`,
    [bookingId],
  );
  if (!placed) throw new Error('There is no booking.');
  const { propertyId, unitId, reference } = placed;
  const charge = { bookingId, kind: 'extra', name: `Dinner (${NAME})`, amount: 4_000 };
  await run('folioChargeAdd', 'FolioChargeAddInput', charge);
  const payment = { bookingId, method: 'bank_transfer', amount: 100, reference: NAME };
  await run('folioPaymentRecord', 'FolioPaymentRecordInput', payment);
  const [from, until] = [300, 301].map((days) => `${daysAhead(days)}`);
  const closed = { unitId, status: 'out_of_order', from, until, reason: `Kept for ${NAME}` };
  await run('unitHousekeepingSet', 'UnitHousekeepingSetInput', closed);
  const { task } = await run<{ task: { id: string } }>('taskCreate', 'TaskCreateInput task{id}', {
    taskType: 'cleaning',
    propertyId,
    bookingId,
    title: `Flowers for ${NAME}`,
    checklist: [{ text: `Greet ${NAME}` }],
  });
  await ask(
    platform,
    host,
    `mutation ($task: ID!, $booking: ID!, $text: String!) {
      taskCommentAdd(taskId: $task, text: $text) { userErrors { code } }
      bookingNoteSet(bookingId: $booking, note: $text) { userErrors { code } } }`,
    { task: task.id, booking: bookingId, text: `${NAME} called.` },
  );
  const field = { app: 'a', namespace: 'a', key: 'guest', value: NAME, visibility: 'app' };
  const fields = [
    { ...field, type: 'string' },
    { ...field, key: 'meter', type: 'integer', value: '4711' },
  ];
  await platform.database.query('UPDATE tasks.task SET custom_fields = $2 WHERE id = $1', [
    task.id,
    JSON.stringify(fields),
  ]);
  await platform.database.query('UPDATE checkout.bookings SET source_label = $2 WHERE id = $1', [
    bookingId,
    `Sister of ${NAME}`,
  ]);
  await run('conversationStart', 'ConversationStartInput', {
    bookingId,
    text: `Dear ${NAME}`,
    subject: NAME,
    idempotencyKey: newUuid(),
  });
  await platform.database.query(
    `INSERT INTO checkout.booking_change_requests (team_id, booking_id, property_id, replaces, status, stay, agreed, total,
       difference, fingerprint, decline_reason, expires_at, created_at, updated_at)
     SELECT team_id, id, property_id, hold_id, 'declined', '{}', '{}', 1, 1, 'f', $2, now(), now(), now()
     FROM checkout.bookings WHERE id = $1`,
    [bookingId, `Sorry, ${NAME}`],
  );

  const here = Object.entries(DESK_RECORDS).flatMap(([table, record]) =>
    record.guest === 'erased' && record.test === undefined ? [table] : [],
  );
  const others = Object.entries(DESK_RECORDS).flatMap(([table, { guest }]) =>
    guest === 'erased' ? [] : [table],
  );
  const logs = ['public.team_events', 'apps.mails'];
  expect(await tablesNaming([...here, 'public.team_events'])).toEqual([...here, 'public.team_events']);
  expect(await tablesNaming(others), 'tables listed without a guest').toEqual([]);

  await ask(platform, host, 'mutation ($id: ID!) { contactRedact(id: $id) { userErrors { code } } }', {
    id: String(booking.contactId),
  });
  const left = await eventually(
    () => tablesNaming([...Object.keys(DESK_RECORDS), ...logs]),
    (tables) => tables.length === 0,
  );
  expect(left).toEqual([]);

  const rows = await platform.database.query<{ text: string }>(
    `SELECT name AS text FROM checkout.folio_entries WHERE booking_id = $1 AND name LIKE 'Dinner%'
       UNION ALL SELECT change FROM public.team_events WHERE subject = $2 AND kind = 'folio.charge_added'
       UNION ALL SELECT source_label FROM checkout.bookings WHERE id = $1
       UNION ALL SELECT out_reason FROM checkout.unit_statuses WHERE unit_id = $3
       UNION ALL SELECT custom_fields ->> 0 FROM tasks.task WHERE id = $4`,
    [bookingId, reference, unitId, task.id],
  );
  expect(rows.map(({ text }) => text)).toEqual([
    'Dinner (Redacted guest)',
    expect.stringMatching(/^Dinner \(Redacted guest\): /),
    'Sister of Redacted guest',
    'Kept for Redacted guest',
    expect.stringContaining('4711'),
  ]);
});
