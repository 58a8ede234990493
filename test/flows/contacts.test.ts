import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ViewerOf } from '#kit/viewer.ts';
import { ask, hostOf } from '../support/developer.ts';
import { dumpOf } from '../support/dump.ts';
import { type Guest, openReception } from '../support/guests.ts';
import { useUpIds } from '../support/large-ids.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// A guest has one record per team regardless of the number of bookings; redaction erases it completely.

let platform: TestPlatform;
let reception: Awaited<ReturnType<typeof openReception>>;
let host: ViewerOf<'hostUser'>;
beforeAll(async () => {
  platform = await startPlatform();
  await useUpIds(platform.database);
  reception = await openReception(platform, 'lakeside');
  host = hostOf(reception.teamId);
});
afterAll(() => platform.close());

interface Contact {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly tags: readonly string[];
  readonly notes: string | null;
  readonly version: number;
  readonly redactedAt: string | null;
  readonly marketingConsent: {
    readonly given: boolean;
    readonly at: string | null;
    readonly source: string | null;
  };
  readonly bookings: { readonly nodes: readonly { readonly id: string }[] };
  readonly merged: readonly { readonly id: string }[];
}
interface Changed {
  readonly contact: Contact | null;
  readonly userErrors: readonly {
    readonly field: readonly string[];
    readonly code: string;
    readonly message: string;
  }[];
}

const CONTACT = `id firstName lastName emails phones tags notes version redactedAt marketingConsent { given at source }
  bookings(first: 100) { nodes { id } } merged { id }`;
let guests = 0;
const newGuest = (more: Partial<Guest> = {}): Guest => {
  guests += 1;
  return { firstName: 'Ada', lastName: 'Lovelace', email: `guest-${guests}@example.com`, ...more };
};
const read = async (id: number | string, viewer = host) =>
  (
    await ask<{ contact: Contact | null }>(
      platform,
      viewer,
      `query($id: ID!) { contact(id: $id) { ${CONTACT} } }`,
      { id },
    )
  ).contact;
const known = async (id: number | string) => (await read(id)) ?? expect.unreachable();
const change = async (mutation: string, variables: object, types: string, viewer = host) => {
  const text = `mutation(${types}) { changed: ${mutation} { contact { ${CONTACT} } userErrors { field code message } } }`;
  return (await ask<{ changed: Changed }>(platform, viewer, text, variables as Record<string, unknown>))
    .changed;
};
const update = (input: object, viewer = host) =>
  change('contactUpdate(input: $input)', { input }, '$input: ContactUpdateInput!', viewer);
const redact = (id: number | string, viewer = host) =>
  change('contactRedact(id: $id)', { id }, '$id: ID!', viewer);
const undo = (id: number, viewer = host) => change('contactMergeUndo(id: $id)', { id }, '$id: ID!', viewer);
const merge = (id: number, into: number, viewer = host) =>
  change('contactMerge(id: $id, into: $into)', { id, into }, '$id: ID!, $into: ID!', viewer);
const codes = ({ userErrors }: Changed) => userErrors.map(({ code }) => code);
const bookingsOf = ({ bookings }: Contact) => bookings.nodes.map(({ id }) => id).sort();

describe('a contact', () => {
  test('the first booking creates a contact that later bookings match by email address, ignoring case', async () => {
    const guest = newGuest({ phoneNumber: '+41 (0)79 123-45.67' });
    const first = await reception.book(guest);
    const second = await reception.book({ ...guest, firstName: 'A.', email: guest.email.toUpperCase() });
    expect(second.contactId).toBe(first.contactId);
    const contact = await known(first.contactId);
    expect(contact).toMatchObject({
      firstName: 'Ada',
      lastName: 'Lovelace',
      emails: [guest.email],
      phones: ['+41791234567'],
    });
    expect(contact.version).toBe(1);
    expect(bookingsOf(contact)).toEqual([first.id, second.id].sort());
  });

  test('a booking with a new address matches its contact by phone number', async () => {
    const first = await reception.book(newGuest({ phoneNumber: '0041 44 555 66 77' }));
    const other = newGuest({ phoneNumber: '+41445556677' });
    expect((await reception.book(other)).contactId).toBe(first.contactId);
    expect(await known(first.contactId)).toMatchObject({
      emails: [expect.any(String), other.email],
      phones: ['+41445556677'],
      version: 2,
    });
  });

  test('a phone number without a country matches no contact', async () => {
    const first = await reception.book(newGuest({ phoneNumber: '079 123 00 00' }));
    const second = await reception.book(newGuest({ phoneNumber: '079 123 00 00' }));
    expect(second.contactId).not.toBe(first.contactId);
    expect((await known(first.contactId)).phones).toEqual(['079 123 00 00']);
  });

  test('a booking keeps its original guest names when the contact changes', async () => {
    const { id, contactId } = await reception.book(newGuest());
    expect(codes(await update({ id: contactId, firstName: 'Augusta' }))).toEqual([]);
    const { booking } = await ask<{ booking: object }>(
      platform,
      host,
      'query($id: ID!) { booking(id: $id) { guestFirstName guest { firstName } } }',
      { id },
    );
    expect(booking).toEqual({ guestFirstName: 'Ada', guest: { firstName: 'Augusta' } });
  });

  test('20 concurrent bookings for one guest share one contact', async () => {
    const guest = newGuest({ phoneNumber: '+41791230001' });
    const bookings = await Promise.all(Array.from({ length: 20 }, () => reception.book(guest)));
    expect(new Set(bookings.map(({ contactId }) => contactId)).size).toBe(1);
    const [{ contacts } = { contacts: 0 }] = await platform.database.query<{ contacts: number }>(
      'SELECT count(*)::int AS contacts FROM checkout.contacts WHERE $1 = ANY (emails)',
      [guest.email],
    );
    expect(contacts).toBe(1);
  });

  test('a job adds contacts to earlier bookings without changing the version that apps see', async () => {
    const guest = newGuest();
    const made = await reception.book(guest);
    const [before] = await platform.database.query<{ version: number; updated_at: Date }>(
      'SELECT version, updated_at FROM checkout.bookings WHERE id = $1',
      [made.id],
    );
    await platform.database.query('UPDATE checkout.bookings SET contact_id = NULL WHERE id = $1', [made.id]);
    await platform.database.query('DELETE FROM checkout.contacts WHERE id = $1', [made.contactId]);
    for (const adopted of [1, 0]) {
      expect(await platform.database.query('SELECT checkout.adopt_guests(500) AS adopted')).toEqual([
        { adopted },
      ]);
    }
    const [after] = await platform.database.query<{ contact_id: number }>(
      'SELECT version, updated_at, contact_id::float8 FROM checkout.bookings WHERE id = $1',
      [made.id],
    );
    expect(after).toMatchObject({ ...before });
    expect(await known(after?.contact_id ?? 0)).toMatchObject({ emails: [guest.email] });
  });
});

describe('contactUpdate', () => {
  test('contactUpdate changes only given fields, normalizes values and removes duplicates', async () => {
    const { contactId: id } = await reception.book(newGuest());
    const input = {
      id,
      emails: [' Ada@Example.com'.trim(), 'ada@example.com'],
      phones: ['+41 79 000 00 00', '0041790000000', 'reception'],
      tags: ['quiet room', 'quiet room '],
      notes: 'Likes the corner table.',
      locale: 'de-CH',
      country: 'CH',
      marketingConsent: { given: true, source: 'newsletter form' },
    };
    const { contact, userErrors } = await update(input);
    expect(userErrors).toEqual([]);
    expect(contact).toMatchObject({
      firstName: 'Ada',
      emails: ['ada@example.com'],
      phones: ['+41790000000', 'reception'],
      tags: ['quiet room'],
      notes: 'Likes the corner table.',
      marketingConsent: { given: true, at: expect.any(String), source: 'newsletter form' },
    });
    expect((await update({ id, notes: null })).contact).toMatchObject({ notes: null, tags: ['quiet room'] });
  });

  test.each([
    ['emails', { emails: ['nobody'] }],
    ['phones', { phones: ['1'.repeat(41)] }],
    ['locale', { locale: 'not a locale' }],
    ['country', { country: 'Switzerland' }],
    ['tags', { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }],
    ['notes', { notes: 'x'.repeat(5_001) }],
    ['firstName', { firstName: ' ' }],
  ])('contactUpdate refuses an invalid %s and names the field', async (field, wrong) => {
    const { contactId: id } = await reception.book(newGuest());
    const { contact, userErrors } = await update({ id, ...wrong });
    expect(contact).toBeNull();
    expect(userErrors).toMatchObject([{ code: 'INVALID', field: ['input', field] }]);
  });

  test("contactUpdate refuses another contact's email address and names that contact", async () => {
    const taken = newGuest();
    const owner = await reception.book(taken);
    const { contactId: id } = await reception.book(newGuest());
    const { userErrors } = await update({ id, emails: [taken.email.toUpperCase()] });
    expect(userErrors).toMatchObject([{ code: 'EMAIL_TAKEN', field: ['input', 'emails'] }]);
    expect(userErrors[0]?.message).toContain(String(owner.contactId));
  });

  test('contactUpdate concurrent with bookings under the same address keeps one contact', async () => {
    const guest = newGuest();
    const { contactId } = await reception.book(newGuest());
    const work = Array.from({ length: 8 }, (_, n) =>
      n % 2 ? reception.book(guest) : update({ id: contactId, emails: n % 4 ? [] : [guest.email] }),
    );
    await Promise.all(work);
    const [{ keys } = { keys: 0 }] = await platform.database.query<{ keys: number }>(
      `SELECT count(*)::int AS keys FROM checkout.contact_keys WHERE kind = 'email' AND value = $1`,
      [guest.email],
    );
    expect(keys).toBe(1);
  });
});

describe('contactMerge', () => {
  test('contactMerge moves bookings and addresses', async () => {
    const [one, two] = [newGuest({ phoneNumber: '+41790000011' }), newGuest({ phoneNumber: '+41790000012' })];
    const [a, b] = [await reception.book(one), await reception.book(two)];
    const { contact } = await merge(a.contactId, b.contactId);
    if (!contact) return expect.unreachable();
    expect(contact.emails).toEqual([two.email, one.email]);
    expect(bookingsOf(contact)).toEqual([a.id, b.id].sort());
    expect(contact.merged).toEqual([{ id: String(a.contactId) }]);
    expect((await read(a.contactId))?.id).toBe(String(b.contactId));
    const later = await reception.book(one);
    expect(later.contactId).toBe(b.contactId);

    const back = (await undo(a.contactId)).contact ?? expect.unreachable();
    expect(back).toMatchObject({ id: String(a.contactId), emails: [one.email], phones: ['+41790000011'] });
    expect(bookingsOf(back)).toEqual([a.id]);
    const rest = await known(b.contactId);
    expect(rest).toMatchObject({ emails: [two.email], phones: ['+41790000012'], merged: [] });
    expect(bookingsOf(rest)).toEqual([b.id, later.id].sort());
    expect((await reception.book(one)).contactId).toBe(a.contactId);
  });

  test("a contact merge can't be undone after 30 days", async () => {
    const [a, b] = [await reception.book(newGuest()), await reception.book(newGuest())];
    await merge(a.contactId, b.contactId);
    await platform.database.query(
      `UPDATE checkout.contacts SET merged_at = now() - interval '31 days' WHERE id = $1`,
      [a.contactId],
    );
    expect(codes(await undo(a.contactId))).toEqual(['NOT_FOUND']);
  });

  test("another team can't find a contact to merge", async () => {
    const [a, b] = [await reception.book(newGuest()), await reception.book(newGuest())];
    const stranger = hostOf(reception.teamId + 1);
    expect(codes(await merge(a.contactId, b.contactId, stranger))).toEqual(['NOT_FOUND']);
    await merge(a.contactId, b.contactId);
    expect(codes(await undo(a.contactId, stranger))).toEqual(['NOT_FOUND']);
    expect((await known(b.contactId)).merged).toEqual([{ id: String(a.contactId) }]);
  });

  test('contactMerge refuses merging a contact with itself, an unknown one or a redacted one', async () => {
    const [a, b] = [await reception.book(newGuest()), await reception.book(newGuest())];
    expect(codes(await merge(a.contactId, a.contactId))).toEqual(['INVALID']);
    expect(codes(await merge(a.contactId, 2147483647))).toEqual(['NOT_FOUND']);
    await redact(b.contactId);
    expect(codes(await merge(a.contactId, b.contactId))).toEqual(['CONTACT_REDACTED']);
    expect(codes(await undo(a.contactId))).toEqual(['NOT_FOUND']);
  });
});

describe('contactRedact', () => {
  const dump = () => dumpOf(platform);

  test('contactRedact leaves no trace of the person in the database', async () => {
    const guest = newGuest({
      firstName: 'Zenobia',
      lastName: 'Quillfeather',
      email: 'Zenobia.Q@example.com',
      phoneNumber: '+41 79 888 77 66',
    });
    const other = newGuest({ firstName: 'Zenobia', lastName: 'Quillfeather', email: 'zq-work@example.com' });
    const booking = await reception.book(guest);
    const merged = await reception.book(other);
    await merge(merged.contactId, booking.contactId);
    await reception.start({ ...guest, email: 'ZENOBIA.Q@example.com' });
    await update({ id: booking.contactId, notes: 'Quillfeather family', tags: ['Zenobia'] });
    const fields = JSON.stringify([
      {
        app: 'a',
        namespace: 'a',
        key: 'guest',
        type: 'string',
        value: 'For zenobia.q@example.com',
        visibility: 'app',
      },
      { app: 'a', namespace: 'a', key: 'door', type: 'string', value: '4711', visibility: 'app' },
    ]);
    await platform.database.query('UPDATE checkout.bookings SET custom_fields = $2 WHERE id = $1', [
      booking.id,
      fields,
    ]);
    // A change that has begun but isn't finished.
    await platform.database.query(
      `UPDATE checkout.bookings SET changing_since = now() + interval '1 day', changing = jsonb_build_object(
         'holdId', gen_random_uuid(), 'replaces', hold_id, 'stay', '{}'::jsonb, 'revision', NULL, 'guest', $2::jsonb) WHERE id = $1`,
      [booking.id, JSON.stringify({ ...guest, phone: guest.phoneNumber })],
    );
    await platform.database.query(
      `INSERT INTO payments.session (id, team_id, install_id, app_slug, app_name, booking_id, amount, currency, test, status,
         request, version, expires_at, created_at, updated_at)
       VALUES (gen_random_uuid(), $1, 1, 'pay', 'Pay', $2, 100, 'EUR', false, 'EXPIRED', $3, 1, now(), now(), now())`,
      [
        reception.teamId,
        booking.id,
        JSON.stringify({
          payment_session: { buyer: { first_name: 'Zenobia', email: 'Zenobia.Q@example.com' } },
        }),
      ],
    );
    const before = await dump();
    const traces = ['zenobia', 'quillfeather', 'zq-work', '888 77 66', '+41798887766'];
    for (const trace of traces) expect(before).toContain(trace);

    const { contact, userErrors } = await redact(booking.contactId);
    expect(userErrors).toEqual([]);
    expect(contact).toMatchObject({
      firstName: null,
      emails: [],
      phones: [],
      tags: [],
      redactedAt: expect.any(String),
    });
    const after = await eventually(dump, (text) => !text.includes('zenobia'));
    for (const trace of traces) expect(after).not.toContain(trace);

    const [row] = await platform.database.query<{ guest: string; fields: object[] }>(
      `SELECT guest_first_name || ' ' || guest_last_name AS guest, custom_fields AS fields FROM checkout.bookings WHERE id = $1`,
      [booking.id],
    );
    expect(row).toMatchObject({ guest: 'Redacted guest', fields: [{ key: 'door' }] });
    const again = await redact(booking.contactId);
    expect(again.contact?.version).toBe(contact?.version);
    expect(codes(await update({ id: booking.contactId, notes: 'x' }))).toEqual(['CONTACT_REDACTED']);
    expect((await reception.book(guest)).contactId).not.toBe(booking.contactId);
  });

  test("contactRedact concurrent with changes to the guest's stay erases the guest and keeps the changes", async () => {
    const guest = newGuest({ lastName: 'Mover' });
    const booked = await Promise.all(Array.from({ length: 6 }, () => reception.book(guest)));
    const [first] = booked;
    const move = ({ id }: { readonly id: string }, days: number) =>
      ask<{ bookingUpdate: { userErrors: { code: string }[] } }>(
        platform,
        host,
        `mutation($input: BookingUpdateInput!) { bookingUpdate(input: $input) { userErrors { code message } } }`,
        { input: { id, checkOut: daysAhead(202 + days) } },
      );
    const moved = booked.map((booking, n) => move(booking, n + 1));
    const [{ userErrors }, ...changes] = await Promise.all([redact(first?.contactId ?? 0), ...moved]);
    expect(userErrors).toEqual([]);
    for (const change of changes) expect(change.bookingUpdate.userErrors).toEqual([]);
    const rows = await platform.database.query<{ name: string; email: string | null; out: string }>(
      `SELECT guest_last_name AS name, guest_email AS email, check_out::text AS out FROM checkout.bookings
       WHERE id = ANY ($1) ORDER BY id`,
      [booked.map(({ id }) => id)],
    );
    expect(rows.map(({ name, email }) => [name, email])).toEqual(booked.map(() => ['guest', null]));
    expect(rows.map(({ out }) => out).sort()).toEqual(booked.map((_, n) => daysAhead(203 + n)));
  });

  test('contactRedact concurrent with bookings by the same guest leaves no booking half erased', async () => {
    const guest = newGuest({ lastName: 'Racer' });
    const { contactId } = await reception.book(guest);
    // A checkout interrupted by the redaction has no buyer.
    const bookUnlessErased = () =>
      reception.book(guest).catch((error: Error) => {
        if (error.message.includes('"buyer":null')) return null;
        throw error;
      });
    const [, ...bookings] = await Promise.all([
      redact(contactId),
      ...Array.from({ length: 6 }, bookUnlessErased),
    ]);
    const rows = await platform.database.query<{ contact: number; name: string }>(
      'SELECT contact_id::float8 AS contact, guest_last_name AS name FROM checkout.bookings WHERE id = ANY ($1)',
      [bookings.flatMap((booking) => (booking ? [booking.id] : []))],
    );
    for (const { contact, name } of rows) expect(name).toBe(contact === contactId ? 'guest' : 'Racer');
  });
});

describe('a stranger', () => {
  test("another team can't read or change a contact", async () => {
    const { contactId: id } = await reception.book(newGuest());
    const stranger = hostOf(reception.teamId + 1);
    expect(await read(id, stranger)).toBeNull();
    expect(codes(await update({ id, notes: 'x' }, stranger))).toEqual(['NOT_FOUND']);
    expect(codes(await redact(id, stranger))).toEqual(['NOT_FOUND']);
    expect(await known(id)).toMatchObject({ notes: null, redactedAt: null });
  });
});
