import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#kit/config.ts';
import { newUuid } from '#kit/ids.ts';
import { fetchAttachments } from '#subgraphs/checkout/conversations/commands/fetch-attachments.ts';
import { demoHost } from '../support/app-world.ts';
import { aPdf, download } from '../support/attachments.ts';
import { type Inbox, newGuest, openInbox } from '../support/conversations.ts';
import { contextOf } from '../support/developer.ts';
import { type InboxApp, openInboxApp } from '../support/inbox-app.ts';
import { announce, put } from '../support/photos.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { eventually } from '../support/task-world.ts';

// Message files behind an operator's scanner (docs/interface/conversations.md#scanning).

let platform: TestPlatform;
let inbox: Inbox;
let provider: InboxApp;
let scanner: Server;
/** Requests to the scanner, and its response. */
let scanned: { readonly body: Buffer; readonly type: unknown; readonly sha256: unknown }[];
let verdict: (response: ServerResponse) => void;
/** Files on an app's own server. */
let elsewhere: Server;
let file: Buffer;

const json =
  (status: number, body: unknown) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
const CLEAN = json(200, { clean: true });
const HARMFUL = json(200, { clean: false });

const listening = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

let origin: string;
let scanUrl: string;
beforeAll(async () => {
  scanner = createServer(async (request, response) => {
    const { 'x-file-type': type, 'x-file-sha256': sha256 } = request.headers;
    scanned.push({ body: await buffer(request), type, sha256 });
    verdict(response);
  });
  elsewhere = createServer((_request, response) => response.end(file));
  origin = await listening(elsewhere);
  scanUrl = `${await listening(scanner)}/scan`;
  platform = await startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1', ATTACHMENT_SCAN_URL: scanUrl });
  inbox = await openInbox(platform, 'lakeside');
  provider = await openInboxApp(platform, await demoHost(platform, 'lakeside'));
});
afterAll(async () => {
  await platform.close();
  for (const server of [scanner, elsewhere]) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  scanned = [];
  verdict = CLEAN;
  file = aPdf();
});

/** Sends the host's message with an uploaded file; returns the message or the refusal. */
async function send(mediaId: string) {
  const { message: written } = await inbox.guestWrites(await inbox.book(newGuest()), 'Is there a map?');
  const { message, userErrors } = await inbox.run<{
    message: { attachments: readonly { url: string }[] } | null;
    userErrors: readonly { code: string; message: string }[];
  }>(
    inbox.host,
    `mutation($id: ID!, $key: String!, $files: [ID!]) { it: conversationMessageSend(conversationId: $id, text: "Here it is.",
      idempotencyKey: $key, attachments: $files) { message { attachments { url } } userErrors { code message } } }`,
    { id: written?.conversationId, key: newUuid(), files: [mediaId] },
  );
  return { url: message?.attachments[0]?.url ?? null, refusals: userErrors };
}
const announced = async () => {
  const { mediaId, uploadUrl } = await announce(platform, inbox.host, file, { kind: 'attachment' });
  if (mediaId === null || uploadUrl === null) throw new Error('The file was not announced.');
  return { mediaId, uploadUrl };
};

describe('an uploaded file', () => {
  test('the scanner receives an uploaded file unchanged', async () => {
    const { mediaId, uploadUrl } = await announced();
    expect((await put(uploadUrl, file)).status).toBe(200);
    const sha256 = createHash('sha256').update(file).digest('hex');
    expect(scanned).toEqual([{ body: file, type: 'application/pdf', sha256 }]);
    const { url } = await send(mediaId);
    expect((await download(url ?? '')).body.equals(file)).toBe(true);
  });

  test("an uploaded file isn't stored if the scanner has a finding", async () => {
    verdict = HARMFUL;
    const { mediaId, uploadUrl } = await announced();
    expect((await put(uploadUrl, file)).status).toBe(200);
    const { refusals } = await send(mediaId);
    expect(refusals).toMatchObject([
      { code: 'ATTACHMENT_REFUSED', message: expect.stringContaining('could be harmful') },
    ]);
    const id = mediaId.replace('attachment-', '');
    expect(await platform.services.checkout.objects.get(`attachments/${id}`)).toBeNull();
  });

  test.each([
    ['fails', json(500, { clean: true })],
    ['returns garbage', json(200, 'clean')],
    ['hangs up', (response: ServerResponse) => response.destroy()],
  ])('an uploaded file must be sent again if the scanner %s', async (_how, answer) => {
    verdict = answer;
    const { mediaId, uploadUrl } = await announced();
    expect((await put(uploadUrl, file)).status).toBe(503);
    expect((await send(mediaId)).refusals).toMatchObject([{ code: 'ATTACHMENT_REFUSED' }]);
    verdict = CLEAN;
    expect((await put(uploadUrl, file)).status).toBe(200);
    expect((await send(mediaId)).refusals).toEqual([]);
  });

  test("an uploaded file with an unaccepted type isn't scanned", async () => {
    file = Buffer.from('MZ and more');
    const { uploadUrl } = await announced();
    await put(uploadUrl, file);
    expect(scanned).toEqual([]);
  });
});

describe('a file that is fetched', () => {
  const statusOf = async (messageId: string) => {
    const rows = await platform.database.query<{ id: string; status: string }>(
      'SELECT id::text, status FROM checkout.attachments WHERE message_id = $1',
      [messageId],
    );
    return rows[0];
  };
  const bring = async () => {
    const { message } = await provider.receive({ message: { attachments: [{ url: `${origin}/a.pdf` }] } });
    return message.id as string;
  };

  test.each([
    ['nothing', CLEAN, 'ready'],
    ['something', HARMFUL, 'unavailable'],
  ])('a fetched file is scanned only once if the scanner finds %s', async (_what, answer, status) => {
    verdict = answer;
    const id = await bring();
    const decided = await eventually(
      () => statusOf(id),
      (kept) => kept?.status !== 'fetching',
    );
    expect(decided?.status).toBe(status);
    expect(scanned.map(({ body }) => body)).toEqual([file]);
  });

  test('a fetched file is abandoned after repeated scanner failures', async () => {
    verdict = json(503, {});
    const id = await bring();
    await eventually(
      async () => scanned.length,
      (times) => times > 0,
    );
    const { id: attachment, status } = (await statusOf(id)) ?? {};
    expect(status).toBe('fetching');
    const ctx = { ...contextOf(platform), config: readConfig({ ATTACHMENT_SCAN_URL: scanUrl }) };
    await platform.services.checkout.fetches.idle();
    await platform.database.query(
      'UPDATE checkout.attachments SET attempts = 2, next_attempt_at = NULL WHERE id = $1',
      [attachment],
    );
    await fetchAttachments(ctx);
    await platform.services.checkout.fetches.idle();
    expect((await statusOf(id))?.status).toBe('unavailable');
  });
});
