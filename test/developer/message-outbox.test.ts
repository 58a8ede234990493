import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signTimestamped } from '#kit/hmac.ts';
import { newUuid } from '#kit/ids.ts';
import { demoHost } from '../support/app-world.ts';
import { aPdf, download, sendFile } from '../support/attachments.ts';
import { type Inbox, openInbox } from '../support/conversations.ts';
import { installNewApp } from '../support/developer.ts';
import { type InboxServer, openInboxWithServer } from '../support/inbox-app.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { eventually } from '../support/task-world.ts';

// A team's reply is handed to the app that carries the conversation
// (docs/interface/conversations.md#handing-over).

let platform: TestPlatform;
let inbox: Inbox;
let provider: InboxServer;
beforeAll(async () => {
  platform = await startPlatform({
    WEBHOOK_ALLOW_PRIVATE: '1',
    WEBHOOK_RETRY_SCHEDULE: 'PT0S,PT0.1S,PT0.1S',
  });
  inbox = await openInbox(platform, 'lakeside');
  provider = await openProvider();
});
afterAll(async () => {
  await platform.close();
  await provider.server.close();
});

const openProvider = async () => openInboxWithServer(platform, await demoHost(platform, 'lakeside'));
const sql = (text: string, values: readonly unknown[]) => platform.database.query(text, [...values]);

/** A provider's conversation with one question, and the team's reply. */
async function answered({ text = 'Yes', at = provider } = {}) {
  const { conversation } = await at.app.receive();
  const { message, userErrors } = await inbox.hostWrites(conversation.id, text);
  expect(userErrors).toEqual([]);
  return { id: message?.id ?? '', conversationId: String(conversation.id), conversation };
}

interface Sent {
  readonly id: string;
  readonly conversationId: string;
}

/** Waits until a message has this status. */
const reaching = ({ id, conversationId }: Sent, status: string) =>
  eventually(
    async () => (await inbox.read(conversationId))?.messages.nodes.find((one) => one.id === id),
    (message) => message?.status === status,
  );

describe('an answer of the team', () => {
  test("a team's reply is stored under the app's id", async () => {
    const { id, conversationId, conversation } = await answered({ text: 'Yes, there is a crib.' });
    await reaching({ id, conversationId }, 'sent');
    const [call, ...more] = provider.callsOf(id);
    expect(more).toEqual([]);
    expect(call?.body).toEqual({
      message_id: id,
      conversation: { id: conversationId, external_id: conversation.externalId },
      text: 'Yes, there is a crib.',
      attachments: [],
      sent_at: expect.stringMatching(/Z$/),
    });
    expect(call).toMatchObject({ topic: 'message_send', team: 'lakeside' });
    const signature = signTimestamped(
      provider.app.app.webhookSecret,
      Number(call?.timestamp),
      call?.raw ?? '',
    );
    expect(call?.signature).toBe(`sha256=${signature}`);
    const [row] = await sql('SELECT external_id AS "externalId" FROM checkout.messages WHERE id = $1', [id]);
    expect(row).toEqual({ externalId: `sent-${id}` });
  });

  test("a team's reply includes its files", async () => {
    const { conversation } = await provider.app.receive();
    const file = aPdf();
    const { mediaId } = await sendFile(platform, inbox.host, file, 'Map.pdf');
    const { message } = await inbox.run<{ message: { id: string } }>(
      inbox.host,
      `mutation($id: ID!, $files: [ID!]) { it: conversationMessageSend(conversationId: $id, text: "Here", idempotencyKey: "${newUuid()}",
        attachments: $files) { message { id } } }`,
      { id: conversation.id, files: [mediaId] },
    );
    await reaching({ id: message.id, conversationId: conversation.id }, 'sent');
    const [call] = provider.callsOf(message.id);
    const [handed] = (call?.body as { attachments?: { url: string }[] } | undefined)?.attachments ?? [];
    expect(handed).toMatchObject({ name: 'Map.pdf', type: 'application/pdf', bytes: file.length });
    expect((await download(handed?.url ?? '')).body.equals(file)).toBe(true);
  });

  test('a reply that the app accepted is in transit until the app reports', async () => {
    const taking = await openProvider();
    taking.answer({ status: 202, body: '' });
    const sent = await answered({ at: taking });
    await eventually(
      () => sql('SELECT 1 FROM checkout.messages WHERE id = $1 AND taken_at IS NOT NULL', [sent.id]),
      (rows) => rows.length === 1,
    );
    await reaching(sent, 'sending');
    const report = await taking.app.report(sent.id, 'delivered', { externalId: 'later' });
    expect(report.message).toMatchObject({ status: 'delivered', externalId: 'later' });
    expect(taking.callsOf(sent.id)).toHaveLength(1);
    await taking.server.close();
  });

  test('a reply that the app accepted but never reported on fails after 24 hours', async () => {
    const taking = await openProvider();
    taking.answer({ status: 202, body: '' });
    const sent = await answered({ at: taking });
    await eventually(
      () =>
        sql(
          `UPDATE checkout.messages SET next_attempt_at = now() - interval '1 s' WHERE id = $1 AND taken_at IS NOT NULL RETURNING id`,
          [sent.id],
        ),
      (rows) => rows.length === 1,
    );
    await sql(`SELECT pg_notify('checkout_outbox', '')`, []);
    expect(await reaching(sent, 'failed')).toMatchObject({ failure: { code: 'NO_REPORT' } });
    await taking.server.close();
  });

  test('a reply that the app refuses permanently opens the conversation', async () => {
    const refusing = await openProvider();
    refusing.answer({ status: 422, body: { code: 'THREAD_CLOSED', retry: false } });
    const sent = await answered({ at: refusing });
    expect(await reaching(sent, 'failed')).toMatchObject({ failure: { code: 'THREAD_CLOSED' } });
    expect((await inbox.read(sent.conversationId))?.status).toBe('open');
    expect(refusing.callsOf(sent.id)).toHaveLength(1);
    await refusing.server.close();
  });

  test('a reply is sent again with the same bytes until the app has accepted it', async () => {
    const failing = await openProvider();
    let attempts = 0;
    failing.answer(() => {
      attempts += 1;
      return attempts < 3 ? { status: 503, body: {} } : { body: { external_id: 'third' } };
    });
    const sent = await answered({ at: failing });
    await reaching(sent, 'sent');
    const calls = failing.callsOf(sent.id);
    expect(calls).toHaveLength(3);
    expect(new Set(calls.map(({ raw }) => raw)).size).toBe(1);
    await failing.server.close();
  });

  test('a failed reply is sent when the host sends it again', async () => {
    const failing = await openProvider();
    failing.answer({ status: 500, body: {} });
    const sent = await answered({ at: failing });
    expect(await reaching(sent, 'failed')).toMatchObject({ failure: { code: 'NOT_TAKEN' } });
    expect(failing.callsOf(sent.id)).toHaveLength(3);
    failing.answer({ body: { external_id: 'again' } });
    const resent = await inbox.run<{ userErrors: unknown[] }>(
      inbox.host,
      'mutation($id: ID!) { it: messageResend(id: $id) { message { id status } userErrors { code } } }',
      { id: sent.id },
    );
    expect(resent).toMatchObject({ message: { id: sent.id, status: 'queued' }, userErrors: [] });
    await reaching(sent, 'sent');
    expect(failing.callsOf(sent.id)).toHaveLength(4);
    await failing.server.close();
  });

  test("a reply to a redacted guest isn't sent to the app again", async () => {
    const failing = await openProvider();
    let redacted: Promise<unknown> = Promise.resolve();
    const { conversation } = await failing.app.receive({
      conversation: { contact: { firstName: 'Ada', email: `${newUuid()}@example.com` } },
    });
    // While the app handles it: the later failure must not restore it.
    failing.answer(async () => {
      redacted = inbox.run(
        inbox.host,
        'mutation($id: ID!) { it: contactRedact(id: $id) { userErrors { code } } }',
        { id: conversation.contact.id },
      );
      await redacted;
      return { status: 503, body: {} };
    });
    const { message } = await inbox.hostWrites(conversation.id, 'Yes');
    const sent = { id: message?.id ?? '', conversationId: conversation.id };
    expect(await reaching(sent, 'failed')).toMatchObject({ text: '', failure: { code: 'CONTACT_REDACTED' } });
    const [row] = await sql('SELECT next_attempt_at AS next FROM checkout.messages WHERE id = $1', [sent.id]);
    expect(row).toEqual({ next: null });
    expect(failing.callsOf(sent.id)).toHaveLength(1);
    await failing.server.close();
  });

  test("a slow app doesn't delay another app's reply", async () => {
    const slow = await openProvider();
    const held = Promise.withResolvers<void>();
    slow.answer(async () => {
      await held.promise;
      return { body: { external_id: newUuid() } };
    });
    const { conversation } = await slow.app.receive();
    const waiting: Sent[] = [];
    for (let n = 0; n < 12; n += 1) {
      const { message } = await inbox.hostWrites(conversation.id, `Part ${n}`);
      waiting.push({ id: message?.id ?? '', conversationId: conversation.id });
    }
    await eventually(
      async () => slow.server.calls.length,
      (calls) => calls === 10, // limit for one process's concurrent calls to an app
    );
    await reaching(await answered(), 'sent');
    expect(slow.server.calls).toHaveLength(10);
    held.resolve();
    for (const sent of waiting) await reaching(sent, 'sent');
    await slow.server.close();
  });
});

describe('a message that the app reports', () => {
  test("a message reported as delivered before the response stays delivered and gets the response's id", async () => {
    const early = await openProvider();
    early.answer(async (raw) => {
      await early.app.report(JSON.parse(raw).message_id, 'delivered');
      return { body: { external_id: 'answered-late' } };
    });
    const sent = await answered({ at: early });
    await eventually(
      () => sql('SELECT 1 FROM checkout.messages WHERE id = $1 AND external_id IS NOT NULL', [sent.id]),
      (rows) => rows.length === 1,
    );
    expect(await reaching(sent, 'delivered')).toBeDefined();
    await early.server.close();
  });

  test("a failing response doesn't undo a delivery report", async () => {
    const early = await openProvider();
    early.answer(async (raw) => {
      await early.app.report(JSON.parse(raw).message_id, 'delivered');
      return { status: 422, body: { code: 'CONFUSED', retry: false } };
    });
    const sent = await answered({ at: early });
    await reaching(sent, 'delivered');
    // The following changes are recorded after this response.
    early.answer({ body: { external_id: newUuid() } });
    await reaching(await answered({ at: early }), 'sent');
    expect(await reaching(sent, 'delivered')).toMatchObject({ failure: null });
    await early.server.close();
  });
});

describe('a conversation of an app that is not installed any more', () => {
  test("an uninstalled app's conversation accepts no replies", async () => {
    const gone = await openProvider();
    const { conversation } = await gone.app.receive();
    await sql('UPDATE apps.installs SET is_active = false WHERE id = $1', [gone.app.app.viewer.installId]);
    const { userErrors } = await inbox.hostWrites(conversation.id, 'Hello?');
    expect(userErrors).toMatchObject([{ code: 'NO_PROVIDER' }]);
    await gone.server.close();
  });

  test('uninstalling an app fails its waiting messages', async () => {
    const gone = await openProvider();
    gone.answer(async () => {
      await sql('UPDATE apps.installs SET is_active = false WHERE id = $1', [gone.app.app.viewer.installId]);
      return { status: 500, body: {} };
    });
    const sent = await answered({ at: gone });
    expect(await reaching(sent, 'failed')).toMatchObject({ failure: { code: 'NO_PROVIDER' } });
    expect(gone.callsOf(sent.id)).toHaveLength(1);
    await gone.server.close();
  });
});

test("another app's message goes through the app that carries the conversation", async () => {
  const { conversation } = await provider.app.receive();
  const other = await installNewApp(platform, await demoHost(platform, 'lakeside'), {
    scopes: ['write_conversations', 'read_conversations'],
  });
  const viewer = { ...other.viewer, scopes: ['write_conversations', 'read_conversations'] };
  const { message, userErrors } = await inbox.hostWrites(conversation.id, 'By the app', newUuid(), viewer);
  expect(userErrors).toEqual([]);
  await reaching({ id: message?.id ?? '', conversationId: conversation.id }, 'sent');
  expect(provider.callsOf(message?.id ?? '')).toHaveLength(1);
});
