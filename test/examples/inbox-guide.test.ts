import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'smol-toml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signTimestamped } from '#kit/hmac.ts';
import { newUuid } from '#kit/ids.ts';
import { demoHost } from '../support/app-world.ts';
import { SYSTEM_NODE } from '../support/cli.ts';
import { type Inbox, openInbox } from '../support/conversations.ts';
import { type InstalledApp, installNewApp } from '../support/developer.ts';
import { buildSdk } from '../support/example-app.ts';
import { graphql } from '../support/graphql.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { freePort, type Process, readLines } from '../support/process.ts';
import { eventually } from '../support/task-world.ts';

// docs/guides/be-an-inbox.md: the reader's code works as described.

let platform: TestPlatform;
let inbox: Inbox;
let app: InstalledApp;
let guide: string;
let folder: string;
let server: Process;
let origin: string;
const sample = (language: string, after = '') =>
  new RegExp(`${after}[^]*?^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(guide)?.[1] ?? '';

beforeAll(async () => {
  [platform] = await Promise.all([startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1' }), buildSdk()]);
  guide = await readFile('docs/guides/be-an-inbox.md', 'utf8');
  inbox = await openInbox(platform, 'lakeside');
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  const manifest = parse(sample('toml').replace('http://localhost:3004', origin));
  app = await installNewApp(platform, await demoHost(platform, 'lakeside'), manifest);
  folder = await mkdtemp(join(tmpdir(), 'platform-guide-'));
  await mkdir(join(folder, 'node_modules/@platform'), { recursive: true });
  await symlink(resolve('packages/app-sdk'), join(folder, 'node_modules/@platform/app-sdk'));
  await writeFile(join(folder, 'server.mjs'), sample('js'));
  const env = { PATH: process.env.PATH, PORT: String(port), PLATFORM_WEBHOOK_SECRET: app.webhookSecret };
  server = readLines(spawn(SYSTEM_NODE, ['server.mjs'], { cwd: folder, env }));
  await server.line(/^Listening/);
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await once(server.child, 'exit');
  await platform.close();
  await rm(folder, { recursive: true });
});

/** Runs a document as the app. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
async function asApp(document: string, variables: Readonly<Record<string, unknown>>): Promise<any> {
  const given = { token: app.token, variables, version: 'unstable' } as const;
  const { data, errors } = await graphql(platform.address, document, given);
  expect(errors).toEqual([]);
  return data;
}

test("the guide's document creates a message and its server sends the reply", async () => {
  const threadId = `FT-${newUuid()}`;
  const input = JSON.parse(sample('json').replace('FT-1', threadId));
  const bring = () => asApp(sample('graphql'), input);
  const { conversationMessageReceive: brought } = await bring();
  expect(brought).toMatchObject({ applied: true, conversation: { status: 'open' }, userErrors: [] });
  expect((await bring()).conversationMessageReceive).toMatchObject({ applied: false, userErrors: [] });

  const { id } = brought.conversation;
  const { message } = await inbox.hostWrites(id, 'There is.');
  expect(await server.line(new RegExp(`^${threadId}`))).toBe(`${threadId}: "There is."`);
  const statusOf = async () =>
    (await inbox.read(id))?.messages.nodes.find((one) => one.id === message?.id)?.status;
  await eventually(statusOf, (status) => status === 'sent');

  const report = sample('graphql', '## Report the status');
  const reported = await asApp(report, { id: message?.id, status: 'read' });
  expect(reported.messageStatusUpdate).toEqual({ message: { status: 'read' }, userErrors: [] });
});

test("the guide's server responds identically to a repeated message and refuses forged ones", async () => {
  const body = JSON.stringify({
    message_id: 'again',
    conversation: { id: '1', external_id: 'FT-2' },
    text: 'Yes',
    attachments: [],
  });
  const send = async (key: string) => {
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = `sha256=${signTimestamped(key, timestamp, body)}`;
    const headers = { 'x-platform-timestamp': `${timestamp}`, 'x-platform-signature': signature };
    const answer = await fetch(origin, { method: 'POST', headers, body });
    return { status: answer.status, body: await answer.text() };
  };
  const first = await send(app.webhookSecret);
  expect(first.status).toBe(200);
  expect(await send(app.webhookSecret)).toEqual(first);
  expect((await send(`${app.webhookSecret}x`)).status).toBe(401);
});
