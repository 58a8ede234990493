import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storefrontHttp } from '../support/agent.ts';
import { demoHost } from '../support/app-world.ts';
import { aPdf, sendFile } from '../support/attachments.ts';
import { ask } from '../support/developer.ts';
import { type Guest, openReception } from '../support/guests.ts';
import { openThreads } from '../support/host-threads.ts';
import { linkOf, type Mailbox, openMailbox } from '../support/mailbox.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { eventually } from '../support/task-world.ts';
import { type Member, newMember } from '../support/team-world.ts';

// docs/interface/mails.md#messages: guests receive emails about their messages, and teams about guests'
// messages.

let mailbox: Mailbox;
let platform: TestPlatform;
let reception: Awaited<ReturnType<typeof openReception>>;
let inbox: ReturnType<typeof openThreads>;
beforeAll(async () => {
  mailbox = await openMailbox();
  platform = await startPlatform({ MAIL_URL: mailbox.url, SWEEP_INTERVAL: 'PT1S' });
  reception = await openReception(platform, 'lakeside');
  inbox = openThreads(platform, reception.teamId);
});
afterAll(async () => {
  await platform.close();
  await mailbox.close();
});

let guests = 0;
const newGuest = (more: Partial<Guest> = {}): Guest => {
  guests += 1;
  return { firstName: 'Ada', lastName: 'Lovelace', email: `messaged-${guests}@example.com`, ...more };
};
const sql = <R extends object = object>(text: string, values: readonly unknown[] = []) =>
  platform.database.query<R>(text, [...values]);
const addressOf = ({ account }: Member) => `${account.team}@example.com`;
const mailsOf = (conversation: string) =>
  sql<{ template: string; recipient: string; status: string; text: string }>(
    `SELECT template, recipient, status, params ->> 'text' AS text FROM apps.mails WHERE conversation_id = $1 ORDER BY id`,
    [Number(conversation)],
  );
/** Waits until every due job that writes message emails is done. */
const allWritten = () =>
  eventually(
    () =>
      sql(
        `SELECT 1 FROM pgboss.job WHERE (name = 'apps/mail-message' OR name LIKE 'message.%' OR name = 'contact.redacted/apps')
         AND state <> 'completed' AND start_after <= now()`,
      ),
    (open) => open.length === 0,
  );
/** Waits until the outbox is empty. */
const allSent = () =>
  eventually(
    () =>
      sql(`SELECT 1 FROM apps.mails WHERE status = 'queued' UNION ALL SELECT 1 FROM pgboss.job WHERE name = 'apps/mail-booking'
       AND state <> 'completed' UNION ALL SELECT 1 FROM pgboss.job WHERE name LIKE 'booking.%/apps' AND state <> 'completed'`),
    (open) => open.length === 0,
  );
const http = () => storefrontHttp(platform.address, `lakeside.localhost:${platform.port}`);
/** Writes as a booking's guest, on the booking page. */
const write = async (booking: string, message: string) => {
  const storefront = http();
  const path = await inbox.permalinkOf(booking);
  const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
  const body = `${new URLSearchParams({ key: crypto.randomUUID(), message })}`;
  const { status } = await storefront.send('POST', `${path}/messages`, form, body);
  await storefront.close();
  expect(status).toBe(303);
  const conversation = await inbox.of(booking);
  if (!conversation) throw new Error('Nothing was written.');
  return conversation;
};

describe('the guest', () => {
  test("the guest's email lists a message's files", async () => {
    const guest = newGuest();
    const { id } = await reception.book(guest);
    const host = await demoHost(platform, 'lakeside');
    const files = [];
    for (const name of ['Map.pdf', 'House rules.pdf'])
      files.push((await sendFile(platform, host.host, aPdf(), name)).mediaId);
    await ask(
      platform,
      host.host,
      'mutation($input: ConversationStartInput!) { conversationStart(input: $input) { message { id } } }',
      { input: { bookingId: id, text: 'Welcome.', idempotencyKey: id, attachments: files } },
    );
    const mail = await mailbox.mailTo(guest.email, /^Message from Lakeside/);
    expect(mail.text).toContain('2 attachments, available through the link: Map.pdf, House rules.pdf');
    expect(mail.text).not.toContain('/attachments/');
  });

  test("the guest's email contains the text of a message and the link to reply", async () => {
    const guest = newGuest();
    const { id } = await reception.book(guest);
    const text = 'The key is in the box.\n\nSee you soon & safe travels!';
    await inbox.start({ bookingId: id }, text);
    const mail = await mailbox.mailTo(guest.email, /^Message from Lakeside/);
    expect(mail.text).toContain(text);
    expect(mail.text).toContain('Reply via the link');
    const link = new URL(linkOf(mail));
    expect(link.pathname).toBe(await inbox.permalinkOf(id));
    const storefront = http();
    const page = await storefront.get(link.pathname, { accept: 'text/html' });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('The key is in the box.')]);
    await storefront.close();
  });

  test("the guest receives emails in the booking's language", async () => {
    const guest = newGuest();
    const { id, contactId } = await reception.book(guest);
    await ask(
      platform,
      inbox.host,
      'mutation($input: ContactUpdateInput!) { contactUpdate(input: $input) { userErrors { message } } }',
      { input: { id: contactId, locale: 'de-CH' } },
    );
    await inbox.start({ bookingId: id }, 'Grüezi');
    expect((await mailbox.mailTo(guest.email, /^Nachricht von/)).text).toContain(
      'Antworten Sie über den Link',
    );
  });

  test('the guest receives no email about a note', async () => {
    const { id } = await reception.book(newGuest());
    const { message } = await inbox.start({ bookingId: id }, 'Hello');
    const conversation = String(message?.conversationId);
    await inbox.note(conversation, 'For us alone');
    await allWritten();
    expect((await mailsOf(conversation)).map(({ text }) => text)).toEqual(['Hello']);
  });

  test('the guest receives only one email if an event arrives twice', async () => {
    const { id } = await reception.book(newGuest());
    const { message } = await inbox.start({ bookingId: id }, 'Hello');
    await allWritten();
    await sql(
      `INSERT INTO pgboss.job (name, data) VALUES ('apps/mail-message',
        jsonb_build_object('messageId', $1::bigint, 'conversationId', $2::bigint, 'teamId', $3::int))`,
      [message?.id, message?.conversationId, reception.teamId],
    );
    await allWritten();
    expect(await mailsOf(String(message?.conversationId))).toHaveLength(1);
  });
});

describe('a message whose mail is refused', () => {
  test('resending a message also resends its refused email', async () => {
    const guest = newGuest();
    const { id } = await reception.book(guest);
    await allSent();
    mailbox.refuse(1, 550);
    await inbox.start({ bookingId: id }, 'Hello');
    const failed = await eventually(
      () => inbox.of(id),
      // The conversation and its messages are read one after another.
      (conversation) =>
        conversation?.status === 'open' && conversation.messages.nodes[0]?.status === 'failed',
    );
    expect(failed?.messages.nodes[0]?.failure).toEqual({ code: 'MAIL_FAILED' });
    await inbox.resend(String(failed?.messages.nodes[0]?.id));
    expect((await mailbox.mailTo(guest.email, /^Message from/)).text).toContain('Hello');
  });
});

describe('members of the team', () => {
  test("members receive a guest's message with the link to the conversation", async () => {
    const member = await newMember(platform, 'lakeside', 'front_desk');
    const { id } = await reception.book(newGuest({ lastName: 'Byron' }));
    const conversation = await write(id, 'May we arrive at 6?');
    const mail = await mailbox.mailTo(addressOf(member), /^Message from Ada Byron/);
    expect(mail.text).toContain('May we arrive at 6?');
    expect(new URL(linkOf(mail)).pathname).toBe(`/panel/messages/${conversation.id}`);
  });

  test('members receive one email about many messages in a conversation', async () => {
    const { id } = await reception.book(newGuest());
    const { id: conversation } = await write(id, 'One');
    await eventually(
      () => mailsOf(conversation),
      (mails) => mails.length > 0,
    );
    await write(id, 'Two');
    await write(id, 'Three');
    await allWritten();
    const texts = (await mailsOf(conversation)).map(({ text }) => text);
    expect([...new Set(texts)]).toEqual(['One']);
  });

  test("members whose role can't read conversations receive no email", async () => {
    const member = await newMember(platform, 'lakeside', 'revenue');
    const { id } = await reception.book(newGuest());
    const { id: conversation } = await write(id, 'Hello');
    await allWritten();
    const readers = (await mailsOf(conversation)).map(({ recipient }) => recipient);
    expect(readers.length).toBeGreaterThan(0);
    expect(readers).not.toContain(addressOf(member));
  });
});

test('redacting a guest deletes the emails to members about the conversation', async () => {
  const { id, contactId } = await reception.book(newGuest());
  const { id: conversation } = await write(id, 'My secret');
  await inbox.send(conversation, 'Our answer');
  await eventually(
    () => mailsOf(conversation),
    (mails) =>
      mails.some(({ text }) => text === 'Our answer') && mails.some(({ text }) => text === 'My secret'),
  );
  await ask(
    platform,
    inbox.host,
    'mutation($id: ID!) { contactRedact(id: $id) { userErrors { message } } }',
    { id: contactId },
  );
  expect(
    await eventually(
      () => mailsOf(conversation),
      (mails) => mails.length === 0,
    ),
  ).toEqual([]);
});
