import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import { demoHost } from '../support/app-world.ts';
import { aPdf, sendFile } from '../support/attachments.ts';
import { type Inbox, newGuest, openInbox } from '../support/conversations.ts';
import { installNewApp } from '../support/developer.ts';
import { INBOX, type InboxApp, openInboxApp } from '../support/inbox-app.ts';
import { announce, plainPhoto } from '../support/photos.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { eventually } from '../support/task-world.ts';

// Apps that deliver messages from other inboxes (docs/interface/conversations.md#inbox-providers).

let platform: TestPlatform;
let inbox: Inbox;
let provider: InboxApp;
beforeAll(async () => {
  platform = await startPlatform();
  inbox = await openInbox(platform, 'lakeside');
  provider = await openInboxApp(platform, await demoHost(platform, 'lakeside'));
});
afterAll(() => platform.close());

const sql = (text: string, values: readonly unknown[]) => platform.database.query(text, [...values]);
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Creates a booking with its reference. */
async function book(at = inbox, guest = newGuest()) {
  const booking = await at.book(guest);
  const [row] = await platform.database.query<{ reference: string }>(
    'SELECT reference FROM checkout.bookings WHERE id = $1',
    [booking.id],
  );
  return { ...booking, reference: row?.reference ?? '' };
}

/** Sends a team's message in a conversation; it is still being handed over. */
async function sent(conversationId: string): Promise<string> {
  const [row] = await platform.database.query<{ id: string }>(
    `INSERT INTO checkout.messages (conversation_id, team_id, direction, author_kind, text, sent_at, status, created_at)
     VALUES ($1, $2, 'out', 'host', 'Yes', now(), 'sending', now()) RETURNING id`,
    [conversationId, inbox.teamId],
  );
  return String(row?.id);
}

test('an inbox provider without `write_properties` cannot upload photos', async () => {
  const { userErrors } = await announce(platform, provider.viewer, await plainPhoto());
  expect(userErrors).toEqual([{ code: 'INVALID', field: ['input', 'kind'] }]);
});

describe('a message that an app brings', () => {
  test("an app's message opens a new conversation", async () => {
    const externalId = newUuid();
    const answer = await provider.receive({
      conversation: {
        externalId,
        subject: 'Room 3',
        contact: { firstName: 'Ada', email: `${externalId}@example.com` },
      },
      message: { externalId: 'm-1', text: 'Pay with 4242 4242 4242 4242?' },
    });
    expect(answer).toMatchObject({
      applied: true,
      userErrors: [],
      conversation: {
        provider: `app:${provider.app.slug}`,
        externalId,
        subject: 'Room 3',
        status: 'open',
        unread: 1,
        contact: { firstName: 'Ada', emails: [`${externalId}@example.com`] },
      },
      message: {
        direction: 'in',
        status: 'delivered',
        externalId: 'm-1',
        text: 'Pay with •••• 4242?',
        author: { kind: 'guest', name: 'Ada' },
      },
    });
  });

  test("an app's message joins the conversation with its external id", async () => {
    const conversation = { externalId: newUuid() };
    const first = await provider.receive({ conversation });
    const second = await provider.receive({ conversation });
    expect(second.conversation).toMatchObject({ id: first.conversation.id, unread: 2 });
  });

  test('a repeated app message is ignored', async () => {
    const again = { conversation: { externalId: newUuid() }, message: { externalId: 'm-1' } };
    const first = await provider.receive(again);
    expect(await provider.receive(again)).toMatchObject({
      applied: false,
      userErrors: [],
      message: { id: first.message.id },
      conversation: { unread: 1, version: first.conversation.version },
    });
  });

  test("an app's message includes the app's uploaded file", async () => {
    const { mediaId } = await sendFile(platform, provider.viewer, aPdf(), 'Voucher.pdf');
    const { message } = await provider.receive({ message: { attachments: [{ mediaId }] } });
    expect(message.attachments).toEqual([{ name: 'Voucher.pdf', type: 'application/pdf' }]);
  });

  test("an app's message can't include the host's uploaded file", async () => {
    const { mediaId } = await sendFile(platform, inbox.host, aPdf());
    const { userErrors } = await provider.receive({ message: { attachments: [{ mediaId }] } });
    expect(userErrors).toMatchObject([{ code: 'ATTACHMENT_REFUSED' }]);
  });

  test.each([
    ['no text', { message: { text: ' ' } }, 'text', 'INVALID'],
    ['no id', { message: { externalId: '' } }, 'externalId', 'INVALID'],
    ['a subject too long', { conversation: { subject: 'x'.repeat(201) } }, 'subject', 'INVALID'],
    [
      'a file',
      { message: { attachments: [{ url: 'ftp://files.example/a.pdf' }] } },
      'attachments',
      'ATTACHMENT_REFUSED',
    ],
  ])("an app's message with %s is refused", async (_what, over, field, code) => {
    const answer = await provider.receive(over);
    expect(answer).toMatchObject({ applied: null, conversation: null, message: null });
    expect(answer.userErrors).toMatchObject([{ code, field: expect.arrayContaining([field]) }]);
  });

  test("an app's message dated in the future is treated as written now", async () => {
    const before = Date.now();
    const { message } = await provider.receive({ message: { sentAt: '2099-01-01T00:00:00Z' } });
    expect(new Date(message.sentAt).getTime()).toBeGreaterThanOrEqual(before - 1);
    expect(new Date(message.sentAt).getTime()).toBeLessThanOrEqual(Date.now());
  });

  test('a late app message appears at its original time', async () => {
    const conversation = { externalId: newUuid() };
    await provider.receive({ conversation, message: { externalId: 'second', sentAt: ago(10) } });
    const answer = await provider.receive({
      conversation,
      message: { externalId: 'first', sentAt: ago(20) },
    });
    const order = answer.conversation.messages.nodes.map((node: { externalId: string }) => node.externalId);
    expect(order).toEqual(['first', 'second']);
    const due = new Date(answer.conversation.answerBy).getTime() - 24 * 3_600_000;
    expect(due).toBe(new Date(answer.message.sentAt).getTime());
  });

  test('a late message older than the last reply is unread and opens no conversation', async () => {
    const conversation = { externalId: newUuid() };
    const first = await provider.receive({ conversation, message: { sentAt: ago(20) } });
    await sent(first.conversation.id);
    await sql(
      `UPDATE checkout.conversations SET status = 'answered', waiting_since = NULL, unread = 0 WHERE id = $1`,
      [first.conversation.id],
    );
    const late = await provider.receive({ conversation, message: { sentAt: ago(10) } });
    expect(late.conversation).toMatchObject({ status: 'answered', unread: 1, answerBy: null });
  });

  test("the booking's page doesn't show an app's message", async () => {
    const booking = await book();
    const { message } = await provider.receive({ conversation: { bookingReference: booking.reference } });
    expect(message.bookingId).toBe(booking.id);
    expect((await inbox.guestSees(booking))?.messages).toEqual([]);
  });
});

describe('the booking', () => {
  const bookingsOf = ({ conversation }: { conversation: { bookings: { id: string }[] } }) =>
    conversation.bookings.map(({ id }) => id);

  test("a booking is looked up by its sales channel's id before its reference", async () => {
    const [named, other] = [await book(), await book()];
    const externalBookingId = newUuid();
    await sql('UPDATE checkout.bookings SET source_external_id = $1 WHERE id = $2', [
      externalBookingId,
      named.id,
    ]);
    const answer = await provider.receive({
      conversation: { externalBookingId, bookingReference: other.reference },
    });
    expect(bookingsOf(answer)).toEqual([named.id]);
    expect(answer.conversation.contact.id).toBe(String(named.contactId));
  });

  test('a booking is found by its reference', async () => {
    const booking = await book();
    const conversation = { externalBookingId: newUuid(), bookingReference: booking.reference };
    expect(bookingsOf(await provider.receive({ conversation }))).toEqual([booking.id]);
  });

  test("the contact's only stay is chosen as the booking", async () => {
    const guest = newGuest();
    const booking = await inbox.book(guest);
    const contact = { email: guest.email.toUpperCase() };
    expect(bookingsOf(await provider.receive({ conversation: { contact } }))).toEqual([booking.id]);
  });

  test('no booking is chosen if the contact has two', async () => {
    const guest = newGuest();
    await inbox.book(guest);
    await inbox.book(guest);
    const answer = await provider.receive({ conversation: { contact: { email: guest.email } } });
    expect(bookingsOf(answer)).toEqual([]);
  });

  test("a booking made from a question joins the question's conversation and adds the guest", async () => {
    const externalId = newUuid();
    const asked = await provider.receive({ conversation: { externalId } });
    const booking = await book();
    const booked = await provider.receive({
      conversation: { externalId, bookingReference: booking.reference },
    });
    expect(booked.conversation).toMatchObject({
      id: asked.conversation.id,
      contact: { id: String(booking.contactId) },
      bookings: [{ id: booking.id }],
    });
    const [row] = await sql('SELECT contact_id::int AS contact FROM checkout.conversations WHERE id = $1', [
      asked.conversation.id,
    ]);
    expect(row).toEqual({ contact: Number(booking.contactId) });
  });

  test("another guest's booking doesn't join the conversation", async () => {
    const [one, other] = [await book(), await book()];
    const externalId = newUuid();
    await provider.receive({ conversation: { externalId, bookingReference: one.reference } });
    const answer = await provider.receive({
      conversation: { externalId, bookingReference: other.reference },
    });
    expect(bookingsOf(answer)).toEqual([one.id]);
  });

  test("another team's booking isn't found", async () => {
    const foreign = await book(await openInbox(platform, 'alpine'));
    const answer = await provider.receive({ conversation: { bookingReference: foreign.reference } });
    expect(answer).toMatchObject({ applied: true, conversation: { bookings: [] } });
  });

  test("a redacted guest's booking is refused", async () => {
    const booking = await book();
    await inbox.run(inbox.host, 'mutation($id: ID!) { it: contactRedact(id: $id) { userErrors { code } } }', {
      id: String(booking.contactId),
    });
    const externalId = newUuid();
    const answer = await provider.receive({
      conversation: { externalId, bookingReference: booking.reference },
    });
    expect(answer.userErrors).toMatchObject([{ code: 'CONTACT_REDACTED' }]);
    expect(await sql('SELECT 1 FROM checkout.conversations WHERE external_id = $1', [externalId])).toEqual(
      [],
    );
  });
});

describe('history', () => {
  test('imported history needs no reply', async () => {
    const { conversation, message } = await provider.receive({
      import: true,
      message: { sentAt: '2025-05-01T10:00:00Z' },
    });
    expect(conversation).toMatchObject({ status: 'closed', unread: 0, answerBy: null });
    expect(message).toMatchObject({ status: 'read', sentAt: '2025-05-01T10:00:00.000Z' });
  });

  test('imported history publishes no events', async () => {
    const webhook = { webhooks: ['message.received'], webhook_url: 'https://hears.example/hooks' };
    await installNewApp(platform, await demoHost(platform, 'lakeside'), {
      ...webhook,
      scopes: ['read_conversations'],
    });
    const heard = async () => {
      const told = await platform.database.query<{ id: string }>(
        `SELECT body::json->'resource'->>'id' AS id FROM apps.deliveries`,
      );
      return told.map(({ id }) => id);
    };
    const history = await provider.receive({ import: true });
    const live = await provider.receive();
    const told = await eventually(heard, (ids) => ids.includes(live.message.id));
    expect(told).not.toContain(history.message.id);
  });
});

describe('a report', () => {
  const outbound = async () => sent((await provider.receive()).conversation.id);

  test('a report can only move a message forward', async () => {
    const id = await outbound();
    expect((await provider.report(id, 'read', { externalId: 'out-1' })).message).toEqual({
      id,
      status: 'read',
      externalId: 'out-1',
      failure: null,
    });
    expect((await provider.report(id, 'delivered')).message.status).toBe('read');
  });

  test('a failure report opens the conversation', async () => {
    const { conversation } = await provider.receive();
    const id = await sent(conversation.id);
    await sql(`UPDATE checkout.conversations SET status = 'answered' WHERE id = $1`, [conversation.id]);
    const failure = { code: 'WINDOW_CLOSED', text: 'Too late.' };
    expect((await provider.report(id, 'failed', { failure })).message).toMatchObject({
      status: 'failed',
      failure,
    });
    expect((await inbox.read(conversation.id))?.status).toBe('open');
  });

  test("a report can't reuse another message's id", async () => {
    const { conversation, message } = await provider.receive();
    const id = await sent(conversation.id);
    const { userErrors } = await provider.report(id, 'sent', { externalId: message.externalId });
    expect(userErrors).toEqual([{ field: ['externalId'], code: 'INVALID' }]);
  });

  test.each(['queued', 'sending'])('a report with the status %s is refused', async (status) => {
    const { userErrors } = await provider.report(await outbound(), status);
    expect(userErrors).toEqual([{ field: ['status'], code: 'INVALID' }]);
  });

  test("a report about a guest's message is refused", async () => {
    const { message } = await provider.receive();
    expect((await provider.report(message.id, 'read')).userErrors).toMatchObject([{ code: 'INVALID' }]);
  });

  test("a report about another provider's conversation is refused", async () => {
    const other = await openInboxApp(platform, await demoHost(platform, 'lakeside'));
    const id = await outbound();
    expect((await other.report(id, 'failed')).userErrors).toMatchObject([{ code: 'NOT_YOUR_CONVERSATION' }]);
  });

  test("a report about another team's message finds no message", async () => {
    const foreign = await openInboxApp(platform, await demoHost(platform, 'alpine'));
    const id = await outbound();
    expect((await foreign.report(id, 'failed')).userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
  });
});

describe('whose a conversation is', () => {
  test('a conversation belongs to the app that delivered it, in the developer API too', async () => {
    const { data, errors } = await provider.call();
    expect(errors).toEqual([]);
    expect(data.it.conversation.provider).toBe(`app:${provider.app.slug}`);
  });

  test('conversations with the same external id are separate for each team and provider', async () => {
    const conversation = { externalId: newUuid() };
    const others = [
      await openInboxApp(platform, await demoHost(platform, 'lakeside')),
      await openInboxApp(platform, await demoHost(platform, 'alpine')),
    ];
    const ids = [];
    for (const { receive } of [provider, ...others])
      ids.push((await receive({ conversation, message: { externalId: 'm-1' } })).conversation.id);
    expect(new Set(ids).size).toBe(3);
  });

  test('an inbox provider needs the capability in addition to the scope', async () => {
    const app = await openInboxApp(platform, await demoHost(platform, 'lakeside'), { capabilities: [] });
    const { errors } = await app.call();
    expect(errors[0]?.extensions).toMatchObject({
      code: 'ACCESS_DENIED',
      requiredCapability: 'act_as_inbox_provider',
    });
  });
});

test.each([
  ['endpoints.message_send', { endpoints: {} }],
  ['scopes', { scopes: ['read_conversations'] }],
])("an inbox provider's manifest needs %s", async (path, over) => {
  const pushed = installNewApp(platform, await demoHost(platform, 'lakeside'), { ...INBOX, ...over });
  await expect(pushed).rejects.toThrow(path);
});
