import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { aPdf, download } from '../support/attachments.ts';
import { type Inbox, openInbox } from '../support/conversations.ts';
import { ask, installNewApp } from '../support/developer.ts';
import { buildSdk, type ExampleApp, openExample } from '../support/example-app.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import type { Process } from '../support/process.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// The mailbox from examples/inbox-app, run as its developer runs it: guests write on Farstay, the team
// replies on the platform.

let platform: TestPlatform;
let inbox: Inbox;
let app: ExampleApp;
let running: Process;

beforeAll(async () => {
  const again = Array.from({ length: 120 }, () => 'PT0.2S').join(',');
  [platform] = await Promise.all([
    startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1', WEBHOOK_RETRY_SCHEDULE: `PT0S,${again}` }),
    buildSdk(),
  ]);
  app = await openExample(platform, { folder: 'inbox-app', account: 'host', team: 'lakeside' });
  inbox = await openInbox(platform, 'lakeside');
  running = await app.start();
}, 120_000);
beforeEach(async () => {
  await behave('well');
});
afterAll(async () => {
  await app.remove();
  await platform.close();
});

interface Letter {
  readonly id: string;
  readonly from: 'guest' | 'house';
  readonly text: string;
  readonly status: string;
}
interface File {
  readonly name: string;
  readonly url: string | null;
}
interface Thread {
  readonly status: number;
  readonly id: string;
  readonly letters: readonly Letter[];
}

/** Sends a request to the simulated Farstay. */
async function farstay(method: string, path: string, body?: object): Promise<Thread> {
  const init = { method, ...(body && { body: JSON.stringify(body) }) };
  const answer = await fetch(`${app.origin}/simulator/${path}`, init);
  return { status: answer.status, ...((await answer.json()) as Omit<Thread, 'status'>) };
}
const behave = (mood: string) => farstay('PUT', `mood/${mood}`);
const guest = () => ({ firstName: 'Ada', lastName: 'Byron', email: `ada-${randomUUID()}@example.com` });

/** A guest's request for a stay, and the resulting conversation. */
async function asked(text = 'Is there a crib?', own = guest()) {
  const { id: threadId } = await farstay('POST', 'threads', { guest: own, subject: 'Two nights', text });
  return { threadId, id: await conversationOf(threadId) };
}

/** Waits for a thread's only conversation. */
async function conversationOf(threadId: string): Promise<string> {
  const [found] = await eventually(
    () =>
      platform.database.query<{ id: string }>(
        'SELECT id::text FROM checkout.conversations WHERE external_id = $1 AND provider = $2',
        [threadId, `app:${app.slug}`],
      ),
    ({ length }) => length > 0,
  );
  return found?.id ?? '';
}

/** Writes as the team; returns the message's id. */
async function answer(conversationId: string, text = 'There is.'): Promise<string> {
  const { message, userErrors } = await inbox.hostWrites(conversationId, text);
  expect(userErrors).toEqual([]);
  return message?.id ?? '';
}

/** Waits until a team's message has this status. */
const reaching = (conversationId: string, id: string, status: string) =>
  eventually(
    async () => (await inbox.read(conversationId))?.messages.nodes.find((one) => one.id === id),
    (message) => message?.status === status,
  );
/** The team's messages as the guest sees them. */
const lettersOf = async (threadId: string) =>
  (await farstay('GET', `threads/${threadId}`)).letters.filter(({ from }) => from === 'house');

describe('a guest on Farstay', () => {
  test('a Farstay guest has one conversation from the request to the booking', async () => {
    const own = guest();
    const { threadId, id } = await asked('Is there a crib?', own);
    const opened = await inbox.read(id);
    expect(opened).toMatchObject({ status: 'open', unread: 1, subject: 'Two nights', bookings: [] });

    const message = await answer(id);
    await reaching(id, message, 'delivered');
    expect((await lettersOf(threadId)).map(({ text }) => text)).toEqual(['There is.']);
    await farstay('POST', `threads/${threadId}/open`);
    await reaching(id, message, 'read');
    expect((await inbox.read(id))?.status).toBe('answered');

    const bookingId = await bookElsewhere(`FS-${threadId}`, own);
    await farstay('PUT', `threads/${threadId}/booking`, { bookingId: `FS-${threadId}` });
    await farstay('POST', `threads/${threadId}/letters`, { text: 'We come at six.' });
    const joined = await eventually(
      () => inbox.read(id),
      (conversation) => conversation?.messages.nodes.length === 3,
    );
    expect(joined).toMatchObject({ status: 'open', bookings: [{ id: bookingId }] });
    expect(joined?.messages.nodes.map(({ text, direction }) => [direction, text])).toEqual([
      ['in', 'Is there a crib?'],
      ['out', 'There is.'],
      ['in', 'We come at six.'],
    ]);
    expect(await conversationOf(threadId)).toBe(id);
  });

  test('a Farstay guest sends a file that the team downloads', async () => {
    const file = aPdf();
    const elsewhere = createServer((_request, response) => response.end(file)).listen(0, '127.0.0.1');
    onTestFinished(() => void elsewhere.close());
    await once(elsewhere, 'listening');
    const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/House%20plan.pdf`;
    const { threadId, id } = await asked();
    await farstay('POST', `threads/${threadId}/letters`, { text: 'Our plan.', attached: [url] });
    const files = await eventually(
      async () => {
        const conversation = await inbox.run<{
          messages: { nodes: readonly { attachments: readonly File[] }[] };
        }>(
          inbox.host,
          'query($id: ID!) { it: conversation(id: $id) { messages(last: 5) { nodes { attachments { name url } } } } }',
          { id },
        );
        return conversation.messages.nodes.flatMap(({ attachments }) => attachments);
      },
      ([first]) => first?.url != null,
    );
    expect(files.map(({ name }) => name)).toEqual(['House plan.pdf']);
    expect((await download(files[0]?.url ?? '')).body.equals(file)).toBe(true);
  });

  test('a Farstay guest gets replies sent while the app was down', async () => {
    const { threadId, id } = await asked();
    await app.stop();
    const message = await answer(id);
    running = await app.start();
    await reaching(id, message, 'delivered');
    expect(await lettersOf(threadId)).toHaveLength(1);
  });

  test('a Farstay guest gets every reply once even if the app is killed before reporting it', async () => {
    const { threadId, id } = await asked();
    await behave('lossy');
    const texts = Array.from({ length: 12 }, (_, place) => `Answer ${place}`);
    const messages: string[] = [];
    for (const text of texts) messages.push(await answer(id, text));
    await eventually(
      () => lettersOf(threadId),
      ({ length }) => length > 0,
    );
    const killed = once(running.child, 'exit');
    running.child.kill('SIGKILL');
    await killed;
    running = await app.start();
    for (const message of messages) await reaching(id, message, 'delivered');
    expect((await lettersOf(threadId)).map(({ text }) => text).sort()).toEqual(texts.toSorted());
  });

  test('the team is notified about a guest who accepts no more messages', async () => {
    const { threadId, id } = await asked();
    await farstay('DELETE', `threads/${threadId}`);
    const message = await answer(id);
    expect(await reaching(id, message, 'failed')).toMatchObject({ failure: { code: 'THREAD_CLOSED' } });
    expect((await inbox.read(id))?.status).toBe('open');
  });
});

describe('a mailbox that is', () => {
  test('a lossy mailbox stores a message only once, even if its response was lost', async () => {
    const { threadId, id } = await asked();
    await behave('lossy');
    const message = await answer(id);
    await eventually(
      () => lettersOf(threadId),
      ({ length }) => length > 0,
    );
    await behave('well');
    await reaching(id, message, 'delivered');
    expect(await lettersOf(threadId)).toHaveLength(1);
  });

  test('a mailbox that was down gets its reply once it is up again', async () => {
    const { threadId, id } = await asked();
    await behave('down');
    const message = await answer(id);
    await eventually(
      () =>
        platform.database.query<{ attempts: number }>(
          'SELECT attempts FROM checkout.messages WHERE id = $1',
          [message],
        ),
      ([row]) => (row?.attempts ?? 0) > 1,
    );
    expect(await lettersOf(threadId)).toEqual([]);
    await behave('well');
    await reaching(id, message, 'delivered');
    expect(await lettersOf(threadId)).toHaveLength(1);
  });

  test("a slow mailbox's replies are reported later", async () => {
    const { threadId, id } = await asked();
    await behave('slow');
    const message = await answer(id);
    await reaching(id, message, 'delivered');
    const [letter] = await lettersOf(threadId);
    const [row] = await platform.database.query(
      'SELECT external_id AS "externalId" FROM checkout.messages WHERE id = $1',
      [message],
    );
    expect(row).toEqual({ externalId: letter?.id });
  });

  test('a bouncing mailbox gets a reply again when the host resends it', async () => {
    const { threadId, id } = await asked();
    await behave('bouncing');
    const message = await answer(id);
    expect(await reaching(id, message, 'failed')).toMatchObject({ failure: { code: 'BOUNCED' } });
    await behave('well');
    await inbox.run(
      inbox.host,
      'mutation ($id: ID!) { it: messageResend(id: $id) { userErrors { code } } }',
      {
        id: message,
      },
    );
    await reaching(id, message, 'delivered');
    expect(await lettersOf(threadId)).toHaveLength(1);
  });
});

/** Creates Farstay's booking through its channel. */
async function bookElsewhere(externalId: string, own: ReturnType<typeof guest>): Promise<string> {
  const channel = await installNewApp(platform, await demoHost(platform, 'lakeside'), {
    scopes: ['write_bookings'],
  });
  const [unit] = await platform.database.query<{ id: string }>(
    `SELECT u.id::text FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id
     JOIN catalog.storefront s ON s.id = p.storefront_id WHERE s.domain = 'lakeside.localhost' ORDER BY u.id LIMIT 1`,
  );
  const input = {
    externalId,
    unitTypeId: unit?.id,
    adults: 1,
    guest: own,
    checkIn: daysAhead(60),
    checkOut: daysAhead(62),
  };
  const { bookingCreate } = await ask<{
    bookingCreate: { booking: { id: string } | null; userErrors: unknown[] };
  }>(
    platform,
    { ...channel.viewer, scopes: ['write_bookings'] },
    'mutation ($input: BookingCreateInput!) { bookingCreate(input: $input) { booking { id } userErrors { code message } } }',
    { input },
  );
  expect(bookingCreate.userErrors).toEqual([]);
  return bookingCreate.booking?.id ?? '';
}
