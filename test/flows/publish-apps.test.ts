import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { developer } from '../support/management.ts';
import { demoAccount } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1' });
  // The demo's operator has no access token.
  await platform.database.query('UPDATE apps.accounts SET operator = true WHERE email = $1', [
    demoAccount(platform, 'developer').email,
  ]);
});
afterAll(() => platform.close());

const APP_URL = 'https://stripe.hotel.example';

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm run publish-apps` with the operator's token. */
async function publish(changes: Readonly<Record<string, string>> = {}): Promise<Run> {
  const env = {
    PATH: process.env.PATH,
    PLATFORM_API_URL: platform.address,
    PLATFORM_TOKEN: demoAccount(platform, 'developer').pat ?? '',
    APP_URL,
    ...changes,
  };
  const run = promisify(execFile)(process.execPath, ['examples/demo/publish-apps.ts'], { env });
  return run.then(
    (done) => ({ ...done, code: 0 }),
    (failed: Run) => failed,
  );
}

const operator = () => developer(platform.address, demoAccount(platform, 'developer').pat ?? '');
const host = () => developer(platform.address, demoAccount(platform, 'host').pat ?? '');

describe('npm run publish-apps', () => {
  test('publish-apps fails with the name of each missing setting', async () => {
    const { code, stderr } = await publish({ PLATFORM_TOKEN: '', APP_URL: '' });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^Set PLATFORM_TOKEN, APP_URL\./)]);
  });

  test('publish-apps refuses an APP_URL with a path', async () => {
    expect(await publish({ APP_URL: `${APP_URL}/stripe` })).toMatchObject({ code: 2 });
  });

  test('publish-apps refuses an APP_URL without TLS with the reason', async () => {
    const { code, stderr } = await publish({ APP_URL: 'http://localhost:3005' });
    expect([code, stderr]).toEqual([2, expect.stringContaining('must be an https origin')]);
  });

  test("publish-apps publishes the Stripe app to the store with an operator's token", async () => {
    const { code, stdout, stderr } = await publish();
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('stripe: version 1 is live, its listing is published.');
    expect(stdout).toMatch(/^PLATFORM_CLIENT_ID=\S+$/m);
    expect(stdout).toMatch(/^PLATFORM_CLIENT_SECRET=\S+$/m);
    const { json } = await operator().call('GET', 'apps/stripe');
    expect(json).toMatchObject({ slug: 'stripe', distribution: 'public' });
    const [live] = await platform.database.query<{ manifest: { endpoints: object; oauth: object } }>(
      `SELECT v.manifest FROM apps.apps a JOIN apps.app_versions v ON v.id = a.live_version_id WHERE a.slug = 'stripe'`,
    );
    expect(JSON.stringify(live?.manifest)).toContain(`${APP_URL}/payment_sessions`);
    expect(JSON.stringify(live?.manifest)).toContain(`${APP_URL}/oauth/callback`);
    expect(JSON.stringify(live?.manifest)).not.toContain('localhost');
  });

  test('publish-apps changes nothing when it runs again', async () => {
    const { code, stdout } = await publish();
    expect([code, stdout]).toEqual([0, 'stripe: version 1 is live, its listing is published.\n']);
  });

  test('publish-apps publishes a new version when the address changes', async () => {
    const { code, stdout } = await publish({ APP_URL: 'https://pay.hotel.example' });
    expect([code, stdout]).toEqual([0, 'stripe: version 2 is live, its listing is published.\n']);
  });

  test('publish-apps reports that a new version waits for review once its developer is no operator', async () => {
    const { email } = demoAccount(platform, 'developer');
    const setOperator = (isOperator: boolean) =>
      platform.database.query('UPDATE apps.accounts SET operator = $2 WHERE email = $1', [email, isOperator]);
    await setOperator(false);
    const { code, stdout, stderr } = await publish({ APP_URL: 'https://cards.hotel.example' });
    await setOperator(true);
    expect([code, stdout]).toEqual([1, 'stripe: version 3 is in review, its listing is in review.\n']);
    expect(stderr).toContain('an operator has to approve this');
  });

  test("publish-apps reports that another developer's token needs an operator's approval", async () => {
    const { code, stderr } = await publish({ PLATFORM_TOKEN: demoAccount(platform, 'host').pat ?? '' });
    expect([code, stderr]).toEqual([1, expect.stringContaining('taken')]);
  });
});

describe('submissions', () => {
  const version = (slug: string) => ({
    body: {
      name: 'Plain app',
      type: 'remote',
      slug,
      distribution: 'public',
      manifest: { scopes: ['read_bookings'] },
      release: true,
    },
  });

  test("a public version is live immediately if an operator's own token releases it", async () => {
    const { status, json } = await operator().call('POST', 'apps', version('operators-app'));
    expect([status, json.status]).toEqual([201, 'approved']);
  });

  test("a public version that a developer's token releases is in review", async () => {
    const { status, json } = await host().call('POST', 'apps', version('developers-app'));
    expect([status, json.status]).toEqual([201, 'in_review']);
  });
});
