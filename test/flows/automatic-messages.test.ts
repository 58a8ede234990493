import { afterAll, beforeAll, expect, test } from 'vitest';
import { afterSend } from '#db/jobs/lease-states.ts';
import { LANGUAGES } from '#kit/languages.ts';
import { RULE_MESSAGES } from '#subgraphs/checkout/messages/commands/send-rule-messages.ts';
import { ruleMessageToMail } from '#subgraphs/checkout/messages/queries/rule-message-to-mail.ts';
import { demoHost } from '../support/app-world.ts';
import { openInbox } from '../support/conversations.ts';
import { ask, contextOf, type Developer } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { eventually } from '../support/task-world.ts';

// Messages that rules send to guests (docs/interface/messages.md).

let platform: TestPlatform;
let host: Developer;
let unitTypeId: string;
let timeZone: string;

beforeAll(async () => {
  platform = await startPlatform({ SWEEP_INTERVAL: 'PT1H' });
  host = await demoHost(platform, 'lakeside');
  const [type] = await sql(
    `SELECT u.id, p.time_zone AS zone FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id
     JOIN catalog.storefront s ON s.id = p.storefront_id WHERE s.team_id = $1 AND u.active ORDER BY u.units DESC LIMIT 1`,
    [host.teamId],
  );
  timeZone = String(type?.['zone']);
  unitTypeId = String(type?.['id']);
});
afterAll(() => platform.close());

const sql = (text: string, values: readonly unknown[] = []) =>
  platform.database.query<Record<string, unknown>>(text, values);
const run = async <T>(document: string, variables: Record<string, unknown> = {}): Promise<T> =>
  (await ask<{ it: T }>(platform, host.host, document, variables)).it;

/** The year of the stays: far enough that the platform's own worker sends nothing. */
const YEAR = Temporal.Now.plainDateISO().year + 1;
const on = (day: string, time: string): Date =>
  new Date(Temporal.PlainDateTime.from(`${YEAR}-${day}T${time}`).toZonedDateTime(timeZone).epochMilliseconds);

interface Saved {
  readonly messageTemplate?: { readonly id: string } | null;
  readonly messageRule?: { readonly id: string } | null;
  readonly userErrors: readonly {
    readonly code: string;
    readonly message: string;
    readonly field: string[];
  }[];
}

const TEMPLATE = `mutation($input: MessageTemplateSetInput!) {
  it: messageTemplateSet(input: $input) { messageTemplate { id } userErrors { code message field } } }`;
const RULE = `mutation($input: MessageRuleSetInput!) {
  it: messageRuleSet(input: $input) { messageRule { id } userErrors { code message field } } }`;

async function template(body: string, subject = 'Your stay'): Promise<string> {
  const texts = [{ locale: 'en', subject, body }];
  const saved = await run<Saved>(TEMPLATE, { input: { name: 'Arrival', texts } });
  expect(saved.userErrors).toEqual([]);
  return saved.messageTemplate?.id ?? '';
}

async function rule(given: Record<string, unknown>): Promise<string> {
  const input = { name: 'Rule', channel: 'conversation', ...given };
  const saved = await run<Saved>(RULE, { input });
  expect(saved.userErrors).toEqual([]);
  return saved.messageRule?.id ?? '';
}

/** Removes every rule, so that tests don't send one another's messages. */
async function clear(): Promise<void> {
  for (const { id } of await run<{ id: string }[]>('{ it: messageRules { id } }'))
    await run('mutation($id: ID!) { it: messageRuleRemove(id: $id) { userErrors { code } } }', { id });
}

async function book(checkIn: string, checkOut: string, guest: object = {}): Promise<string> {
  const input = {
    unitTypeId,
    checkIn: `${YEAR}-${checkIn}`,
    checkOut: `${YEAR}-${checkOut}`,
    adults: 1,
    children: 0,
    quantity: 1,
    guest: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', ...guest },
    payment: 'paid',
  };
  const { booking, userErrors } = await run<{ booking: { id: string } | null; userErrors: object[] }>(
    'mutation($input: BookingCreateInput!) { it: bookingCreate(input: $input) { booking { id } userErrors { code message } } }',
    { input },
  );
  expect(userErrors).toEqual([]);
  return booking?.id ?? '';
}

const rowsOf = (id: string) =>
  sql(
    `SELECT rule_id::text AS rule, status, due_at AS due FROM checkout.rule_messages WHERE booking_id = $1 ORDER BY due_at, id`,
    [id],
  );
const planned = (id: string, due: readonly Date[]) =>
  eventually(
    () => rowsOf(id),
    (rows) =>
      rows.map(({ due: at }) => (at as Date).toISOString()).join() ===
      due.map((at) => at.toISOString()).join(),
  );
const log = (bookingId: string) =>
  run<{ status: string; reason: string | null; templateId: string }[]>(
    'query($bookingId: ID!) { it: messageLog(bookingId: $bookingId) { at status reason templateId } }',
    { bookingId },
  );
const texts = async (id: string) =>
  (await sql('SELECT text FROM checkout.messages WHERE booking_id = $1 ORDER BY id', [id])).map(
    ({ text }) => text,
  );

/** Sends what's due at an instant, as one worker does: the demo's own bookings have messages too. */
async function sendAt(now: Date): Promise<void> {
  const ctx = { ...contextOf(platform), clock: { now: () => now } };
  const policy = RULE_MESSAGES.retry(ctx.config);
  for (;;) {
    const items = await RULE_MESSAGES.scan(ctx, { shares: [], ids: [], free: 8 });
    if (items.length === 0) return;
    for (const item of items) {
      const lease = await RULE_MESSAGES.claim(ctx, item);
      if (lease === null || lease === 'nothing') continue;
      const sent = await RULE_MESSAGES.send(ctx, lease);
      await RULE_MESSAGES.record(
        ctx,
        lease,
        afterSend(policy, sent, { attempts: lease.attempts, random: 0 }),
      );
    }
  }
}

test('desk 11: a cancelled stay gets no message, a moved one gets it once, before the new date', async () => {
  await clear();
  const templateId = await template('See you on {{stay.checkIn}}, {{guest.firstName}}!');
  await rule({ trigger: 'before_check_in', days: 2, at: '10:00', templateId });
  const [a, b, c] = [
    await book('06-10', '06-12', { email: 'a@example.com' }),
    await book('06-10', '06-12', { email: 'b@example.com' }),
    await book('06-10', '06-12', { email: 'c@example.com' }),
  ];
  const due = on('06-08', '10:00');
  for (const id of [a, b, c]) await planned(id, [due]);
  const move = (id: string) =>
    run<{ userErrors: object[] }>(
      'mutation($input: BookingUpdateInput!) { it: bookingUpdate(input: $input) { userErrors { code message } } }',
      { input: { id, checkIn: `${YEAR}-06-20`, checkOut: `${YEAR}-06-22` } },
    );
  expect((await move(b)).userErrors).toEqual([]);
  await run('mutation($id: ID!) { it: bookingCancel(id: $id) { userErrors { code } } }', { id: a });
  await planned(b, [on('06-18', '10:00')]);
  await eventually(
    () => log(a),
    (entries) => entries.length === 1,
  );
  await Promise.all([sendAt(due), sendAt(due)]);
  expect(await log(a)).toMatchObject([{ status: 'skipped', reason: 'The stay was cancelled.', templateId }]);
  expect(await texts(a)).toEqual([]);
  expect(await texts(b)).toEqual([]);
  expect(await texts(c)).toHaveLength(1);
  expect((await move(c)).userErrors).toEqual([]);
  await Promise.all([sendAt(on('06-18', '10:00')), sendAt(on('06-18', '10:00'))]);
  await sendAt(on('06-18', '12:00'));
  expect(await texts(b)).toEqual([`See you on ${b && (await longDay())}, Ada!`]);
  expect(await texts(c)).toHaveLength(1);
  expect(await log(c)).toMatchObject([{ status: 'sent', reason: null }]);
});

const longDay = async () =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
    .format(new Date(`${YEAR}-06-20T00:00:00Z`))
    .replace(/^(\w+) /, '$1, ');

test('desk 12: a booking made the evening before gets each message that is still useful, once', async () => {
  await clear();
  const templateId = await template('Welcome, {{guest.firstName}} {{guest.lastName}}.');
  const at = { at: '10:00', templateId };
  await rule({ trigger: 'before_check_in', days: 3, ...at });
  await rule({ trigger: 'before_check_in', days: 1, ...at });
  await rule({ trigger: 'check_in_day', templateId, at: '09:00' });
  const id = await book('07-10', '07-12');
  await planned(id, [on('07-07', '10:00'), on('07-09', '10:00'), on('07-10', '09:00')]);
  await Promise.all([sendAt(on('07-09', '18:00')), sendAt(on('07-09', '18:00'))]);
  expect(await texts(id)).toEqual(['Welcome, Ada Byron.']);
  expect((await log(id)).map(({ status, reason }) => [status, reason]).toSorted()).toEqual([
    ['sent', null],
    ['skipped', 'It was more than a day overdue.'],
  ]);
  await sendAt(on('07-10', '09:00'));
  await sendAt(on('07-10', '09:05'));
  expect(await texts(id)).toHaveLength(2);
});

test('an interrupted attempt is repeated after its lease, and the message is sent once', async () => {
  await clear();
  const templateId = await template('Hello.');
  await rule({ trigger: 'check_in_day', templateId, at: '09:00' });
  const id = await book('08-10', '08-12');
  const due = on('08-10', '09:00');
  await planned(id, [due]);
  const ctx = { ...contextOf(platform), clock: { now: () => due } };
  const [row] = await sql('SELECT id::float8 AS id FROM checkout.rule_messages WHERE booking_id = $1', [id]);
  const item = { id: Number(row?.['id']), share: host.teamId };
  const lost = await RULE_MESSAGES.claim(ctx, item);
  if (lost === null || lost === 'nothing') throw new Error('The message was claimed.');
  const late = await RULE_MESSAGES.send(ctx, lost);
  await sendAt(due);
  expect(await texts(id)).toEqual([]);
  await sendAt(new Date(due.getTime() + 61_000));
  expect(await texts(id)).toEqual(['Hello.']);
  if (late.move !== 'finish') throw new Error('The message was not sent.');
  await RULE_MESSAGES.record(ctx, lost, late);
  expect(await texts(id)).toEqual(['Hello.']);
});

test('a conversation that an automatic message opens waits for the team only once the guest writes', async () => {
  await clear();
  const templateId = await template('Hello.');
  await rule({ trigger: 'check_in_day', templateId, at: '09:00' });
  const id = await book('08-14', '08-16', { email: 'new@example.com' });
  await planned(id, [on('08-14', '09:00')]);
  await sendAt(on('08-14', '09:00'));
  const status = async () => {
    const rows = await sql(
      `SELECT c.status FROM checkout.conversations c JOIN checkout.messages m ON m.conversation_id = c.id
       WHERE m.booking_id = $1 LIMIT 1`,
      [id],
    );
    return rows[0]?.['status'];
  };
  expect(await status()).toBe('answered');
  const inbox = await openInbox(platform, 'lakeside');
  await inbox.guestWrites({ id }, 'When can we arrive?');
  expect(await status()).toBe('open');
});

test('a message with an empty variable is skipped, and its reason names the variable', async () => {
  await clear();
  const templateId = await template('Your code is {{door.code}}.');
  await rule({ trigger: 'check_in_day', templateId, at: '09:00' });
  const id = await book('09-10', '09-12');
  await planned(id, [on('09-10', '09:00')]);
  await sendAt(on('09-10', '09:00'));
  const [entry] = await log(id);
  expect(entry).toMatchObject({ status: 'skipped' });
  expect(entry?.reason).toContain('{{door.code}}');
  const today = await run<{ reason: string; ruleName: string; booking: { id: string } }[]>(
    '{ it: skippedMessages { reason ruleName booking { id } } }',
  );
  expect(today[0]).toEqual({ reason: entry?.reason, ruleName: 'Rule', booking: { id } });
  const preview = await run<{ body: string }>(
    'query($templateId: ID!, $bookingId: ID!) { it: messageTemplatePreview(templateId: $templateId, bookingId: $bookingId, locale: "de") { subject body } }',
    { templateId, bookingId: id },
  );
  expect(preview).toEqual({ subject: 'Your stay', body: 'Your code is {{door.code}}.' });
  const field = (visibility: string, value: string) => ({
    namespace: 'lock',
    key: 'door_code',
    type: 'string',
    value,
    visibility,
  });
  const fields = [field('host', '0000'), field('guest', '1234')];
  await sql('UPDATE checkout.bookings SET custom_fields = $2 WHERE id = $1', [id, JSON.stringify(fields)]);
  const filled = await run<{ body: string }>(
    'query($templateId: ID!, $bookingId: ID!) { it: messageTemplatePreview(templateId: $templateId, bookingId: $bookingId) { subject body } }',
    { templateId, bookingId: id },
  );
  expect(filled.body).toBe('Your code is 1234.');
});

test('a rule with the email channel emails the template’s subject and fallback once', async () => {
  await clear();
  const templateId = await template(
    'Code {{door.code|none}} for {{booking.reference}}',
    'Hello {{guest.firstName}}',
  );
  await rule({ trigger: 'booked', templateId, channel: 'email' });
  const id = await book('10-10', '10-12');
  const entries = await eventually(
    () => log(id),
    (seen) => seen.length === 1,
  );
  expect(entries).toMatchObject([{ status: 'sent', reason: null }]);
  const mails = await eventually(
    () =>
      sql(
        `SELECT recipient, params ->> 'subject' AS subject, params ->> 'text' AS text FROM apps.mails WHERE template = 'rule-message' AND booking_id = $1`,
        [id],
      ),
    (rows) => rows.length === 1,
  );
  expect(mails).toMatchObject([{ recipient: 'ada@example.com', subject: 'Hello Ada' }]);
  expect(mails[0]?.['text']).toMatch(/^Code none for \S+$/);
});

test("an email uses the rule's current template, and never shows a variable's name", async () => {
  await clear();
  const [before, after] = [await template('Old.'), await template('Code {{door.code}}.')];
  const timed = { trigger: 'check_in_day', at: '09:00', channel: 'email' };
  const ruleId = await rule({ ...timed, templateId: before });
  const id = await book('12-10', '12-12');
  const due = on('12-10', '09:00');
  await planned(id, [due]);
  const code = (value: string) =>
    sql('UPDATE checkout.bookings SET custom_fields = $2 WHERE id = $1', [
      id,
      JSON.stringify(
        value ? [{ namespace: 'lock', key: 'door_code', type: 'string', value, visibility: 'guest' }] : [],
      ),
    ]);
  await code('1234');
  await rule({ ...timed, id: ruleId, templateId: after });
  await sendAt(due);
  const [row] = await sql('SELECT id::text AS id FROM checkout.rule_messages WHERE booking_id = $1', [id]);
  const toMail = async () => {
    const ctx = { ...contextOf(platform), viewer: { kind: 'platform' } as const };
    return (await ruleMessageToMail(ctx, String(row?.['id'])))?.body ?? null;
  };
  expect(await toMail()).toBe('Code 1234.');
  expect(await log(id)).toMatchObject([{ status: 'sent', templateId: after }]);
  await code('');
  expect(await toMail()).toBeNull();
});

test('a message that can’t be emailed anymore is logged as skipped with the reason', async () => {
  await clear();
  const templateId = await template('Code {{door.code}}.');
  await rule({ trigger: 'check_in_day', at: '09:00', channel: 'email', templateId });
  const ids = [await book('04-10', '04-12'), await book('04-10', '04-13')];
  const [cancelled = '', emptied = ''] = ids;
  const due = on('04-10', '09:00');
  for (const id of ids) await planned(id, [due]);
  const code = (value: string) =>
    JSON.stringify([{ namespace: 'lock', key: 'door_code', type: 'string', value, visibility: 'guest' }]);
  await sql('UPDATE checkout.bookings SET custom_fields = $2 WHERE id = ANY ($1)', [ids, code('1234')]);
  // The email's job reads the message after the booking has changed.
  await sql(`CREATE FUNCTION checkout.emptied() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE checkout.bookings SET status = 'cancelled', cancelled_at = now(), folio_version = folio_version + 1 WHERE id = ${cancelled} AND id = NEW.booking_id;
    UPDATE checkout.bookings SET custom_fields = '[]' WHERE id = ${emptied} AND id = NEW.booking_id;
    RETURN NEW; END $$`);
  await sql(`CREATE TRIGGER emptied AFTER UPDATE ON checkout.rule_messages FOR EACH ROW
    WHEN (NEW.status = 'sent') EXECUTE FUNCTION checkout.emptied()`);
  await sendAt(due);
  const skipped = async (id: string) =>
    (
      await eventually(
        () => log(id),
        (entries) => entries[0]?.status === 'skipped',
      )
    )[0]?.reason;
  expect(await skipped(cancelled)).toBe('The stay was cancelled.');
  expect(await skipped(emptied)).toContain('{{door.code}}');
  await sql('DROP FUNCTION checkout.emptied() CASCADE');
  const mails = await sql(
    `SELECT id FROM apps.mails WHERE template = 'rule-message' AND booking_id = ANY ($1)`,
    [ids],
  );
  expect(mails).toEqual([]);
});

test('every change of a stay sends its own message', async () => {
  await clear();
  const templateId = await template('Now until {{stay.checkOut}}.');
  await rule({ trigger: 'changed', templateId });
  const id = await book('11-03', '11-05');
  for (const [day, sent] of [
    ['11-06', 1],
    ['11-07', 2],
  ] as const) {
    await run(
      'mutation($input: BookingUpdateInput!) { it: bookingUpdate(input: $input) { userErrors { code } } }',
      {
        input: { id, checkOut: `${YEAR}-${day}` },
      },
    );
    await eventually(
      () => log(id),
      (seen) => seen.length === sent,
    );
  }
  expect(await texts(id)).toHaveLength(2);
});

test('a rule’s filters accept only the team’s own properties and rate plans', async () => {
  await clear();
  const templateId = await template('Hello.');
  const [foreign] = await sql(
    `SELECT p.id::text AS property, (SELECT r.id::text FROM catalog.rate_plan r JOIN catalog.unit_type u ON u.id = r.unit_type_id
       WHERE u.property_id = p.id LIMIT 1) AS plan
     FROM catalog.property p JOIN catalog.storefront s ON s.id = p.storefront_id WHERE s.team_id <> $1
     ORDER BY plan NULLS LAST LIMIT 1`,
    [host.teamId],
  );
  const [own] = await sql(
    `SELECT u.property_id::text AS property, r.id::text AS plan FROM catalog.unit_type u
     LEFT JOIN catalog.rate_plan r ON r.unit_type_id = u.id WHERE u.id = $1`,
    [unitTypeId],
  );
  const refused = async (filters: object) =>
    (
      await run<Saved>(RULE, {
        input: { name: 'Rule', channel: 'email', trigger: 'booked', templateId, filters },
      })
    ).userErrors.map(({ code, field }) => `${code} ${field.join('.')}`);
  const property = String(own?.['property']);
  expect(await refused({ propertyIds: [property, String(foreign?.['property'])] })).toEqual([
    'NOT_FOUND input.filters.propertyIds',
  ]);
  expect(
    await refused({ propertyIds: ['x'], ratePlanIds: [String(foreign?.['plan'] ?? '0'), 'none'] }),
  ).toEqual(['NOT_FOUND input.filters.propertyIds', 'NOT_FOUND input.filters.ratePlanIds']);
  const plans = own?.['plan'] ? [String(own['plan'])] : [];
  expect(await refused({ propertyIds: [property], ratePlanIds: plans })).toEqual([]);
});

test('a changed rule moves and removes its messages to existing bookings', async () => {
  await clear();
  const templateId = await template('Hello.');
  const ids = [await book('02-10', '02-12'), await book('02-11', '02-12'), await book('02-11', '02-13')];
  const ruleId = await rule({ trigger: 'check_in_day', templateId, at: '09:00', filters: { minNights: 2 } });
  await planned(ids[0] ?? '', [on('02-10', '09:00')]);
  await planned(ids[2] ?? '', [on('02-11', '09:00')]);
  expect(await rowsOf(ids[1] ?? '')).toEqual([]);
  // Planning again moves waiting messages, and removes the ones that the rule no longer sends.
  await rule({ id: ruleId, trigger: 'check_in_day', templateId, at: '10:00', filters: { maxNights: 1 } });
  await planned(ids[1] ?? '', [on('02-11', '10:00')]);
  await planned(ids[0] ?? '', []);
});

test('every ready template is complete in every guest language for a real booking', async () => {
  await clear();
  const id = await book('05-10', '05-12');
  const ready = await run<{ name: string; texts: { locale: string; subject: string; body: string }[] }[]>(
    '{ it: readyMessageTemplates { name texts { locale subject body } } }',
  );
  expect(ready).toHaveLength(6);
  for (const input of ready) {
    const saved = await run<Saved>(TEMPLATE, { input });
    expect(saved.userErrors).toEqual([]);
    const templateId = saved.messageTemplate?.id;
    const bodies = new Set<string>();
    for (const locale of LANGUAGES) {
      const { subject, body } = await run<{ subject: string; body: string }>(
        'query($templateId: ID!, $bookingId: ID!, $locale: String) { it: messageTemplatePreview(templateId: $templateId, bookingId: $bookingId, locale: $locale) { subject body } }',
        { templateId, bookingId: id, locale },
      );
      expect(`${subject}\n${body}`, `${input.name}, ${locale}`).not.toMatch(/[{}|]/);
      expect(body).toContain('Ada');
      bodies.add(body);
    }
    expect(bodies.size).toBe(LANGUAGES.length);
    await run('mutation($id: ID!) { it: messageTemplateRemove(id: $id) { userErrors { code } } }', {
      id: templateId,
    });
  }
});

test('a template that a rule uses can’t be removed, and an unknown variable is refused', async () => {
  await clear();
  const templateId = await template('Hello.');
  await rule({ trigger: 'cancelled', templateId });
  const removed = await run<Saved>(
    'mutation($id: ID!) { it: messageTemplateRemove(id: $id) { messageTemplate { id } userErrors { code message field } } }',
    { id: templateId },
  );
  expect(removed.userErrors.map(({ code }) => code)).toEqual(['IN_USE']);
  const input = { name: 'X', texts: [{ locale: 'en', subject: '{{guest.age}}', body: 'Hi' }] };
  const refused = await run<Saved>(TEMPLATE, { input });
  expect(refused.userErrors).toMatchObject([
    { code: 'UNKNOWN_VARIABLE', field: ['input', 'texts', '0', 'subject'] },
  ]);
});
