import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signTimestamped } from '#kit/hmac.ts';
import { demoHost } from '../support/app-world.ts';
import { type ChannelWorld, openChannel } from '../support/channel.ts';
import { SYSTEM_NODE } from '../support/cli.ts';
import { buildSdk } from '../support/example-app.ts';
import { graphql } from '../support/graphql.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { freePort, type Process, readLines } from '../support/process.ts';
import { daysAhead } from '../support/stays.ts';

// docs/guides/be-a-channel.md: the reader's code works as described.

let platform: TestPlatform;
let world: ChannelWorld;
let guide: string;
let folder: string;
let server: Process;
let origin: string;
const secret = 'whsec_of_the_guide';
const sample = (language: string) =>
  new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(guide)?.[1] ?? '';

beforeAll(async () => {
  [platform] = await Promise.all([startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1' }), buildSdk()]);
  guide = await readFile('docs/guides/be-a-channel.md', 'utf8');
  world = await openChannel(platform, await demoHost(platform, 'lakeside'));
  folder = await mkdtemp(join(tmpdir(), 'platform-guide-'));
  await mkdir(join(folder, 'node_modules/@platform'), { recursive: true });
  await symlink(resolve('packages/app-sdk'), join(folder, 'node_modules/@platform/app-sdk'));
  await writeFile(join(folder, 'server.mjs'), sample('js'));
  const port = await freePort();
  const env = { PATH: process.env.PATH, PORT: String(port), PLATFORM_WEBHOOK_SECRET: secret };
  server = readLines(spawn(SYSTEM_NODE, ['server.mjs'], { cwd: folder, env }));
  await server.line(/^Listening/);
  origin = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await once(server.child, 'exit');
  await world.server.close();
  await platform.close();
  await rm(folder, { recursive: true });
});

async function tell(sequence: number, until: string, key = secret): Promise<number> {
  const changes = [{ channel_room: 'double', from: '2030-05-01', until, availability: 1 }];
  const body = JSON.stringify({ message_id: 'm', mode: 'delta', sequence, changes });
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = `sha256=${signTimestamped(key, timestamp, body)}`;
  const headers = { 'x-platform-timestamp': `${timestamp}`, 'x-platform-signature': signature };
  return (await fetch(origin, { method: 'POST', headers, body })).status;
}

test("the guide's server accepts messages in order and refuses forged ones", async () => {
  expect(await tell(2, '2030-05-03')).toBe(200);
  expect(await server.line(/^delta 2/)).toBe('delta 2: 3 nights are known');
  expect(await tell(1, '2030-05-09')).toBe(200);
  expect(await server.line(/^delta 1/)).toBe('delta 1: 3 nights are known');
  expect(await tell(3, '2030-05-09', `${secret}x`)).toBe(401);
});

test("the guide's document and variables create a reservation", async () => {
  const connectionId = await world.connect('CH-GUIDE');
  const room = `room-${world.unitTypes.length}`;
  const [{ currency } = { currency: '' }] = await platform.database.query<{ currency: string }>(
    'SELECT currency FROM catalog.property WHERE id = $1',
    [world.propertyId],
  );
  const { input } = JSON.parse(sample('json'));
  const [line] = input.lines;
  const nightly = line.nightly.map(({ amount }: { amount: number }, at: number) => ({
    date: daysAhead(40 + at),
    amount,
  }));
  const own = { ...line, channelRoomId: room, checkIn: daysAhead(40), checkOut: daysAhead(42), nightly };
  const variables = { input: { ...input, connectionId, currency, lines: [own] } };
  const { data, errors } = await graphql(platform.address, sample('graphql'), {
    token: world.app.token,
    variables,
    version: 'unstable',
  });
  expect(errors).toEqual([]);
  expect(data.channelReservationUpsert).toMatchObject({ applied: true, userErrors: [] });
});
