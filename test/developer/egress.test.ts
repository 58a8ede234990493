import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, type Developer, type InstalledApp, installNewApp } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { createTask, eventually, openTaskWorld } from '../support/task-world.ts';

/** Spellings of forbidden addresses; each is tried at the port of a server that really listens. */
const LOOPBACK = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '127.0.0.1.',
  '0x7f.0.0.1',
  '0x7f000001',
  '0177.0.0.1',
  '017700000001',
  '2130706433',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '0',
  '0.0.0.0',
  'localhost',
  'LOCALHOST',
  'localhost.',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
];
const ELSEWHERE = [
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '169.254.169.254',
  '169.254.170.2',
  '0xa9fea9fe',
  '2852039166',
  '[::ffff:a9fe:a9fe]',
  '[2002:a9fe:a9fe::]',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[100::1]',
  '[2001:db8::1]',
];
const HOSTS = [...LOOPBACK, ...ELSEWHERE];

let platform: TestPlatform;
let server: Server;
let connections = 0;
let urls: readonly string[];
beforeAll(async () => {
  platform = await startPlatform({ WEBHOOK_ALLOW_PRIVATE: '0', WEBHOOK_RETRY_SCHEDULE: 'PT0S' });
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((listening) => server.listen(0, '::', listening)); // IPv4 and IPv6
  const { port } = server.address() as AddressInfo;
  urls = [
    ...HOSTS.map((host) => `https://${host}:${port}/hook`),
    `https://example.com@127.0.0.1:${port}/hook`,
    `https://127.0.0.1:${port}/hook#@example.com`,
    `http://127.0.0.1:${port}/hook`,
    `http://[::1]:${port}/hook`,
  ];
});
afterAll(async () => {
  await platform.close();
  server.close();
});

/**
 * Changes an app's URL in the database, bypassing the manifest's rules: only the guard at the connection
 * counts.
 */
const pointTo = (app: InstalledApp, key: string, url: string) =>
  platform.database.query(
    `UPDATE apps.app_versions SET manifest = manifest || jsonb_build_object($2::text, $3::text) WHERE app_id = $1`,
    [app.viewer.appId, key, url],
  );

async function install(developer: Developer, key: string, url: string): Promise<InstalledApp> {
  const app = await installNewApp(platform, developer, {
    webhooks: ['task.created'],
    webhook_url: NOWHERE.url,
  });
  await pointTo(app, key, url);
  return app;
}

/** An address that a manifest may have. */
const NOWHERE = { url: 'https://hooks.example.com/' };
/** The machine decides whether `localhost.` has an address. */
const REFUSED = /not allowed|Only https|has no public address|(ENOTFOUND|EAI_AGAIN) localhost\.$/;

describe('an address that is not public', () => {
  test('a private address receives no webhook, however it is written', async () => {
    const { developer, propertyId } = await openTaskWorld(platform, NOWHERE, { webhooks: [] });
    const installs = new Map<number, string>();
    for (const url of urls) installs.set((await install(developer, 'webhookUrl', url)).viewer.installId, url);
    await createTask(platform, { developer, propertyId });
    const ended = await eventually(
      () =>
        platform.database.query<{ install_id: number; last_error: string }>(
          `SELECT install_id, last_error FROM apps.deliveries WHERE status = 'failed' AND install_id = ANY($1)`,
          [[...installs.keys()]],
        ),
      (rows) => rows.length === urls.length,
    );
    const others = ended.filter(({ last_error }) => !REFUSED.test(last_error));
    expect(others.map(({ install_id, last_error }) => [installs.get(install_id), last_error])).toEqual([]);
    expect(connections).toBe(0);
  });

  test('a private address receives no payment page request', async () => {
    const { developer } = await openTaskWorld(platform, NOWHERE, { webhooks: [] });
    const app = await install(developer, 'paymentSessionUrl', '');
    for (const url of urls) {
      await pointTo(app, 'paymentSessionUrl', url);
      const { appEndpointCall } = await ask<{ appEndpointCall: { status: number | null; failure: string } }>(
        platform,
        { kind: 'payments', teamId: developer.teamId },
        `mutation($input: AppEndpointCallInput!) { appEndpointCall(input: $input) { status failure } }`,
        { input: { installId: String(app.viewer.installId), endpoint: 'payment_session', body: '{}' } },
      );
      expect(appEndpointCall, url).toEqual({ status: null, failure: expect.stringMatching(REFUSED) });
    }
    expect(connections).toBe(0);
  });

  test('a private address is reachable if local development is allowed', async () => {
    const local = await startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1', WEBHOOK_RETRY_SCHEDULE: 'PT0S' });
    const { developer, propertyId } = await openTaskWorld(
      local,
      { url: urls[0] ?? '' },
      { webhooks: ['task.created'] },
    );
    await createTask(local, { developer, propertyId });
    await eventually(
      () => Promise.resolve(connections),
      (seen) => seen > 0,
    );
    await local.close();
  });
});
