import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import { closeQuiet } from '#subgraphs/checkout/conversations/commands/close-quiet.ts';
import { demoHost } from '../support/app-world.ts';
import { type Inbox, newGuest, openInbox } from '../support/conversations.ts';
import { ask, contextOf, hostOf } from '../support/developer.ts';
import { dumpOf } from '../support/dump.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { openRequests } from '../support/requests.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';
import { newMember } from '../support/team-world.ts';

// Messages between a team and its guests on the platform's own pages (docs/interface/conversations.md).

let platform: TestPlatform;
let inbox: Inbox;
beforeAll(async () => {
  platform = await startPlatform();
  inbox = await openInbox(platform, 'lakeside');
});
afterAll(() => platform.close());

const sql = (text: string, values: readonly unknown[] = []) => platform.database.query(text, [...values]);

/** Opens a conversation as a guest. */
async function opened(text = 'Is there a crib?') {
  const guest = newGuest();
  const booking = await inbox.book(guest);
  const { message, userErrors } = await inbox.guestWrites(booking, text);
  expect(userErrors).toEqual([]);
  if (!message) throw new Error('The guest wrote nothing.');
  return { guest, booking, id: message.conversationId, messageId: message.id };
}

const conversationsOf = (filter: object, order = 'updated') =>
  inbox.run<{ nodes: { id: string; lastMessageAt: string }[] }>(
    inbox.host,
    'query($filter: ConversationFilter, $order: ConversationOrder) { it: conversations(filter: $filter, order: $order, first: 100) { nodes { id lastMessageAt } } }',
    { filter, order },
  );
const change = (mutation: string, viewer = inbox.host) =>
  inbox.run<{ conversation: { id: string; status: string } | null; userErrors: { code: string }[] }>(
    viewer,
    `mutation { it: ${mutation} { conversation { id status } userErrors { code } } }`,
    {},
  );
const codes = ({ userErrors }: { readonly userErrors: readonly { readonly code: string }[] }) =>
  userErrors.map(({ code }) => code);

describe("a guest's message", () => {
  test("a guest's message opens a conversation about the booking", async () => {
    const { booking, id } = await opened('Is there a crib?');
    expect(await inbox.read(id)).toMatchObject({
      status: 'open',
      unread: 1,
      provider: 'platform',
      bookings: [{ id: booking.id }],
      contact: { id: String(booking.contactId) },
      messages: {
        nodes: [
          {
            direction: 'in',
            text: 'Is there a crib?',
            status: 'delivered',
            bookingId: booking.id,
            author: { kind: 'guest', name: 'Grace Hopper' },
          },
        ],
      },
    });
  });

  test("a guest's message has to be answered within 24 hours", async () => {
    const { id } = await opened();
    const thread = await inbox.read(id);
    const sentAt = String(thread?.messages.nodes[0]?.['sentAt']);
    expect(new Date(String(thread?.answerBy)).getTime() - new Date(sentAt).getTime()).toBe(86_400_000);
  });

  test("a guest's message about a second booking is added to the same conversation", async () => {
    const { guest, booking, id } = await opened();
    const second = await inbox.book(guest);
    const { message } = await inbox.guestWrites(second, 'And for my second stay?');
    expect(message).toMatchObject({ conversationId: id, bookingId: second.id });
    expect((await inbox.read(id))?.bookings.map((one) => one.id)).toEqual([booking.id, second.id]);
  });

  test("repeating a guest's message with its key creates one message", async () => {
    const { booking, id } = await opened();
    const key = newUuid();
    const first = await inbox.guestWrites(booking, 'Sent twice', key);
    expect(await inbox.guestWrites(booking, 'Sent twice', key)).toEqual(first);
    expect((await inbox.read(id))?.messages.nodes).toHaveLength(2);
  });

  test("a guest's message reopens a closed conversation", async () => {
    const { booking, id } = await opened();
    expect((await change(`conversationClose(id: ${id})`)).conversation?.status).toBe('closed');
    await inbox.guestWrites(booking, 'One more question');
    expect(await inbox.read(id)).toMatchObject({ status: 'open', unread: 2 });
  });

  test("a guest's message in a spam conversation isn't counted as unread", async () => {
    const { booking, id } = await opened();
    await change(`conversationSpamSet(id: ${id}, spam: true)`);
    await inbox.guestWrites(booking, 'Buy now');
    expect(await inbox.read(id)).toMatchObject({ status: 'spam', unread: 0, answerBy: null });
  });

  test.each([
    ['Card 4242 4242 4242 4242', 'Card •••• 4242'],
    ['Pay to DE89 3704 0044 0532 0130 00', 'Pay to •••• 3000'],
  ])("a guest's message %j is stored as %j", async (text, kept) => {
    const { id } = await opened(text);
    expect((await inbox.read(id))?.messages.nodes[0]).toMatchObject({ text: kept });
    const [row] = await sql('SELECT text FROM checkout.messages WHERE conversation_id = $1', [id]);
    expect(row).toEqual({ text: kept });
  });

  test("a guest can't send messages from the 67th day after check-out", async () => {
    const booking = await inbox.book();
    const leave = 'UPDATE checkout.bookings SET check_in = $2, check_out = $3 WHERE id = $1';
    await sql(leave, [booking.id, daysAhead(-68), daysAhead(-67)]);
    expect(codes(await inbox.guestWrites(booking, 'Thank you'))).toEqual(['WINDOW_CLOSED']);
    expect(await inbox.guestSees(booking)).toMatchObject({ canWrite: false });
    await sql(leave, [booking.id, daysAhead(-67), daysAhead(-66)]);
    expect(codes(await inbox.guestWrites(booking, 'Thank you'))).toEqual([]);
  });

  test('a guest can send 30 messages an hour', async () => {
    const { booking, id } = await opened();
    await sql(
      `INSERT INTO checkout.messages (conversation_id, team_id, direction, author_kind, text, sent_at, status, created_at)
       SELECT $1, $2, 'in', 'guest', 'again', now(), 'delivered', now() FROM generate_series(1, 29)`,
      [id, inbox.teamId],
    );
    expect(codes(await inbox.guestWrites(booking, 'One too many'))).toEqual(['TOO_MANY']);
  });

  test.each([
    ['nothing visible', '  '],
    ['more than 10,000 characters', 'a'.repeat(10_001)],
    ['U+0000', 'a\0b'],
  ])("a guest's message with %s is refused", async (_what, text) => {
    expect(codes(await inbox.guestWrites(await inbox.book(), text))).toEqual(['INVALID']);
  });

  test("a guest's message sent through another storefront's link is refused", async () => {
    const booking = await inbox.book();
    const other = await openInbox(platform, 'alpine');
    const link = { storefrontId: other.storefrontId, permalinkId: await inbox.permalinkOf(booking) };
    const answer = await inbox.run<{ userErrors: { code: string }[] }>(
      { kind: 'public' },
      'mutation($input: GuestMessageSendInput!) { it: guestMessageSend(input: $input) { userErrors { code } } }',
      { input: { ...link, text: 'Hello', idempotencyKey: newUuid() } },
    );
    expect(codes(answer)).toEqual(['NOT_FOUND']);
  });
});

describe('the page of a guest', () => {
  test("the guest's page shows the messages and the answers", async () => {
    const { booking, id } = await opened('Is there a crib?');
    await inbox.hostWrites(id, 'There is.');
    expect((await inbox.guestSees(booking))?.messages.map(({ text }) => text)).toEqual([
      'Is there a crib?',
      'There is.',
    ]);
  });

  test("the guest's page shows no notes", async () => {
    const { booking, id } = await opened('Hello');
    await inbox.run(
      inbox.host,
      'mutation($id: ID!) { it: conversationNoteAdd(conversationId: $id, text: "Difficult") { message { id } } }',
      { id },
    );
    expect((await inbox.guestSees(booking))?.messages.map(({ text }) => text)).toEqual(['Hello']);
  });

  test("the guest's page doesn't show messages from another booking with the same address", async () => {
    const { guest, id } = await opened('My door code is 1234');
    await inbox.hostWrites(id, 'Noted: 1234');
    // Anyone can book with another person's address: the hold is unpaid.
    const stranger = await inbox.book({ ...guest, firstName: 'Mallory' });
    expect(stranger.contactId).toBe(Number((await inbox.read(id))?.contact?.id));
    expect((await inbox.guestSees(stranger))?.messages).toEqual([]);
  });
});

describe("a host's message", () => {
  test("a host's message answers the conversation", async () => {
    const { id } = await opened();
    const { message, userErrors } = await inbox.hostWrites(id, 'There is.');
    expect(userErrors).toEqual([]);
    expect(message).toMatchObject({ text: 'There is.', status: 'sent' });
    expect(await inbox.read(id)).toMatchObject({ status: 'answered', unread: 0, answerBy: null });
  });

  test("repeating a host's message with its key creates one message", async () => {
    const { id } = await opened();
    const key = newUuid();
    const first = await inbox.hostWrites(id, 'Once', key);
    expect(await inbox.hostWrites(id, 'Once', key)).toEqual(first);
    expect(codes(await inbox.hostWrites(id, 'Something else', key))).toEqual(['INVALID']);
  });

  test("a host's automatic message leaves the conversation open", async () => {
    const { id } = await opened();
    const { userErrors } = await inbox.run<{ userErrors: object[] }>(
      inbox.host,
      'mutation($id: ID!, $key: String!) { it: conversationMessageSend(conversationId: $id, text: "We got your message.", idempotencyKey: $key, automation: true) { userErrors { code } } }',
      { id, key: newUuid() },
    );
    expect(userErrors).toEqual([]);
    expect(await inbox.read(id)).toMatchObject({ status: 'open', unread: 1 });
  });

  test('a host can write from the 8th day after check-out only if the guest wrote within 7 days', async () => {
    const { booking, id } = await opened();
    const leave = 'UPDATE checkout.bookings SET check_in = $2, check_out = $3 WHERE id = $1';
    await sql(leave, [booking.id, daysAhead(-9), daysAhead(-8)]);
    expect(codes(await inbox.hostWrites(id, 'You are welcome'))).toEqual([]);
    await sql("UPDATE checkout.conversations SET guest_wrote_at = now() - interval '7 days' WHERE id = $1", [
      id,
    ]);
    expect(codes(await inbox.hostWrites(id, 'Come again'))).toEqual(['WINDOW_CLOSED']);
  });

  test("a host's message to a spam conversation is refused", async () => {
    const { id } = await opened();
    await change(`conversationSpamSet(id: ${id}, spam: true)`);
    expect(codes(await inbox.hostWrites(id, 'No'))).toEqual(['NOT_OPEN']);
  });

  test("a host's message starts a conversation from a booking", async () => {
    const booking = await inbox.book();
    const start = (bookingId: string) =>
      inbox.run<{ message: { conversationId: string } | null; userErrors: { code: string }[] }>(
        inbox.host,
        'mutation($input: ConversationStartInput!) { it: conversationStart(input: $input) { message { conversationId } userErrors { code } } }',
        { input: { bookingId, text: 'When do you arrive?', subject: 'Arrival', idempotencyKey: newUuid() } },
      );
    const { message } = await start(booking.id);
    const id = message?.conversationId ?? '';
    expect(await inbox.read(id)).toMatchObject({ status: 'answered', subject: 'Arrival', unread: 0 });
    expect((await inbox.guestSees(booking))?.messages).toMatchObject([{ text: 'When do you arrive?' }]);
    expect((await start(booking.id)).message?.conversationId).toBe(id);
  });

  test('a host can resend a failed message', async () => {
    const { id } = await opened();
    const { message } = await inbox.hostWrites(id, 'There is.');
    await sql("UPDATE checkout.messages SET status = 'failed', failure_code = 'MAIL' WHERE id = $1", [
      message?.id,
    ]);
    const resend = () =>
      inbox.run<{ message: { status: string } | null; userErrors: { code: string }[] }>(
        inbox.host,
        'mutation($id: ID!) { it: messageResend(id: $id) { message { status } userErrors { code } } }',
        { id: message?.id },
      );
    expect(await resend()).toEqual({ message: { status: 'sent' }, userErrors: [] });
    expect(codes(await resend())).toEqual(['INVALID_TRANSITION']);
  });
});

describe('a request to book', () => {
  test('a booking request and its booking share a conversation', async () => {
    const requests = await openRequests(platform, 'alpine');
    const alpine = await openInbox(platform, 'alpine');
    const { id: requestId, version } = await requests.request();
    const write = (link: object) =>
      alpine.run<{ message: { conversationId: string } | null }>(
        { kind: 'public' },
        'mutation($input: GuestMessageSendInput!) { it: guestMessageSend(input: $input) { message { conversationId } userErrors { code } } }',
        {
          input: {
            storefrontId: alpine.storefrontId,
            text: 'May we bring a dog?',
            idempotencyKey: newUuid(),
            ...link,
          },
        },
      );
    const asked = await write({ requestId });
    const { bookingRequest } = await requests.accept(requestId, version);
    const booking = { id: bookingRequest?.booking?.id ?? '' };
    const later = await alpine.guestWrites(booking, 'It is a small one.');
    expect(later.message?.conversationId).toBe(asked.message?.conversationId);
    expect((await alpine.guestSees(booking))?.messages.map(({ text }) => text)).toEqual([
      'May we bring a dog?',
      'It is a small one.',
    ]);
  });
});

describe('a conversation', () => {
  test('a conversation closes after 30 days without a message', async () => {
    const { id } = await opened();
    const quiet = 'UPDATE checkout.conversations SET last_message_at = now() - $2::interval WHERE id = $1';
    await sql(quiet, [id, '29 days 22 hours']);
    await closeQuiet(contextOf(platform));
    expect((await inbox.read(id))?.status).toBe('open');
    await sql(quiet, [id, '30 days 2 hours']);
    await closeQuiet(contextOf(platform));
    expect(await inbox.read(id)).toMatchObject({ status: 'closed', answerBy: null });
  });

  test('the team can read a conversation', async () => {
    const { id } = await opened();
    await change(`conversationRead(id: ${id})`);
    expect(await inbox.read(id)).toMatchObject({ unread: 0, messages: { nodes: [{ status: 'read' }] } });
  });

  test('a conversation is open again after the host removes it from spam', async () => {
    const { id } = await opened();
    await change(`conversationSpamSet(id: ${id}, spam: true)`);
    expect((await change(`conversationSpamSet(id: ${id}, spam: false)`)).conversation?.status).toBe('open');
  });

  test('a conversation can be assigned only to members', async () => {
    const { id } = await opened();
    const member = await newMember(platform, 'lakeside', 'front_desk');
    const stranger = await newMember(platform, 'alpine', 'front_desk');
    const assign = (accountId: number | null) =>
      change(`conversationAssign(id: ${id}, accountId: ${accountId})`, {
        ...inbox.host,
        accountId: member.viewer.accountId,
      });
    expect(codes(await assign(member.viewer.accountId))).toEqual([]);
    expect(await inbox.read(id)).toMatchObject({ assigneeId: String(member.viewer.accountId) });
    expect(codes(await assign(stranger.viewer.accountId))).toEqual(['NOT_FOUND']);
    expect(codes(await assign(null))).toEqual([]);
    expect(await inbox.read(id)).toMatchObject({ assigneeId: null, assigneeName: null });
  });

  test("another team can't find a conversation through any field", async () => {
    const { id, messageId } = await opened();
    const stranger = hostOf((await demoHost(platform, 'alpine')).teamId);
    expect(await inbox.read(id, stranger)).toBeNull();
    expect(codes(await inbox.hostWrites(id, 'Hello', newUuid(), stranger))).toEqual(['NOT_FOUND']);
    const resend = `mutation { it: messageResend(id: ${messageId}) { userErrors { code } } }`;
    expect(codes(await inbox.run<{ userErrors: { code: string }[] }>(stranger, resend, {}))).toEqual([
      'NOT_FOUND',
    ]);
    for (const mutation of [
      `conversationClose(id: ${id})`,
      `conversationRead(id: ${id})`,
      `conversationSpamSet(id: ${id}, spam: true)`,
      `conversationAssign(id: ${id}, accountId: null)`,
      `conversationDraftSet(conversationId: ${id}, text: "Hello")`,
    ]) {
      expect(codes(await change(mutation, stranger))).toEqual(['NOT_FOUND']);
    }
  });

  test("a member limited to another property can't read a conversation", async () => {
    const { booking, id } = await opened();
    const [row] = await sql('SELECT property_id AS property FROM checkout.bookings WHERE id = $1', [
      booking.id,
    ]);
    const property = Number((row as { property: number }).property);
    expect(await inbox.read(id, { ...inbox.host, role: 'manager', propertyIds: [property] })).not.toBeNull();
    expect(await inbox.read(id, { ...inbox.host, role: 'manager', propertyIds: [property + 1] })).toBeNull();
  });
});

describe('the list of conversations', () => {
  test('a host can filter the list of conversations', async () => {
    const { booking, id } = await opened();
    await change(`conversationClose(id: ${id})`);
    const found = async (filter: object) =>
      (await conversationsOf(filter)).nodes.some((one) => one.id === id);
    expect(await found({ statuses: ['closed'], unread: true, bookingId: booking.id })).toBe(true);
    expect(await found({ contactId: String(booking.contactId), provider: 'platform' })).toBe(true);
    expect(await found({ search: 'hopper' })).toBe(true);
    for (const filter of [
      { statuses: ['open'] },
      { unread: false },
      { bookingId: '1' },
      { provider: 'app:x' },
    ])
      expect(await found(filter)).toBe(false);
  });

  test('the list of conversations can be sorted by newest message', async () => {
    const first = await opened();
    const second = await opened();
    await inbox.guestWrites(first.booking, 'Again');
    const ids = (await conversationsOf({}, 'latest')).nodes.map(({ id }) => id);
    expect(ids.indexOf(first.id)).toBeLessThan(ids.indexOf(second.id));
  });

  test("a conversation's messages have the same order when paged in either direction", async () => {
    const { booking, id } = await opened('1');
    for (const text of ['2', '3', '4', '5']) await inbox.guestWrites(booking, text);
    const page = (args: string) =>
      ask<{
        conversations: {
          nodes: { messages: { nodes: { text: string }[]; pageInfo: Record<string, unknown> } }[];
        };
      }>(
        platform,
        inbox.host,
        `{ conversations(filter: { bookingId: ${booking.id} }) { nodes { messages(${args}) { nodes { text } pageInfo { hasNextPage endCursor startCursor } } } } }`,
      ).then(({ conversations }) => conversations.nodes[0]?.messages);
    const first = await page('first: 2');
    expect(first?.nodes.map(({ text }) => text)).toEqual(['1', '2']);
    const next = await page(`first: 2, after: "${first?.pageInfo['endCursor']}"`);
    expect(next?.nodes.map(({ text }) => text)).toEqual(['3', '4']);
    expect((await page('last: 2'))?.nodes.map(({ text }) => text)).toEqual(['4', '5']);
    await inbox.guestWrites(booking, '6');
    expect(
      (await page('after: null'))?.nodes.map(({ text }) => text),
      'five by default',
    ).toEqual(['1', '2', '3', '4', '5']);
    expect((await inbox.read(id))?.messages.nodes).toHaveLength(6);
  });
});

describe('the contact of a conversation', () => {
  const merge = (id: number, into: number) =>
    ask(
      platform,
      inbox.host,
      'mutation($id: ID!, $into: ID!) { contactMerge(id: $id, into: $into) { userErrors { code } } }',
      { id: String(id), into: String(into) },
    );

  test('merging a contact moves its conversations', async () => {
    const [one, two] = [await opened('One'), await opened('Two')];
    await merge(one.booking.contactId, two.booking.contactId);
    expect((await inbox.read(one.id))?.contact?.id).toBe(String(two.booking.contactId));
    // The more recent conversation continues, regardless of the booking.
    const { message } = await inbox.guestWrites(one.booking, 'Which one?');
    expect(message?.conversationId).toBe(two.id);
    expect((await inbox.guestSees(one.booking))?.messages.map(({ text }) => text)).toEqual([
      'One',
      'Which one?',
    ]);
  });

  test('undoing a merge gives the contact back its own conversations', async () => {
    const [one, two] = [await opened('One'), await opened('Two')];
    await merge(one.booking.contactId, two.booking.contactId);
    await ask(
      platform,
      inbox.host,
      'mutation($id: ID!) { contactMergeUndo(id: $id) { userErrors { code } } }',
      {
        id: String(one.booking.contactId),
      },
    );
    const contactOf = async (id: string) => (await inbox.read(id))?.contact?.id;
    expect(await contactOf(one.id)).toBe(String(one.booking.contactId));
    expect(await contactOf(two.id)).toBe(String(two.booking.contactId));
  });

  test('redacting a contact leaves none of its messages in the database', async () => {
    const guest = { ...newGuest(), firstName: 'Xanthippe', lastName: 'Featherstone' };
    const booking = await inbox.book(guest);
    const start = await inbox.run<{ message: { id: string; conversationId: string } }>(
      inbox.host,
      'mutation($input: ConversationStartInput!) { it: conversationStart(input: $input) { message { id conversationId } } }',
      {
        input: { bookingId: booking.id, text: 'Wordhost', subject: 'Wordsubject', idempotencyKey: newUuid() },
      },
    );
    const id = start.message.conversationId;
    await inbox.guestWrites(booking, 'Wordguest');
    await change(`conversationDraftSet(conversationId: ${id}, text: "Worddraft")`);
    const note = `mutation { it: conversationNoteAdd(conversationId: ${id}, text: "Wordnote") { message { id } } }`;
    await inbox.run(inbox.host, note, {});
    await sql(
      "UPDATE checkout.messages SET status = 'failed', failure_code = 'MAIL', failure_text = 'Wordfailure' WHERE id = $1",
      [start.message.id],
    );
    const words = [
      'wordhost',
      'wordsubject',
      'wordguest',
      'worddraft',
      'wordnote',
      'wordfailure',
      'xanthippe',
    ];
    const before = await dumpOf(platform);
    for (const word of words) expect(before).toContain(word);

    await ask(platform, inbox.host, 'mutation($id: ID!) { contactRedact(id: $id) { userErrors { code } } }', {
      id: String(booking.contactId),
    });
    const left = async () => {
      const dump = await dumpOf(platform);
      return words.filter((word) => dump.includes(word));
    };
    expect(await eventually(left, (found) => found.length === 0)).toEqual([]);
    expect(await inbox.read(id)).toMatchObject({ status: 'closed', unread: 0, subject: null, draft: null });
    expect(codes(await inbox.hostWrites(id, 'Still there?'))).toEqual(['CONTACT_REDACTED']);
    expect(codes(await inbox.guestWrites(booking, 'Hello'))).toEqual(['CONTACT_REDACTED']);
    expect(await inbox.guestSees(booking)).toMatchObject({ messages: [], canWrite: false });
  });
});
