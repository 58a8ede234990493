import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import { demoHost } from '../support/app-world.ts';
import { type Inbox, newGuest, openInbox } from '../support/conversations.ts';
import { ask } from '../support/developer.ts';
import { openInboxApp } from '../support/inbox-app.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// Guests and hosts who write at the same moment (docs/interface/conversations.md).

let platform: TestPlatform;
let inbox: Inbox;
beforeAll(async () => {
  platform = await startPlatform();
  inbox = await openInbox(platform, 'lakeside');
});
afterAll(() => platform.close());

const concurrently = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const ids = (answers: readonly { readonly message: { readonly id: string } | null }[]) =>
  new Set(answers.map(({ message }) => message?.id));

test('concurrent messages from one guest open only one conversation', async () => {
  const guest = newGuest();
  const bookings = [await inbox.book(guest), await inbox.book(guest)];
  const answers = await concurrently(20, (index) =>
    inbox.guestWrites(bookings[index % 2] ?? { id: '' }, `Message ${index}`),
  );
  expect(answers.flatMap(({ userErrors }) => userErrors)).toEqual([]);
  const threads = new Set(answers.map(({ message }) => message?.conversationId));
  expect(threads.size).toBe(1);
  const [id = ''] = threads;
  expect(await inbox.read(id ?? '')).toMatchObject({ unread: 20, version: 21 });
});

test('a host and a guest who send their first messages concurrently share one conversation', async () => {
  const booking = await inbox.book();
  const start = () =>
    inbox.run<{ message: { conversationId: string } | null }>(
      inbox.host,
      'mutation($input: ConversationStartInput!) { it: conversationStart(input: $input) { message { conversationId } } }',
      { input: { bookingId: booking.id, text: 'Hello', idempotencyKey: newUuid() } },
    );
  const answers = await concurrently(10, (index) =>
    index % 2 ? start() : inbox.guestWrites(booking, 'Hello'),
  );
  expect(new Set(answers.map(({ message }) => message?.conversationId)).size).toBe(1);
});

test('50 sends with the same key create only one message', async () => {
  const { message } = await inbox.guestWrites(await inbox.book(), 'Hello');
  const id = message?.conversationId ?? '';
  const key = newUuid();
  const answers = await concurrently(50, () => inbox.hostWrites(id, 'Welcome', key));
  expect(ids(answers).size).toBe(1);
  expect((await inbox.read(id))?.messages.nodes).toHaveLength(2);
});

test('50 deliveries with the same external id create only one message', async () => {
  const { receive } = await openInboxApp(platform, await demoHost(platform, 'lakeside'));
  const over = { conversation: { externalId: newUuid() }, message: { externalId: newUuid() } };
  const answers = await concurrently(50, () => receive(over));
  expect(answers.flatMap(({ userErrors }) => userErrors)).toEqual([]);
  expect(ids(answers).size).toBe(1);
  expect(answers.filter(({ applied }) => applied)).toHaveLength(1);
  expect(await inbox.read(answers[0].conversation.id)).toMatchObject({ unread: 1, version: 2 });
});

test('50 form submissions with the same key create only one message', async () => {
  const booking = await inbox.book();
  const key = newUuid();
  const answers = await concurrently(50, () => inbox.guestWrites(booking, 'Hello', key));
  expect(ids(answers).size).toBe(1);
  expect((await inbox.guestSees(booking))?.messages).toHaveLength(1);
});

test('one key used concurrently in two conversations creates only one message', async () => {
  const threads = await Promise.all(
    ['one', 'two'].map(
      async (text) => (await inbox.guestWrites(await inbox.book(), text)).message?.conversationId ?? '',
    ),
  );
  const key = newUuid();
  const answers = await concurrently(20, (index) =>
    inbox.hostWrites(threads[index % 2] ?? '', 'Welcome', key),
  );
  expect(ids(answers.filter(({ message }) => message)).size).toBe(1);
  const refused = answers.filter(({ message }) => !message).flatMap(({ userErrors }) => userErrors);
  expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 10 }, () => 'INVALID'));
});

test("a message written during its guest's redaction leaves no text behind", async () => {
  for (let round = 0; round < 4; round++) {
    const booking = await inbox.book();
    const { message } = await inbox.guestWrites(booking, `Secret of round ${round}`);
    const id = message?.conversationId ?? '';
    const redact = () =>
      ask(platform, inbox.host, 'mutation($id: ID!) { contactRedact(id: $id) { userErrors { code } } }', {
        id: String(booking.contactId),
      });
    await Promise.all([
      ...Array.from({ length: 5 }, (_, index) =>
        inbox.guestWrites(booking, `Secret ${index} of round ${round}`),
      ),
      redact(),
      ...Array.from({ length: 5 }, (_, index) => inbox.hostWrites(id, `Secret ${index} of round ${round}`)),
    ]);
    const left = await platform.database.query(
      "SELECT id FROM checkout.messages WHERE conversation_id = $1 AND text <> ''",
      [id],
    );
    expect(left).toEqual([]);
  }
});

test("a message written while contacts are merged isn't lost", async () => {
  for (let round = 0; round < 4; round++) {
    const [one, two] = [await inbox.book(), await inbox.book()];
    const merge = () =>
      ask(
        platform,
        inbox.host,
        'mutation($id: ID!, $into: ID!) { contactMerge(id: $id, into: $into) { userErrors { code } } }',
        {
          id: String(one.contactId),
          into: String(two.contactId),
        },
      );
    const written = Array.from({ length: 5 }, (_, index) => inbox.guestWrites(one, `Message ${index}`));
    await Promise.all([...written, merge(), inbox.guestWrites(two, 'From the other')]);
    const rows = await platform.database.query<{ contact: number; messages: number }>(
      `SELECT c.contact_id::float8 AS contact, count(*)::int AS messages FROM checkout.messages m
       JOIN checkout.conversations c ON c.id = m.conversation_id
       WHERE c.contact_id IN ($1, $2) GROUP BY 1`,
      [one.contactId, two.contactId],
    );
    expect(rows).toEqual([{ contact: two.contactId, messages: 6 }]);
  }
});
