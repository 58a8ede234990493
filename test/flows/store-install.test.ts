import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM_NODE } from '../support/cli.ts';
import { ask } from '../support/developer.ts';
import { buildSdk } from '../support/example-app.ts';
import { demoAccount } from '../support/oauth.ts';
import { openPaymentWorld, type PaymentWorld, type Placed } from '../support/payment-world.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { freePort, type Process, readLines } from '../support/process.ts';

// docs/guides/take-card-payments.md as an operator and a host follow it: `npm run publish-apps`, `npm run stripe` with the printed
// values, and an install from the store.

/** The local Stripe's part that these tests use; it's plain JavaScript in the example's own tests. */
interface LocalStripe {
  readonly url: string;
  readonly pay: (url: string) => object;
  readonly close: () => Promise<void>;
}
const SERVER = '../../examples/stripe-app/test/stripe-server.js';
const { startStripe, deliver } = (await import(SERVER)) as {
  readonly startStripe: () => Promise<LocalStripe>;
  readonly deliver: (endpoint: string, event: object, secret: string) => Promise<number>;
};
const APP_URL = 'https://stripe.hotel.example';
const KEYS = { secret_key: 'sk_test_51abcdefghij', webhook_secret: 'whsec_stripe1234567890' };

let platform: TestPlatform;
let world: PaymentWorld;
let stripe: LocalStripe;
let dataDir: string;
/** The app's server, reached under APP_URL by browsers. */
let origin: string;
let app: Process | null = null;

beforeAll(async () => {
  [platform, stripe, dataDir] = await Promise.all([
    startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1', SWEEP_INTERVAL: 'PT0.5S' }),
    startStripe(),
    mkdtemp(join(tmpdir(), 'platform-store-')),
    buildSdk(),
  ]);
  origin = `http://127.0.0.1:${await freePort()}`;
  world = await openPaymentWorld({}, {}, platform);
  // The demo's operator has no access token.
  await platform.database.query('UPDATE apps.accounts SET operator = true WHERE email = $1', [
    demoAccount(platform, 'developer').email,
  ]);
}, 120_000);
afterAll(async () => {
  app?.child.kill('SIGTERM');
  await world.close();
  await platform.close();
  await stripe.close();
  await rm(dataDir, { recursive: true });
});

const asHost = <T>(text: string, variables: Readonly<Record<string, unknown>> = {}) =>
  ask<T>(platform, world.developer.host, text, variables);

/** Runs `npm run publish-apps` and starts the app's server with the values that it prints. */
async function publishAndStart(): Promise<void> {
  const { PATH } = process.env;
  const token = demoAccount(platform, 'developer').pat ?? '';
  const { stdout } = await promisify(execFile)(process.execPath, ['examples/demo/publish-apps.ts'], {
    env: { PATH, PLATFORM_API_URL: platform.address, PLATFORM_TOKEN: token, APP_URL },
  });
  await standInForDns();
  const printed = Object.fromEntries(
    [...stdout.matchAll(/^(PLATFORM_CLIENT_\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  const env = {
    PATH,
    APP_URL,
    STRIPE_PORT: new URL(origin).port,
    STRIPE_API_BASE: stripe.url,
    DATA_FILE: join(dataDir, 'stripe.json'),
    PLATFORM_API_URL: platform.address,
    ...printed,
  };
  app = readLines(spawn(SYSTEM_NODE, ['server.js'], { cwd: 'examples/stripe-app', env }));
  await app.line(/^Listening on /);
}

/** Lets the platform reach the app's endpoints at its local address. Browsers still return to APP_URL. */
async function standInForDns(): Promise<void> {
  await platform.database.query(
    `UPDATE apps.app_versions SET manifest =
       replace(replace(manifest::text, $1, $2), $2 || '/oauth/callback', $1 || '/oauth/callback')::jsonb
     FROM apps.apps WHERE apps.live_version_id = app_versions.id AND apps.slug = 'stripe'`,
    [APP_URL, origin],
  );
}

/** Opens an address under APP_URL at the app's server. */
const visit = (address: string) => fetch(address.replace(APP_URL, origin));

interface Installed {
  readonly redirect: { readonly uri: string; readonly code: string } | null;
  readonly userErrors: readonly { readonly message: string }[];
}

/** Installs the app from the store with both keys; returns the address to which the panel sends the host. */
async function install(): Promise<string> {
  const { done } = await asHost<{ done: Installed }>(
    `mutation ($settings: [SettingValueInput!]) { done: appInstall(slug: "stripe", settings: $settings) {
      redirect { uri code } userErrors { message } } }`,
    { settings: Object.entries(KEYS).map(([key, value]) => ({ key, value })) },
  );
  expect(done.userErrors).toEqual([]);
  const target = new URL(done.redirect?.uri ?? expect.unreachable());
  target.searchParams.set('code', done.redirect?.code ?? '');
  return target.href;
}

const statusOf = async ({ bookingId }: Placed) => {
  const [row] = await platform.database.query<{ status: string; paid: number; total: number }>(
    'SELECT status, paid::int, total::int FROM checkout.bookings WHERE id = $1',
    [bookingId],
  );
  return row ?? expect.unreachable();
};

describe('an app that npm run publish-apps put into the store', () => {
  let callback: string;

  test('hosts find the app in the store with its permissions', async () => {
    await publishAndStart();
    const { appStore } = await asHost<{
      appStore: { nodes: readonly { slug: string; isInstalled: boolean; permissions: readonly object[] }[] };
    }>('{ appStore(search: "stripe", first: 5) { nodes { slug isInstalled permissions { name } } } }');
    expect(appStore.nodes).toEqual([
      { slug: 'stripe', isInstalled: false, permissions: expect.arrayContaining([expect.anything()]) },
    ]);
    expect(appStore.nodes[0]?.permissions.length).toBeGreaterThan(0);
  });

  test("an install connects the app's server through the redirect, without any copied secret", async () => {
    callback = await install();
    expect(callback.startsWith(`${APP_URL}/oauth/callback?`)).toBe(true);
    const page = await visit(callback);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Stripe is connected to lakeside');
  });

  test("the redirect's code works only once", async () => {
    expect((await visit(callback)).ok).toBe(false);
  });

  test('a guest pays by card with the installed app, and the booking is confirmed', async () => {
    const booking = await world.place();
    const { status, headers } = await world.choose(booking, 'app:stripe');
    expect(status).toBe(303);
    const event = stripe.pay(headers.location ?? '');
    expect(await deliver(`${origin}/stripe/webhooks/lakeside`, event, KEYS.webhook_secret)).toBe(200);
    const { total, ...paid } = await statusOf(booking);
    expect(paid).toEqual({ status: 'confirmed', paid: total });
  });

  test('an uninstalled app is offered neither to guests nor as installed in the store', async () => {
    const booking = await world.place();
    await asHost('mutation { appUninstall(slug: "stripe") { userErrors { message } } }');
    expect((await world.choose(booking, 'app:stripe')).status).not.toBe(303);
    const { appStore } = await asHost<{ appStore: { nodes: readonly { isInstalled: boolean }[] } }>(
      '{ appStore(search: "stripe", first: 5) { nodes { isInstalled } } }',
    );
    expect(appStore.nodes).toEqual([{ isInstalled: false }]);
  });
});
