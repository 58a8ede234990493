import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import { renditionKey } from '#subgraphs/catalog/media/domain/media.ts';
import { storefrontHttp } from '../support/agent.ts';
import { recordJobs } from '../support/booked-jobs.ts';
import { ask, hostOf } from '../support/developer.ts';
import { openGuestForm } from '../support/guest-form.ts';
import { type Guest, openReception } from '../support/guests.ts';
import { useUpIds } from '../support/large-ids.ts';
import { linkOf, type Mailbox, openMailbox } from '../support/mailbox.ts';
import { plainPhoto, uploadPhoto } from '../support/photos.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';
import { membersOf, newMember } from '../support/team-world.ts';

// docs/interface/mails.md#bookings: each booking event sends one email to the people it concerns.

let mailbox: Mailbox;
let platform: TestPlatform;
let reception: Awaited<ReturnType<typeof openReception>>;
beforeAll(async () => {
  mailbox = await openMailbox();
  platform = await startPlatform({ MAIL_URL: mailbox.url, SWEEP_INTERVAL: 'PT1S' });
  await useUpIds(platform.database);
  await recordJobs(platform.database);
  reception = await openReception(platform, 'lakeside');
});
afterAll(async () => {
  await platform.close();
  await mailbox.close();
});

let guests = 0;
const newGuest = (more: Partial<Guest> = {}): Guest => {
  guests += 1;
  return { firstName: 'Ada', lastName: 'Lovelace', email: `mailed-${guests}@example.com`, ...more };
};
const sql = <R extends object = object>(text: string, values: readonly unknown[] = []) =>
  platform.database.query<R>(text, [...values]);
const change = (text: string, variables: Readonly<Record<string, unknown>>) =>
  ask(platform, hostOf(reception.teamId), text, variables);
const markPaid = (id: string) =>
  change('mutation($id: ID!) { bookingMarkPaid(id: $id) { userErrors { message } } }', { id });
const cancel = (id: string) =>
  change('mutation($id: ID!) { bookingCancel(input: { id: $id }) { userErrors { message } } }', { id });
const mailsAbout = (id: string) =>
  sql<{ key: string; template: string; recipient: string; status: string }>(
    'SELECT key, template, recipient, status FROM apps.mails WHERE booking_id = $1 ORDER BY id',
    [Number(id)],
  );
/** Waits until every job that writes emails is done. */
const allWritten = () =>
  eventually(
    () =>
      sql(
        `SELECT 1 FROM pgboss.job WHERE (name = 'apps/mail-booking' OR name LIKE 'booking.%/apps' OR name = 'contact.redacted/apps')
         AND state <> 'completed'`,
      ),
    (open) => open.length === 0,
  );

/** Publishes a look with an accent and a logo for the storefront; returns the key of the logo's file. */
async function publishLogo(): Promise<string> {
  const host = hostOf(reception.teamId);
  const logo = await uploadPhoto(platform, host, await plainPhoto(600, 200));
  const { storefronts } = await ask<{ storefronts: { id: string; domain: string }[] }>(
    platform,
    host,
    '{ storefronts { id domain } }',
  );
  const storefrontId = storefronts.find(({ domain }) => domain === 'lakeside.localhost')?.id;
  const { storefrontLook } = await ask<{ storefrontLook: { version: number } }>(
    platform,
    host,
    'query ($id: ID!) { storefrontLook(storefrontId: $id) { version } }',
    { id: storefrontId },
  );
  const accent = { light: '#7a3b12', dark: '#f0b48a' };
  const { version } = storefrontLook;
  await change(
    'mutation ($input: StorefrontLookSetInput!) { storefrontLookSet(input: $input) { userErrors { message } } }',
    {
      input: { storefrontId, version, accent, logoId: logo.id },
    },
  );
  await change(
    'mutation ($id: ID!, $version: Int!) { storefrontLookPublish(storefrontId: $id, version: $version) { userErrors { message } } }',
    { id: storefrontId, version: version + 1 },
  );
  const [row] = await sql<{ sha256: string; team_id: string }>(
    'SELECT sha256, team_id FROM catalog.media WHERE id = $1',
    [Number(logo.id)],
  );
  return `${renditionKey(Number(row?.team_id), row?.sha256 ?? '', 320)}.jpeg`;
}

describe('the guest', () => {
  test("the guest of a new hold receives a payment link on the storefront's own domain", async () => {
    const guest = newGuest();
    await reception.book(guest);
    const mail = await mailbox.mailTo(guest.email, /^Pay to keep/);
    const link = new URL(linkOf(mail));
    expect(link.host).toBe(`lakeside.localhost:${platform.port}`);
    const page = await fetch(`${platform.address}${link.pathname}`, { headers: { host: link.host } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Awaiting payment')]);
    expect(mail.text).toMatch(/held for you until .+, \d\d:\d\d \(time in \w+\)/);
    expect(mail.text).toMatch(/Total: [A-Z]{3} [\d,.]+\n/);
  });

  test("the guest receives emails in German if that's their language", async () => {
    const guest = newGuest();
    const { id, contactId } = await reception.book(guest);
    await change(
      'mutation($input: ContactUpdateInput!) { contactUpdate(input: $input) { userErrors { message } } }',
      { input: { id: contactId, locale: 'de-CH' } },
    );
    await markPaid(id);
    expect((await mailbox.mailTo(guest.email, /ist bestätigt/)).text).toContain('Guten Tag Ada,');
  });

  test('the guest receives an email about a cancellation', async () => {
    const guest = newGuest();
    const { id } = await reception.book(guest);
    await mailbox.mailTo(guest.email, /^Pay to keep/);
    await cancel(id);
    await mailbox.mailTo(guest.email, /was cancelled/);
  });

  test('the guest receives an email when an unpaid stay is released', async () => {
    const guest = newGuest();
    const { id } = await reception.book(guest);
    await mailbox.mailTo(guest.email, /^Pay to keep/);
    await sql(`UPDATE checkout.bookings SET hold_expires_at = now() WHERE id = $1`, [Number(id)]);
    await mailbox.mailTo(guest.email, /was released/);
  });

  test("a guest's email carries the storefront's accent, and its logo as an attachment", async () => {
    await publishLogo();
    const guest = newGuest();
    await reception.book(guest);
    const { html = '', attachments } = await mailbox.mailTo(guest.email, /^Pay to keep/);
    expect(html).toContain('bgcolor="#7a3b12"');
    expect(html).toContain('<img src="cid:logo@storefront" width="192" height="64" alt="Lakeside Stays"');
    expect(html).not.toMatch(/src="http/);
    expect(attachments).toMatchObject([
      { mimeType: 'image/jpeg', disposition: 'inline', contentId: '<logo@storefront>' },
    ]);
    const [file] = attachments;
    expect(
      Buffer.from(file?.content as ArrayBuffer)
        .subarray(0, 2)
        .toString('hex'),
    ).toBe('ffd8');
  });

  test("an email whose logo can't be read is sent without it", async () => {
    const path = await publishLogo();
    const { objects } = platform.services.apps;
    const mailWithoutLogo = async () => {
      const next = newGuest();
      await reception.book(next);
      return mailbox.mailTo(next.email, /^Pay to keep/);
    };
    const file = await objects.get(path);
    file?.body.destroy();
    expect(file).not.toBeNull();
    await objects.remove([path]);
    const missing = await mailWithoutLogo();
    expect([missing.html?.includes('cid:'), missing.attachments]).toEqual([false, []]);
    expect(missing.html).toContain('bgcolor="#7a3b12"');
    // A folder in the file's place can be opened, but reading it fails.
    const body = Buffer.from('x');
    await objects.put(`${path}/x`, { body, bytes: 1, sha256: '', contentType: 'text/plain' });
    const unreadable = await mailWithoutLogo();
    expect([unreadable.html?.includes('cid:'), unreadable.attachments]).toEqual([false, []]);
  });

  test("a sandbox storefront's emails mark the booking as a test", async () => {
    const guest = newGuest();
    await (await openReception(platform, 'sandbox')).book(guest);
    const mail = await mailbox.mailTo(guest.email, /^\[Test\] Pay to keep/);
    expect(mail.text).toContain('This is a test booking: no money is charged');
  });

  test('the guest of a booking entered by the host receives no email if the host asks for none', async () => {
    const { email } = newGuest();
    const [unit] = await sql<{ id: number }>(
      `SELECT min(u.id) AS id FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id
       JOIN catalog.storefront s ON s.id = p.storefront_id WHERE s.domain = 'lakeside.localhost'`,
    );
    const entered = (await change(
      `mutation($input: BookingCreateInput!) { bookingCreate(input: $input) { booking { id } userErrors { message } } }`,
      {
        input: {
          unitTypeId: String(unit?.id),
          checkIn: daysAhead(210),
          checkOut: daysAhead(212),
          adults: 1,
          guest: { firstName: 'Bo', lastName: 'Desk', email },
          payment: 'paid',
          sendConfirmation: false,
        },
      },
    )) as { readonly bookingCreate: { readonly booking: { readonly id: string } } };
    await allWritten();
    expect(await mailsAbout(entered.bookingCreate.booking.id)).toEqual([]);
  });

  test('a guest receives at most five emails an hour about unpaid bookings', async () => {
    const guest = newGuest();
    for (let n = 0; n < 8; n += 1) await reception.book(guest);
    await allWritten();
    const mails = await sql(`SELECT 1 FROM apps.mails WHERE recipient = $1`, [guest.email]);
    expect(mails).toHaveLength(5);
  });
});

describe('a guest who books in German', () => {
  const held = /^Bitte bezahlen: Ihr Aufenthalt/;
  const bookDirectly = async (query: string, headers: Readonly<Record<string, string>>) => {
    const lakeside = storefrontHttp(platform.address, `lakeside.localhost:${platform.port}`);
    const { email } = newGuest();
    const stay = `check_in=${daysAhead(220)}&check_out=${daysAhead(222)}&adults=1&children=0&units=1`;
    const { send } = await openGuestForm(lakeside, `/stays/2/book?${stay}${query}`, headers);
    const sent = await send({ first_name: 'Ada', last_name: 'Lovelace', email });
    await lakeside.close();
    const [booking] = await sql<{ id: number }>(
      'SELECT id::float8 FROM checkout.bookings WHERE guest_email = $1',
      [email],
    );
    expect([sent.status, booking], sent.text).toEqual([303, { id: expect.any(Number) }]);
    return { email, id: String(booking?.id) };
  };
  const pageOf = async (link: string, headers: Readonly<Record<string, string>>) => {
    const { pathname, search, host } = new URL(link);
    return (await fetch(`${platform.address}${pathname}${search}`, { headers: { host, ...headers } })).text();
  };

  test.each([
    ['by the browser', '', { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' }],
    ['by choice', '&lang=de', { 'accept-language': 'en-GB' }],
  ] as const)(
    'a guest who books in German %s receives every email in German',
    async (_how, query, headers) => {
      const paid = await bookDirectly(query, headers);
      const lapsed = await bookDirectly(query, headers);
      const [mail] = await Promise.all([paid, lapsed].map(({ email }) => mailbox.mailTo(email, held)));
      expect(mail?.text).toMatch(/reserviert\. Bezahlen Sie bis dahin/);
      expect(mail?.text).toMatch(/Gesamtpreis: EUR [\d']+\.\d\d/);
      const page = mail && (await pageOf(linkOf(mail), { 'accept-language': 'en-GB' }));
      expect(page).toContain('<html lang="de">');
      await markPaid(paid.id);
      await mailbox.mailTo(paid.email, /ist bestätigt/);
      await cancel(paid.id);
      await mailbox.mailTo(paid.email, /wurde storniert/);
      await sql('UPDATE checkout.bookings SET hold_expires_at = now() WHERE id = $1', [Number(lapsed.id)]);
      await mailbox.mailTo(lapsed.email, /ist verfallen/);
    },
  );

  test('a booking made in German opens in German unless the browser requests another language', async () => {
    const { email, id } = await bookDirectly('&lang=de', {});
    const [link = ''] = linkOf(await mailbox.mailTo(email, held)).split('?');
    expect(await pageOf(link, {})).toContain('<html lang="de">');
    expect(await pageOf(link, { 'accept-language': 'pt' })).toContain('Stornierung</h2>');
    expect(await pageOf(link, { 'accept-language': 'en' })).toContain('<html lang="en">');
    await markPaid(id);
    expect(await pageOf(`${link}/receipt`, {})).toContain('<html lang="de">');
  });

  test('a guest receives emails in the language that the agent names', async () => {
    const { email } = newGuest();
    const call = async (name: string, args: object) => {
      const headers = {
        host: 'lakeside.localhost',
        'accept-language': 'de',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      };
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
      const answer = await fetch(`${platform.address}/api/mcp`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      const { result } = (await answer.json()) as { result: { structuredContent: { id: string } } };
      return result.structuredContent;
    };
    const { id } = await call('create_checkout', {
      line_items: [{ id: `stay:2:${daysAhead(230)}:${daysAhead(232)}:1:0`, quantity: 1 }],
      buyer: { first_name: 'Ada', last_name: 'Lovelace', email },
    });
    await call('complete_checkout', { id, meta: { 'idempotency-key': newUuid() } });
    await mailbox.mailTo(email, held);
  });
});

describe('the host', () => {
  test("a booking's emails reach only members whose role and properties give access to it", async () => {
    const members = await membersOf(platform, 'lakeside');
    const elsewhere = await newMember(platform, 'lakeside', 'manager', [2_000_000]);
    const { id } = await reception.book(newGuest());
    await cancel(id);
    await allWritten();
    const addresses = (await mailsAbout(id))
      .filter(({ template }) => template === 'host-cancelled')
      .map(({ recipient }) => recipient);
    const of = (role: keyof typeof members) => `${members[role].account.team}@example.com`;
    expect(addresses).toEqual(
      expect.arrayContaining([of('owner'), of('manager'), of('front_desk'), of('revenue')]),
    );
    for (const other of [of('housekeeping'), of('developer'), `${elsewhere.account.team}@example.com`]) {
      expect(addresses).not.toContain(other);
    }
    const mail = await mailbox.mailTo(of('front_desk'), /^Booking cancelled/);
    const link = new URL(linkOf(mail));
    expect([link.pathname, link.search]).toEqual([`/panel/bookings/${id}`, '?team=lakeside']);
    expect(mail.text).toContain('Guest: Ada Lovelace');
  });

  test("the host receives emails in their account's language", async () => {
    const { viewer, account } = await newMember(platform, 'lakeside', 'manager');
    const choose =
      'mutation { accountUpdate(input: { locale: "de-CH" }) { account { locale } userErrors { code } } }';
    expect(await ask(platform, viewer, choose)).toEqual({
      accountUpdate: { account: { locale: 'de-CH' }, userErrors: [] },
    });
    const { id } = await reception.book(newGuest());
    await cancel(id);
    const mail = await mailbox.mailTo(`${account.team}@example.com`, /^Buchung storniert/);
    expect(mail.text).toContain('Gast: Ada Lovelace');
  });
});

describe('an event', () => {
  test('an event that arrives twice sends only one email', async () => {
    const guest = newGuest();
    const { id } = await reception.book(guest);
    await mailbox.mailTo(guest.email, /^Pay to keep/);
    await allWritten();
    const before = await mailsAbout(id);
    const jobs = await sql<{ name: string; data: object }>(
      `SELECT name, data FROM booked_jobs WHERE name = 'booking.created/apps' AND data ->> 'bookingId' = $1`,
      [id],
    );
    for (const { name, data } of jobs) await platform.db.boss.send(name, data);
    await allWritten();
    expect(jobs).toHaveLength(1);
    expect(await mailsAbout(id)).toEqual(before.map((mail) => ({ ...mail, status: expect.any(String) })));
  });

  test("repeating an event's job leaves its email in the queue", async () => {
    const guest = newGuest();
    mailbox.refuse(1_000, 451);
    const { id } = await reception.book(guest);
    await allWritten();
    const [job] = await sql<{ data: object }>(
      `SELECT data FROM booked_jobs WHERE name = 'apps/mail-booking' AND data ->> 'bookingId' = $1`,
      [id],
    );
    await platform.db.boss.send('apps/mail-booking', job?.data ?? {});
    await allWritten();
    mailbox.refuse(0, 451);
    const toGuest = (await mailsAbout(id)).filter(({ recipient }) => recipient === guest.email);
    expect(toGuest).toMatchObject([{ template: 'guest-held', status: 'queued' }]);
  });

  test('an event processed after a newer event sends no email', async () => {
    const guest = newGuest();
    mailbox.refuse(1_000, 451);
    const { id } = await reception.book(guest);
    await markPaid(id);
    await allWritten();
    const [job] = await sql<{ data: object }>(
      `SELECT data FROM booked_jobs WHERE name = 'apps/mail-booking' AND data ->> 'bookingId' = $1
       AND data ->> 'event' = 'booking.created'`,
      [id],
    );
    await platform.db.boss.send('apps/mail-booking', job?.data ?? {});
    await allWritten();
    mailbox.refuse(0, 451);
    const mails = (await mailsAbout(id)).filter(({ recipient }) => recipient === guest.email);
    expect(mails.filter(({ status }) => status === 'queued').map(({ template }) => template)).toEqual([
      'guest-confirmed',
    ]);
  });
});

describe('an email sent again', () => {
  const resend = async (id: string, kind: string) => {
    const { bookingEmailResend } = (await change(
      `mutation($id: ID!, $kind: BookingEmailKind!) {
        bookingEmailResend(bookingId: $id, kind: $kind) { booking { reference } userErrors { field code message } }
      }`,
      { id, kind },
    )) as {
      bookingEmailResend: {
        booking: { reference: string } | null;
        userErrors: readonly { field: readonly string[]; code: string; message: string }[];
      };
    };
    return bookingEmailResend;
  };
  const toGuest = async (id: string, template: string) =>
    (await mailsAbout(id)).filter((mail) => mail.template === template);
  const states = ['held', 'confirmed', 'paid', 'cancelled', 'released'] as const;
  /** Returns the kinds that can be sent, and the code of the other kinds' refusal. */
  const sendable = async (id: string) => {
    const sent: string[] = [];
    for (const kind of states) {
      const { booking, userErrors } = await resend(id, kind);
      if (booking) sent.push(kind);
      else expect(userErrors).toMatchObject([{ field: ['kind'], code: 'NOT_APPLICABLE' }]);
    }
    return sent;
  };

  test("a held booking's link for paying can be sent again", async () => {
    const guest = newGuest();
    const { id } = await reception.book(guest);
    const first = linkOf(await mailbox.mailTo(guest.email, /^Pay to keep/));
    expect(await sendable(id)).toEqual(['held']);
    const links = await eventually(
      async () =>
        mailbox.mails.filter((mail) => mail.to?.some(({ address }) => address === guest.email)).map(linkOf),
      (sent) => sent.length === 2,
    );
    expect(links).toEqual([first, first]);
  });

  test("only the emails that describe a booking's current state can be sent again", async () => {
    const paid = newGuest();
    const { id } = await reception.book(paid);
    await markPaid(id);
    expect(await sendable(id)).toEqual(['confirmed', 'paid']);
    await cancel(id);
    expect(await sendable(id)).toEqual(['cancelled']);
    const lapsed = await reception.book(newGuest());
    await sql('UPDATE checkout.bookings SET hold_expires_at = now() WHERE id = $1', [Number(lapsed.id)]);
    await eventually(
      () =>
        sql('SELECT 1 FROM checkout.bookings WHERE id = $1 AND status = $2', [Number(lapsed.id), 'released']),
      (rows) => rows.length === 1,
    );
    expect(await sendable(lapsed.id)).toEqual(['released']);
  });

  test("an email sent again has the guest's current address and the booking's current facts", async () => {
    const before = newGuest();
    const { id } = await reception.book(before);
    await markPaid(id);
    const after = newGuest({ firstName: 'Grace' });
    await change(
      'mutation($input: BookingUpdateInput!) { bookingUpdate(input: $input) { userErrors { message } } }',
      { input: { id, guest: { firstName: 'Grace', lastName: 'Hopper', email: after.email } } },
    );
    expect((await resend(id, 'confirmed')).userErrors).toEqual([]);
    expect((await mailbox.mailTo(after.email, /confirmed/)).text).toContain('Hello Grace,');
  });

  test('an email about a booking is sent again at most five times in 24 hours', async () => {
    const { id } = await reception.book(newGuest());
    await markPaid(id);
    await allWritten();
    const before = (await toGuest(id, 'guest-confirmed')).length;
    const results = await Promise.all(Array.from({ length: 8 }, () => resend(id, 'confirmed')));
    const refused = results.flatMap(({ userErrors }) => userErrors);
    expect(refused.map(({ code }) => code)).toEqual(['LIMIT_REACHED', 'LIMIT_REACHED', 'LIMIT_REACHED']);
    expect((await toGuest(id, 'guest-confirmed')).length - before).toBe(5);
  });

  test("a guest without an address can't be emailed again", async () => {
    const { id } = await reception.book(newGuest());
    await markPaid(id);
    await sql('UPDATE checkout.bookings SET guest_email = NULL WHERE id = $1', [Number(id)]);
    expect((await resend(id, 'confirmed')).userErrors).toMatchObject([
      { field: ['bookingId'], code: 'NO_RECIPIENT', message: expect.stringContaining('no email address') },
    ]);
  });

  test("the team's activity names the email and the booking", async () => {
    const { id } = await reception.book(newGuest());
    await markPaid(id);
    const { booking } = await resend(id, 'confirmed');
    const events = await sql(
      `SELECT subject, change FROM team_events WHERE kind = 'booking.email_resent' AND subject = $1`,
      [booking?.reference],
    );
    expect(events).toEqual([{ subject: booking?.reference, change: 'confirmed' }]);
  });
});

describe('a redacted guest', () => {
  const redact = (id: number) =>
    change('mutation($id: ID!) { contactRedact(id: $id) { userErrors { message } } }', { id });

  test("a redacted guest's emails are removed from the outbox, sent or not", async () => {
    const guest = newGuest();
    const { id, contactId } = await reception.book(guest);
    await mailbox.mailTo(guest.email, /^Pay to keep/);
    mailbox.refuse(1_000, 451);
    await markPaid(id);
    await eventually(
      () => mailsAbout(id),
      (mails) => mails.some(({ template, status }) => template === 'guest-confirmed' && status === 'queued'),
    );
    await redact(contactId);
    await eventually(
      () => mailsAbout(id),
      (mails) => mails.length === 0,
    );
    mailbox.refuse(0, 451);
  });

  test('redacting guests while their emails are being written leaves none in the outbox', async () => {
    const people = Array.from({ length: 8 }, () => newGuest({ lastName: 'Vanisher' }));
    const booked = await Promise.all(people.map((guest) => reception.book(guest)));
    await Promise.all(booked.flatMap(({ id, contactId }) => [markPaid(id), redact(contactId)]));
    await allWritten();
    const left = await sql(
      `SELECT key FROM apps.mails WHERE recipient = ANY ($1) OR params::text LIKE '%Vanisher%'`,
      [people.map(({ email }) => email)],
    );
    expect(left).toEqual([]);
  });
});
