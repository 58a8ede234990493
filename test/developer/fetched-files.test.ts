import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { aPdf, download, sendFile } from '../support/attachments.ts';
import { type Inbox, openInbox } from '../support/conversations.ts';
import { newDeveloper } from '../support/developer.ts';
import { type InboxApp, openInboxApp } from '../support/inbox-app.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { eventually } from '../support/task-world.ts';

// Message files that an app names by their address, over a real server
// (docs/interface/conversations.md#attachments).

let platform: TestPlatform;
let inbox: Inbox;
let provider: InboxApp;
let server: Server;
let origin: string;
/** The server's response by path, and its request counts. */
const served = new Map<string, { status?: number; headers?: Record<string, string>; body?: Buffer }>();
const asked = new Map<string, number>();
beforeAll(async () => {
  platform = await startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1', SWEEP_INTERVAL: 'PT0.5S' });
  inbox = await openInbox(platform, 'lakeside');
  provider = await openInboxApp(platform, await demoHost(platform, 'lakeside'));
  server = createServer(({ url = '' }, response) => {
    asked.set(url, (asked.get(url) ?? 0) + 1);
    const { status = 200, headers = {}, body } = served.get(url) ?? { status: 404 };
    response.writeHead(status, headers).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await platform.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  served.clear();
  asked.clear();
});

interface File {
  readonly name: string;
  readonly type: string | null;
  readonly bytes: number | null;
  readonly url: string | null;
}

const filesOf = async (messageId: string) => {
  const message = await inbox.run<{ nodes: readonly { id: string; attachments: readonly File[] }[] }>(
    inbox.host,
    'query($id: ID!) { it: conversation(id: $id) { messages(last: 50) { nodes { id attachments { name type bytes url } } } } }',
    { id: await conversationOf(messageId) },
  );
  // biome-ignore lint/suspicious/noExplicitAny: the shape that was asked for
  return (message as any).messages.nodes.find(({ id }: { id: string }) => id === messageId)
    .attachments as readonly File[];
};
const conversationOf = async (messageId: string) => {
  const [row] = await platform.database.query<{ id: string }>(
    'SELECT conversation_id::text AS id FROM checkout.messages WHERE id = $1',
    [messageId],
  );
  return row?.id;
};
const statusOf = async (messageId: string) =>
  platform.database.query<{ status: string; url: string | null }>(
    'SELECT status, source_url AS url FROM checkout.attachments WHERE message_id = $1 ORDER BY position',
    [messageId],
  );
/** Sends a message with files, and waits until each is done. */
async function brought(attachments: readonly object[]) {
  const { message, userErrors } = await provider.receive({ message: { attachments } });
  expect(userErrors).toEqual([]);
  await eventually(
    () => statusOf(message.id),
    (files) => files.every(({ status }) => status !== 'fetching'),
  );
  return message.id as string;
}

describe('a file', () => {
  test('a file is fetched and stored under the name in its address', async () => {
    const file = aPdf(2_000);
    served.set('/a/Lake%20map.pdf', { body: file });
    const id = await brought([{ url: `${origin}/a/Lake%20map.pdf` }]);
    const [shown] = await filesOf(id);
    expect(shown).toMatchObject({ name: 'Lake map.pdf', type: 'application/pdf', bytes: file.length });
    expect((await download(shown?.url ?? '')).body.equals(file)).toBe(true);
    expect(await statusOf(id)).toEqual([{ status: 'ready', url: null }]);
  });

  test('a fetched file keeps its position next to an uploaded one', async () => {
    served.set('/first.pdf', { body: aPdf() });
    const { mediaId } = await sendFile(platform, provider.viewer, aPdf(), 'second.pdf');
    const id = await brought([{ url: `${origin}/first.pdf` }, { mediaId }]);
    expect((await filesOf(id)).map(({ name }) => name)).toEqual(['first.pdf', 'second.pdf']);
  });

  test("a fetched file follows its address's redirects", async () => {
    served.set('/moved', { status: 302, headers: { location: '/now.pdf' } });
    served.set('/now.pdf', { body: aPdf() });
    const [file] = await filesOf(await brought([{ url: `${origin}/moved` }]));
    expect(file).toMatchObject({ name: 'moved.pdf', type: 'application/pdf' });
  });

  test.each([
    ['is not there', { status: 404 }],
    ['is none that messages have', { body: Buffer.from('<html>') }],
    ['leads in circles', { status: 302, headers: { location: '/x.pdf' } }],
  ])('a file that %s is listed as unavailable', async (_why, answer) => {
    served.set('/x.pdf', answer);
    const id = await brought([{ url: `${origin}/x.pdf` }]);
    expect(await filesOf(id)).toEqual([{ name: 'x.pdf', type: null, bytes: null, url: null }]);
    expect(await statusOf(id)).toEqual([{ status: 'unavailable', url: null }]);
  });

  test('a file is fetched again if its server fails', async () => {
    served.set('/late.pdf', { status: 503 });
    const { message } = await provider.receive({
      message: { attachments: [{ url: `${origin}/late.pdf` }] },
    });
    await eventually(
      async () => asked.get('/late.pdf'),
      (times) => times === 1,
    );
    await platform.services.checkout.fetches.idle();
    expect(await statusOf(message.id)).toMatchObject([{ status: 'fetching' }]);
    served.set('/late.pdf', { body: aPdf() });
    await platform.database.query(
      'UPDATE checkout.attachments SET next_attempt_at = now() WHERE message_id = $1 AND next_attempt_at > now()',
      [message.id],
    );
    await eventually(
      () => statusOf(message.id),
      ([file]) => file?.status === 'ready',
    );
    expect(asked.get('/late.pdf')).toBe(2);
  });

  test("a redacted guest's file isn't stored", async () => {
    const held = Promise.withResolvers<void>();
    const slow = createServer(async (_request, response) => {
      await held.promise;
      response.end(aPdf());
    }).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const reached = once(slow, 'request');
    const { message, conversation } = await provider.receive({
      message: { attachments: [{ url: `http://127.0.0.1:${(slow.address() as AddressInfo).port}/a.pdf` }] },
    });
    const [{ id }] = (await platform.database.query<{ id: string }>(
      'SELECT id::text FROM checkout.attachments WHERE message_id = $1',
      [message.id],
    )) as [{ id: string }];
    await reached;
    await inbox.run(inbox.host, 'mutation($id: ID!) { it: contactRedact(id: $id) { userErrors { code } } }', {
      id: conversation.contact.id,
    });
    held.resolve();
    await platform.services.checkout.fetches.idle();
    const stored = await platform.services.checkout.objects.get(`attachments/${id}`);
    stored?.body.on('error', () => undefined).destroy();
    expect(stored).toBeNull();
    slow.closeAllConnections();
    slow.close();
  });
});

test.each([
  ['neither an address nor an id', [{}]],
  ['both', [{ url: 'https://files.example/a.pdf', mediaId: 'attachment-1' }]],
  ['another scheme', [{ url: 'file:///etc/passwd' }]],
  ['a password', [{ url: 'https://me:secret@files.example/a.pdf' }]],
  ['a very long address', [{ url: `https://files.example/${'x'.repeat(2_000)}` }]],
  ['eleven files', Array.from({ length: 11 }, (_, n) => ({ url: `https://files.example/${n}.pdf` }))],
])('files named by %s are refused', async (_what, attachments) => {
  const { message, userErrors } = await provider.receive({ message: { attachments } });
  expect(message).toBeNull();
  expect(userErrors).toMatchObject([{ code: 'ATTACHMENT_REFUSED' }]);
});

/** Bytes that a message's files use or reserve in a team's quota. */
const bytesOf = async (messageId: string) =>
  platform.database.query<{ bytes: number | null; reserved: number }>(
    'SELECT bytes, reserved_bytes AS reserved FROM checkout.attachments WHERE message_id = $1 ORDER BY position',
    [messageId],
  );

describe('the 5 GB of a team', () => {
  test("a file counts towards a team's 5 GB only once it is fetched", async () => {
    const file = aPdf(2_000);
    served.set('/a.pdf', { body: file });
    const id = await brought([{ url: `${origin}/a.pdf` }, { url: `${origin}/none.pdf` }]);
    expect(await bytesOf(id)).toEqual([
      { bytes: file.length, reserved: 0 },
      { bytes: null, reserved: 0 },
    ]);
  });

  test("a file that might exceed a team's 5 GB is unavailable, and its server receives no request", async () => {
    served.set('/first.pdf', { body: aPdf() });
    served.set('/second.pdf', { body: aPdf() });
    const first = await brought(Array.from({ length: 3 }, () => ({ url: `${origin}/first.pdf` })));
    const reserve = (bytes: number) =>
      platform.database.query('UPDATE checkout.attachments SET reserved_bytes = $2 WHERE message_id = $1', [
        first,
        bytes,
      ]);
    await reserve(1_665_000_000);
    const second = await brought([{ url: `${origin}/second.pdf` }]);
    expect(await statusOf(second)).toEqual([{ status: 'unavailable', url: null }]);
    expect(asked.get('/second.pdf')).toBeUndefined();
    await reserve(0);
    const third = await brought([{ url: `${origin}/second.pdf` }]);
    expect(await statusOf(third)).toEqual([{ status: 'ready', url: null }]);
  });
});

describe('files whose addresses hang', () => {
  test("files at unresponsive addresses don't delay another team's file", async () => {
    const hanging = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    const address = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
    const attacker = await openInboxApp(platform, await newDeveloper(platform));
    for (let n = 0; n < 3; n++) {
      const attachments = Array.from({ length: 10 }, (_, at) => ({ url: `${address}/${n}-${at}.pdf` }));
      expect((await attacker.receive({ message: { attachments } })).userErrors).toEqual([]);
    }
    served.set('/a.pdf', { body: aPdf() });
    const id = await brought([{ url: `${origin}/a.pdf` }]);
    expect(await statusOf(id)).toEqual([{ status: 'ready', url: null }]);
    const [waiting] = await platform.database.query<{ files: number; begun: number }>(
      `SELECT count(*)::int AS files, count(*) FILTER (WHERE attempts > 0)::int AS begun FROM checkout.attachments
       WHERE status = 'fetching' AND source_url LIKE $1`,
      [`${address}%`],
    );
    expect(waiting).toEqual({ files: 30, begun: 2 });
    hanging.closeAllConnections();
    hanging.close();
  });

  test('a file is abandoned after three attempts that ended with their process', async () => {
    const { message } = await provider.receive({
      message: { attachments: [{ url: 'http://127.0.0.1:1/a.pdf' }] },
    });
    await platform.services.checkout.fetches.idle();
    await platform.database.query(
      'UPDATE checkout.attachments SET attempts = 3, next_attempt_at = NULL WHERE message_id = $1',
      [message.id],
    );
    await eventually(
      () => statusOf(message.id),
      ([file]) => file?.status === 'unavailable',
    );
  });
});
