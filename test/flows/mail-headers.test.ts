import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openReception } from '../support/guests.ts';
import { type Mailbox, openMailbox, type Received } from '../support/mailbox.ts';
import { demoAccount } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// docs/interface/mails.md#senders: an email's sender, its reply address and a member's unsubscribe link.

let reception: Awaited<ReturnType<typeof openReception>>;
let mailbox: Mailbox;
let platform: TestPlatform;
let guest: { readonly firstName: string; readonly lastName: string; readonly email: string };
let toGuest: Received;
let toHost: Received;
let member: string;
beforeAll(async () => {
  mailbox = await openMailbox();
  platform = await startPlatform({ MAIL_URL: mailbox.url, MAIL_FROM: 'no-reply@lodging.test' });
  await platform.database.query(
    `UPDATE catalog.property SET contact = '{"phone": "+41 44 668 18 00", "email": "desk@lakeside.test"}'`,
  );
  reception = await openReception(platform, 'lakeside');
  guest = { firstName: 'Ada', lastName: 'Byron', email: 'ada.byron@example.com' };
  member = demoAccount(platform, 'host').email;
  await reception.book(guest);
  toGuest = await mailbox.mailTo(guest.email, /./);
  toHost = await mailbox.mailTo(member, /./);
});
afterAll(async () => {
  await platform.close();
  await mailbox.close();
});

const header = (mail: Received, key: string) => mail.headers.find((one) => one.key === key)?.value ?? null;

describe('a mail about a booking', () => {
  test("an email's sender has the storefront's name if MAIL_FROM has no name", () => {
    expect(toGuest.from).toMatchObject({ name: 'Lakeside Stays', address: 'no-reply@lodging.test' });
    expect(toHost.from).toMatchObject({ name: 'Lakeside Stays', address: 'no-reply@lodging.test' });
  });

  test("guests' replies reach the property's address", () => {
    expect(toGuest.replyTo).toMatchObject([{ address: 'desk@lakeside.test' }]);
    expect(toHost.replyTo).toBeUndefined();
  });

  test("guests' replies reach MAIL_FROM if the property has no address", async () => {
    await platform.database.query(`UPDATE catalog.property SET contact = '{"phone": "+41 44 668 18 00"}'`);
    const email = 'grace.hopper@example.com';
    await reception.book({ firstName: 'Grace', lastName: 'Hopper', email });
    const mail = await mailbox.mailTo(email, /./);
    expect(mail.replyTo).toBeUndefined();
    expect(mail.from).toMatchObject({ address: 'no-reply@lodging.test' });
    expect(mail.text).toMatch(/\/bookings\/[\w-]+/);
    expect(mail.text).not.toContain(member);
  });

  test("Content-Language matches the email's language", () => {
    expect(header(toGuest, 'content-language')).toBe('en');
    expect(toGuest.html).toContain('<html lang="en">');
  });

  test("an email's layout uses tables and no CSS that Outlook ignores", () => {
    const { html = '' } = toGuest;
    expect(html).toMatch(/<table role="presentation" width="560"/);
    expect(html).toMatch(/<td align="center" bgcolor="#0f5a6b"[^>]*><a href="http/);
    expect(html).not.toMatch(
      /<div|max-width|border-radius|inline-block|white-space|word-break|system-ui|\drem|flex|grid|position:|background:/,
    );
  });
});

describe('a notice to a member', () => {
  const linkOf = (mail: Received) =>
    /^<(http[^>]+)>$/.exec(header(mail, 'list-unsubscribe') ?? '')?.[1] ?? '';
  const pathOf = (mail: Received) => `${platform.address}${new URL(linkOf(mail)).pathname}`;
  const muted = async () =>
    (
      await platform.database.query<{ muted: string[] }>(
        'SELECT m.muted FROM apps.memberships m JOIN apps.accounts a ON a.id = m.account_id WHERE a.email = $1 AND m.team_id = 1',
        [member],
      )
    )[0]?.muted;

  test('a notice to a member has a one-click List-Unsubscribe', () => {
    expect(linkOf(toHost)).toMatch(/^http.+\/unsubscribe\/\d+\.\d+\.bookings\./);
    expect(header(toHost, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header(toGuest, 'list-unsubscribe')).toBeNull();
  });

  test('the unsubscribe link asks for confirmation first', async () => {
    const response = await fetch(pathOf(toHost));
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/Stop emails about bookings/);
    expect(await muted()).toEqual([]);
  });

  test('one click stops a notice until the member subscribes again', async () => {
    const post = (body: string) =>
      fetch(pathOf(toHost), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      });
    const postForm = (body: FormData) => fetch(pathOf(toHost), { method: 'POST', body });
    const oneClick = new FormData();
    oneClick.set('List-Unsubscribe', 'One-Click');
    for (const send of [() => post('List-Unsubscribe=One-Click'), () => postForm(oneClick)]) {
      expect([(await send()).status, await muted()]).toEqual([200, ['bookings']]);
    }
    reception = await openReception(platform, 'lakeside');
    const second = { ...guest, email: 'second@example.com' };
    const { id } = await reception.book(second);
    await mailbox.mailTo(second.email, /./);
    const mails = await platform.database.query(
      `SELECT FROM apps.mails WHERE booking_id = $1 AND recipient = $2`,
      [id, member],
    );
    expect(mails).toEqual([]);
    expect((await post('muted=no')).status).toBe(200);
    expect(await muted()).toEqual([]);
  });

  test('a forged unsubscribe link changes nothing', async () => {
    const forged = pathOf(toHost).replace('.bookings.', '.messages.');
    expect((await fetch(forged, { method: 'POST', body: new URLSearchParams() })).status).toBe(410);
    expect((await fetch(forged)).status).toBe(410);
    expect(await muted()).toEqual([]);
  });
});
