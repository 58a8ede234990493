import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import type { Viewer } from '#kit/viewer.ts';
import { demoHost } from '../support/app-world.ts';
import { type Inbox, openInbox } from '../support/conversations.ts';
import { ask, hostOf } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { INBOX, type InboxApp, openInboxApp } from '../support/inbox-app.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { tries } from '../support/seeded.ts';

// Conversation ownership (docs/interface/conversations.md#inbox-providers): another team finds no
// conversation, and another app in the team writes only in conversations that it carries.

const PROBES = tries(2_000);
/** Probes that one install makes before its points run out. */
const PER_INSTALL = 100;
const UNKNOWN = '9007199254740991';

let platform: TestPlatform;
let inbox: Inbox;
let provider: InboxApp;
/** The probes' targets: a team's conversations and messages, half of them from an app. */
let conversations: readonly string[];
let messages: readonly string[];
beforeAll(async () => {
  platform = await startPlatform();
  inbox = await openInbox(platform, 'lakeside');
  provider = await openInboxApp(platform, await demoHost(platform, 'lakeside'));
  for (let n = 0; n < 5; n += 1) {
    await inbox.guestWrites(await inbox.book(), `Question ${n}`);
    const { conversation } = await provider.receive();
    await inbox.hostWrites(conversation.id, `Answer ${n}`);
  }
  const idsOf = async (table: string) => {
    const rows = await platform.database.query<{ id: string }>(
      `SELECT id::text FROM checkout.${table} WHERE team_id = $1 ORDER BY id`,
      [inbox.teamId],
    );
    return rows.map(({ id }) => id);
  };
  conversations = await idsOf('conversations');
  messages = await idsOf('messages');
});
afterAll(() => platform.close());

const WRITTEN = 'message { id } userErrors { code field message }';
const CHANGED = 'conversation { id } userErrors { code field message }';

type Probe = readonly [kind: 'conversation' | 'message', document: (id: string) => string];

/** Every way in which an app names a target. */
const BY_APPS: readonly Probe[] = [
  [
    'conversation',
    (id) => `{ it: conversation(id: "${id}") { id subject messages(last: 5) { nodes { text } } } }`,
  ],
  [
    'conversation',
    (id) =>
      `mutation { it: conversationMessageSend(conversationId: "${id}", text: "x", idempotencyKey: "${newUuid()}") { ${WRITTEN} } }`,
  ],
  [
    'conversation',
    (id) => `mutation { it: conversationDraftSet(conversationId: "${id}", text: "x") { ${CHANGED} } }`,
  ],
  ['message', (id) => `mutation { it: messageStatusUpdate(id: "${id}", status: failed) { ${WRITTEN} } }`],
];

/** Every way in which a host names a target. */
const BY_HOSTS: readonly Probe[] = [
  [
    'conversation',
    (id) => `{ it: conversation(id: "${id}") { id subject messages(last: 5) { nodes { text } } } }`,
  ],
  ...['conversationRead', 'conversationClose'].map(
    (field): Probe => ['conversation', (id) => `mutation { it: ${field}(id: "${id}") { ${CHANGED} } }`],
  ),
  ['conversation', (id) => `mutation { it: conversationSpamSet(id: "${id}", spam: true) { ${CHANGED} } }`],
  ['conversation', (id) => `mutation { it: conversationAssign(id: "${id}") { ${CHANGED} } }`],
  ['message', (id) => `mutation { it: messageResend(id: "${id}") { ${WRITTEN} } }`],
];

/** The nth probe and its target. */
function probeAt(probes: readonly Probe[], n: number) {
  const [kind, document] = probes[n % probes.length] ?? ['message', () => ''];
  const pool = kind === 'conversation' ? conversations : messages;
  return { document, id: pool[Math.floor(n / probes.length) % pool.length] ?? '' };
}

/** Everything that a probe could have changed. */
const snapshot = () =>
  platform.database.query(
    `SELECT (SELECT jsonb_agg(to_jsonb(c) ORDER BY id) FROM checkout.conversations c WHERE team_id = $1) AS conversations,
       (SELECT jsonb_agg(to_jsonb(m) - 'next_attempt_at' - 'attempts' ORDER BY id) FROM checkout.messages m WHERE team_id = $1) AS messages`,
    [inbox.teamId],
  );

/** Runs every probe against a known and an unknown id: both results must be equal, and nothing may change. */
async function probeAll(
  probes: readonly Probe[],
  count: number,
  answer: (document: string, n: number) => Promise<unknown>,
) {
  const before = await snapshot();
  for (let first = 0; first < count; first += 20) {
    await Promise.all(
      Array.from({ length: Math.min(20, count - first) }, async (_, at) => {
        const { document, id } = probeAt(probes, first + at);
        const said = async (about: string) => JSON.stringify(await answer(document(about), first + at));
        const theirs = await said(id);
        expect(theirs).toBe(await said(UNKNOWN));
        expect(theirs).toMatch(/:null/);
      }),
    );
  }
  expect(await snapshot()).toEqual(before);
}

test("another team's apps find no conversation", { timeout: 300_000 }, async () => {
  const alpine = await demoHost(platform, 'alpine');
  const probers: InboxApp[] = [];
  for (let n = 0; n < (PROBES * 2) / PER_INSTALL; n += 1)
    probers.push(await openInboxApp(platform, alpine, { scopes: [...INBOX.scopes, 'read_conversations'] }));
  await probeAll(BY_APPS, PROBES, async (document, n) => {
    const { status, data, errors } = await graphql(platform.address, document, {
      token: probers[Math.floor((n * 2) / PER_INSTALL)]?.app.token ?? '',
      version: 'unstable',
    });
    expect(errors).toEqual([]);
    return { status, data };
  });
});

test("another team's hosts find no conversation", async () => {
  const { teamId } = await demoHost(platform, 'alpine');
  const viewer: Viewer = hostOf(teamId);
  await probeAll(BY_HOSTS, tries(500), (document) => ask(platform, viewer, document));
});

test("an app can't report on a message carried by another app in the team", async () => {
  const other = await openInboxApp(platform, await demoHost(platform, 'lakeside'));
  const before = await snapshot();
  for (const id of messages)
    expect((await other.report(id, 'failed')).userErrors).toMatchObject([{ code: 'NOT_YOUR_CONVERSATION' }]);
  expect(await snapshot()).toEqual(before);
});

test("another app in the team can't add messages to the first app's conversation", async () => {
  const own = await platform.database.query<{ externalId: string }>(
    `SELECT external_id AS "externalId" FROM checkout.conversations WHERE team_id = $1 AND external_id IS NOT NULL`,
    [inbox.teamId],
  );
  const other = await openInboxApp(platform, await demoHost(platform, 'lakeside'));
  for (const { externalId } of own) {
    const { conversation } = await other.receive({ conversation: { externalId } });
    expect(conversations).not.toContain(conversation.id);
  }
});
