import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { type Inbox, openInbox } from '../support/conversations.ts';
import { type InboxServer, openInboxWithServer } from '../support/inbox-app.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { patience, tries } from '../support/seeded.ts';
import { startServerProcess } from '../support/server-process.ts';
import { eventually } from '../support/task-world.ts';

// No team's reply is lost or confused with another, even if processes die
// (docs/interface/conversations.md#handing-over).

/** Serves requests without handing over messages: killable workers do that. */
let platform: TestPlatform;
let dataDir: string;
let inbox: Inbox;
let provider: InboxServer;
beforeAll(async () => {
  platform = await startPlatform({ ROLE: 'gateway', WEBHOOK_ALLOW_PRIVATE: '1' });
  dataDir = await mkdtemp(join(tmpdir(), 'platform-outbox-'));
  inbox = await openInbox(platform, 'lakeside');
  provider = await openInboxWithServer(platform, await demoHost(platform, 'lakeside'));
});
afterAll(async () => {
  await platform.close();
  await provider.server.close();
  await rm(dataDir, { recursive: true, force: true });
});

const startWorker = () =>
  startServerProcess({
    ROLE: 'worker',
    NODE_ENV: 'test',
    WEBHOOK_ALLOW_PRIVATE: '1',
    SECRET_KEY: TEST_SECRET_KEY,
    DATA_DIR: dataDir,
    DATABASE_URL: platform.database.url,
  });
const query = <T extends object>(text: string) => platform.database.query<T>(text);

test('every reply is sent once under its id even if workers are killed while sending', {
  timeout: patience(120_000),
}, async () => {
  const { conversation } = await provider.app.receive();
  const ids: string[] = [];
  for (let n = 0; n < tries(15); n += 1) {
    const { message } = await inbox.hostWrites(conversation.id, `Answer ${n}`);
    ids.push(message?.id ?? '');
  }
  /** The guest's inbox: an app stores each id once. */
  const inboxOfGuest = new Map<string, string>();
  const dying = Promise.withResolvers<void>();
  let arrived = 0;
  let fifth = '';
  provider.answer(async (raw) => {
    const { message_id: id, text } = JSON.parse(raw) as { message_id: string; text: string };
    inboxOfGuest.set(id, text);
    arrived += 1;
    // The fifth message arrives, and the worker dies before it receives the response for it and the
    // concurrent ones.
    if (arrived === 5) fifth = id;
    if (arrived === 5) dying.resolve(starting.then((worker) => worker.stop('SIGKILL')).then(() => undefined));
    if (arrived >= 5 && arrived <= 10) await dying.promise;
    return { body: { external_id: `sent-${id}` } };
  });
  const starting = startWorker();
  await dying.promise;
  // Expires the killed worker's leases immediately, so the next worker doesn't wait.
  await query(
    `UPDATE checkout.messages SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL AND conversation_id = ${Number(conversation.id)}`,
  );
  const worker = await startWorker();
  await eventually(
    () =>
      query(
        `SELECT 1 FROM checkout.messages WHERE status = 'sent' AND conversation_id = ${Number(conversation.id)} AND direction = 'out'`,
      ),
    (rows) => rows.length === ids.length,
  );
  await worker.stop();
  const kept = await query<{ id: string; text: string; externalId: string }>(
    `SELECT id::text, text, external_id AS "externalId" FROM checkout.messages
     WHERE conversation_id = ${Number(conversation.id)} AND direction = 'out' ORDER BY id`,
  );
  expect(kept.map(({ id, text }) => [id, text])).toEqual(
    [...inboxOfGuest].sort(([a], [b]) => Number(a) - Number(b)),
  );
  expect(kept.map(({ externalId }) => externalId)).toEqual(ids.map((id) => `sent-${id}`));
  expect(provider.callsOf(fifth)).toHaveLength(2);
  for (const id of ids) expect(new Set(provider.callsOf(id).map(({ raw }) => raw)).size).toBe(1);
});

test('two workers together hand over each reply only once', { timeout: patience(120_000) }, async () => {
  provider.answer((raw) => ({ body: { external_id: `sent-${JSON.parse(raw).message_id}` } }));
  const workers = await Promise.all([startWorker(), startWorker()]);
  const threads = await Promise.all(Array.from({ length: 5 }, () => provider.app.receive()));
  const written = await Promise.all(
    threads.flatMap(({ conversation }) =>
      Array.from({ length: tries(6) }, (_, n) => inbox.hostWrites(conversation.id, `Answer ${n}`)),
    ),
  );
  const ids = written.map(({ message }) => message?.id ?? '');
  await eventually(
    () =>
      query(`SELECT 1 FROM checkout.messages WHERE id IN (${ids.map(Number).join()}) AND status = 'sent'`),
    (rows) => rows.length === ids.length,
  );
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(ids.filter((id) => provider.callsOf(id).length !== 1)).toEqual([]);
});
