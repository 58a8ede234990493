import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import { demoHost } from '../support/app-world.ts';
import { type Inbox, openInbox } from '../support/conversations.ts';
import { type InstalledApp, installNewApp } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { statementsOf } from '../support/statements.ts';

// An app's actions in its team's conversations (docs/interface/conversations.md#sending).

let platform: TestPlatform;
let inbox: Inbox;
beforeAll(async () => {
  platform = await startPlatform();
  inbox = await openInbox(platform, 'lakeside');
});
afterAll(() => platform.close());

const install = async (...scopes: string[]): Promise<InstalledApp> =>
  installNewApp(platform, await demoHost(platform, 'lakeside'), { scopes, capabilities: [] });
const call = (app: InstalledApp, query: string, variables: Readonly<Record<string, unknown>> = {}) =>
  graphql(platform.address, query, { token: app.token, version: 'unstable', variables });

const SEND = `mutation($id: ID!, $text: String!, $key: String!, $automation: Boolean) {
  conversationMessageSend(conversationId: $id, text: $text, idempotencyKey: $key, automation: $automation) {
    message { id text status author { kind name } } userErrors { code } } }`;
const send = async (app: InstalledApp, id: string, over: Readonly<Record<string, unknown>> = {}) => {
  const { data, errors } = await call(app, SEND, { id, text: 'Welcome', key: newUuid(), ...over });
  expect(errors).toEqual([]);
  return data.conversationMessageSend;
};

/** Opens a conversation as a guest. */
async function opened(): Promise<string> {
  const { message } = await inbox.guestWrites(await inbox.book(), 'Is there a crib?');
  return message?.conversationId ?? '';
}
const fill = (id: string, installId: number, many: number, ago: string) =>
  platform.database.query(
    `INSERT INTO checkout.messages (conversation_id, team_id, direction, author_kind, install_id, text, sent_at, status, created_at)
     SELECT $1, $2, 'out', 'app', $3, 'again', now() - $5::interval, 'sent', now() - $5::interval FROM generate_series(1, $4::int)`,
    [id, inbox.teamId, installId, many, ago],
  );

describe('an app that writes', () => {
  test("a conversation shows the app as its message's author", async () => {
    const app = await install('write_conversations');
    const id = await opened();
    const { message } = await send(app, id);
    expect(message).toMatchObject({ text: 'Welcome', status: 'sent', author: { kind: 'app' } });
    expect(message.author.name).not.toBeNull();
    expect((await inbox.read(id))?.messages.nodes.at(-1)).toMatchObject({ author: message.author });
  });

  test('a message shows whether a person or an automation wrote it', async () => {
    const { message } = await send(await install('write_conversations'), await opened(), {
      automation: true,
    });
    expect(message.author.kind).toBe('automation');
  });

  test("an app sends one message per key, independently of other apps' keys", async () => {
    const [one, other] = [await install('write_conversations'), await install('write_conversations')];
    const id = await opened();
    const key = newUuid();
    const first = await send(one, id, { key });
    expect(await send(one, id, { key })).toEqual(first);
    expect((await send(other, id, { key })).message.id).not.toBe(first.message.id);
    expect((await inbox.read(id))?.messages.nodes).toHaveLength(3);
  });

  test.each([
    [60, '50 seconds'],
    [5_000, '23 hours'],
  ])('an app is refused after %i messages within %s', async (many, ago) => {
    const app = await install('write_conversations');
    const id = await opened();
    const [row] = await platform.database.query<{ id: number }>(
      'SELECT max(id)::int AS id FROM apps.installs WHERE team_id = $1',
      [inbox.teamId],
    );
    await fill(id, row?.id ?? 0, many - 1, ago);
    expect((await send(app, id)).userErrors).toEqual([]);
    expect((await send(app, id)).userErrors).toEqual([{ code: 'TOO_MANY' }]);
  });

  test('sending without the scope is refused', async () => {
    const app = await install('read_conversations');
    const { errors } = await call(app, SEND, { id: await opened(), text: 'Hello', key: newUuid() });
    expect(errors[0]?.extensions).toMatchObject({
      code: 'ACCESS_DENIED',
      requiredScope: 'write_conversations',
    });
  });

  test("an app can't reach another team's conversation", async () => {
    const app = await installNewApp(platform, await demoHost(platform, 'alpine'), {
      scopes: ['write_conversations'],
      capabilities: [],
    });
    expect((await send(app, await opened())).userErrors).toEqual([{ code: 'NOT_FOUND' }]);
  });
});

describe('a draft', () => {
  const DRAFT = `mutation($id: ID!, $text: String) { conversationDraftSet(conversationId: $id, text: $text) {
    conversation { draft { text author { kind } } } userErrors { code } } }`;

  test("the host's reply removes a draft", async () => {
    const app = await install('write_conversations');
    const id = await opened();
    const { data } = await call(app, DRAFT, { id, text: 'There is a crib. 4242 4242 4242 4242' });
    expect(data.conversationDraftSet.userErrors).toEqual([]);
    expect((await inbox.read(id))?.draft).toEqual({
      text: 'There is a crib. •••• 4242',
      author: { kind: 'app' },
    });
    await inbox.hostWrites(id, 'There is a crib.');
    expect((await inbox.read(id))?.draft).toBeNull();
  });

  test('setting a draft to null removes it', async () => {
    const app = await install('write_conversations');
    const id = await opened();
    await call(app, DRAFT, { id, text: 'There is a crib.' });
    await call(app, DRAFT, { id, text: null });
    expect((await inbox.read(id))?.draft).toBeNull();
  });

  test('guests never receive a draft', async () => {
    const app = await install('write_conversations');
    const booking = await inbox.book();
    const { message } = await inbox.guestWrites(booking, 'Hello');
    await call(app, DRAFT, { id: message?.conversationId, text: 'Only a proposal' });
    expect((await inbox.guestSees(booking))?.messages.map(({ text }) => text)).toEqual(['Hello']);
  });
});

describe('an app that polls', () => {
  test('polling finds a conversation again after every new message', async () => {
    const app = await install('read_conversations');
    const { message } = await inbox.guestWrites(await inbox.book(), 'Hello');
    const changed = async (updatedSince: string) => {
      const { data, errors } = await call(
        app,
        'query($since: DateTime) { conversations(filter: { updatedSince: $since }, first: 100) { nodes { id updatedAt version } } }',
        { since: updatedSince },
      );
      expect(errors).toEqual([]);
      return data.conversations.nodes.find(({ id }: { id: string }) => id === message?.conversationId);
    };
    const first = await changed('2026-01-01T00:00:00Z');
    await inbox.hostWrites(message?.conversationId ?? '', 'Welcome');
    expect((await changed(first.updatedAt)).version).toBe(first.version + 1);
  });
});

test('loading a page of conversations takes as many statements as loading one conversation', async () => {
  for (let n = 0; n < 4; n++) await opened();
  const page = (first: number) =>
    statementsOf(() =>
      inbox.run<{ nodes: readonly object[] }>(
        inbox.host,
        `query($first: Int) { it: conversations(first: $first) { nodes { contact { emails } bookings { id } requests { id }
          capabilities { sendUntil } messages(last: 2) { nodes { text } } } } }`,
        { first },
      ),
    );
  const [one, many] = [await page(1), await page(100)];
  expect(many.result.nodes.length).toBeGreaterThan(4);
  expect(many.statements.length).toBe(one.statements.length);
});
