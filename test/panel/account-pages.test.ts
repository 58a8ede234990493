import { generate } from 'otplib';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, pathIn, signUp, stranger } from '../support/accounts.ts';
import { demoHost } from '../support/app-world.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { openEmptyDatabase } from '../support/database.ts';
import { ask } from '../support/developer.ts';
import { expectKeyboard } from '../support/keyboard.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { demoAccount } from '../support/oauth.ts';
import {
  expectFit,
  expectGoodLooks,
  findings,
  keepPicture,
  looksIn,
  openPanel,
  WIDTHS,
} from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
let mailbox: Mailbox;
let browser: Browser;

beforeAll(async () => {
  mailbox = await openMailbox();
  platform = await startPlatform({ MAIL_URL: mailbox.url, TRUSTED_PROXIES: '127.0.0.1' });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await platform.close();
  await mailbox.close();
});

let visitors = 0;

async function visit(
  options: BrowserContextOptions,
  { address }: Pick<TestPlatform, 'address'> = platform,
): Promise<Page> {
  visitors += 1;
  const context = await browser.newContext({
    baseURL: address,
    extraHTTPHeaders: { 'x-forwarded-for': `192.0.2.${visitors}` },
    ...options,
  });
  return context.newPage();
}

/** Checks the page with axe in its looks, then walks through it by keyboard on a phone. */
async function look(page: Page, name: string): Promise<void> {
  for (const [colorScheme, width, rules] of looksIn(name, WIDTHS)) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    expect(await findings(page, rules), `${name}, ${colorScheme}, ${width} pixels`).toEqual([]);
    await keepPicture(page, `accounts-${name}-${colorScheme}-${width}`, { fullPage: true });
  }
  for (const width of WIDTHS) await expectFit(page, name, width);
  await expectKeyboard(page, 'html');
}

describe('the pages of accounts', () => {
  test('the account pages fit wide and narrow screens in light and dark mode', async () => {
    const page = await visit({});
    const who = stranger();
    await page.goto('/login');
    await look(page, 'login');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await look(page, 'signup');
    await page.getByLabel('Email').fill(who.email);
    await page.getByLabel('Your name').fill(who.name);
    await page.getByLabel('Password').fill('aaaaaaaaaaaaaaaa');
    await page.getByRole('button', { name: 'Create account' }).click();
    await look(page, 'signup-refused');
    await page.getByLabel('Password').fill(who.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await look(page, 'mailbox');
    await page.goto(await pathIn(mailbox, who.email, /^Confirm/));
    await look(page, 'verify');
    await page.goto('/forgot');
    await look(page, 'forgot');
    await page.getByLabel('Email').fill(who.email);
    await page.getByRole('button', { name: 'Send link' }).click();
    const reset = await pathIn(mailbox, who.email, /^Choose/);
    await page.goto(reset);
    await look(page, 'reset');
    await page.getByLabel('New password').fill('another fine password');
    await page.getByRole('button', { name: 'Save password' }).click();
    await look(page, 'reset-done');
    await page.goto(reset);
    await look(page, 'link-over');
    await page.context().close();
  }, 60_000);

  test('the invitation page fits the screen, works by keyboard and names the role', async () => {
    const { host } = await demoHost(platform, 'lakeside');
    const { teamInvitationCreate } = await ask<{ teamInvitationCreate: { path: string } }>(
      platform,
      host,
      'mutation { teamInvitationCreate(input: { name: "Sam", role: housekeeping }) { path } }',
    );
    const page = await visit({});
    await page.goto(teamInvitationCreate.path);
    await page.getByText('You join as housekeeping: you can see today').waitFor();
    await look(page, 'join-sign-up');
    await page.getByRole('link', { name: 'Sign in' }).click();
    const { email, password } = demoAccount(platform, 'outsider');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('You join as housekeeping: you can see today').waitFor();
    await look(page, 'join');
    await page.context().close();
  });

  test('the pages for changing an address fit the screen and work by keyboard', async () => {
    const page = await visit({});
    const [who, other] = [await signUp(platform, mailbox), stranger()];
    await page.goto('/login?return_to=%2Faccount%2Fsecurity');
    await page.getByLabel('Email').fill(who.email);
    await page.getByLabel('Password').fill(who.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('New address').fill(other.email);
    await page.getByRole('button', { name: 'Change address' }).click();
    await page.goto(await pathIn(mailbox, other.email, /^Confirm your new/));
    await look(page, 'address-change');
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await page.getByText(other.email).first().waitFor();
    await look(page, 'address-changed');
    await page.goto(await pathIn(mailbox, who.email, /^Your email address was changed/));
    await look(page, 'address-undo');
    await page.context().close();
  });

  test("the pages for a terminal's sign-in fit the screen and work by keyboard", async () => {
    const page = await visit({});
    const answer = await page.request.post('/oauth/device_authorization', {
      form: { client_id: 'platform-cli', device_name: 'lenas-laptop' },
    });
    const { user_code } = await answer.json();
    const { email, password } = demoAccount(platform, 'developer');
    await page.goto('/device');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Code').fill('BBBB-BBBB');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await look(page, 'device-code');
    await page.getByLabel('Code').fill(user_code.toLowerCase());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Is this your code?' }).waitFor();
    await look(page, 'device-confirm');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Allow');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Signed in' }).waitFor();
    await look(page, 'device-done');
    await page.context().close();
  });

  test('a stranger without JavaScript can sign up and reach the panel', async () => {
    const page = await visit({ javaScriptEnabled: false });
    const who = stranger();
    await page.goto('/signup');
    await page.getByLabel('Email').fill(who.email);
    await page.getByLabel('Your name').fill(who.name);
    await page.getByLabel('Password').fill(who.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.goto(await pathIn(mailbox, who.email, /^Confirm/));
    await page.getByRole('button', { name: 'Confirm address' }).click();
    expect(new URL(page.url()).pathname).toBe('/panel/welcome');
    await page.context().close();
  });
});

/** Ends the recent sign-in proof in an account's sessions. */
const endStepUp = (email: string) =>
  platform.database.query(
    `UPDATE apps.host_sessions SET elevated_until = now() - interval '1 second'
     WHERE account_id = (SELECT id FROM apps.accounts WHERE email = $1)`,
    [email],
  );

describe('the security pages', () => {
  test('the security pages pass axe in light and dark mode on wide and narrow screens', async () => {
    const page = await visit({});
    const who = await signUp(platform, mailbox);
    const signIn = async () => {
      await page.goto('/login?another=1&return_to=%2Faccount%2Fsecurity');
      await page.getByLabel('Email').fill(who.email);
      await page.getByLabel('Password').fill(who.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await signIn();
    await look(page, 'security');
    await page.getByRole('button', { name: 'Add an authenticator app' }).click();
    await look(page, 'totp');
    const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await page.getByLabel('Code', { exact: true }).fill(await generate({ secret }));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
    await look(page, 'recovery-codes');
    await signIn();
    await look(page, 'second-factor');
    const later = Math.floor(Date.now() / 1000) + 30;
    await page.getByLabel('Code').fill(await generate({ secret, epoch: later }));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('10 recovery codes are left').waitFor();
    await look(page, 'security-with-factor');
    await page.context().close();
  }, 60_000);
});

describe('a passkey', () => {
  test('a passkey works in a browser from its creation to its removal', async () => {
    const page = await visit({ baseURL: `http://localhost:${platform.port}` });
    const { troubles } = watch(page);
    const client = await page.context().newCDPSession(page);
    await client.send('WebAuthn.enable');
    await client.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const who = await signUp(platform, mailbox);
    const signIn = async () => {
      await page.goto('/login?another=1&return_to=%2Faccount%2Fsecurity');
      await page.getByLabel('Email').fill(who.email);
      await page.getByLabel('Password').fill(who.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await signIn();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await look(page, 'new-passkey');
    await page.getByLabel('Name').fill('My laptop');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
    await signIn();
    await look(page, 'second-factor-passkey');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('10 recovery codes are left').waitFor();
    await look(page, 'security-with-passkey');
    await platform.database.query(
      `INSERT INTO apps.memberships (account_id, team_id, created_at)
       SELECT a.id, t.id, now() FROM apps.accounts a, apps.teams t WHERE a.email = $1 AND t.slug = 'lakeside'`,
      [who.email],
    );
    await page.goto('/panel/team/tokens');
    await endStepUp(who.email);
    await page.getByLabel('Token name').fill('My laptop');
    await page.getByRole('button', { name: 'Create token', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: "Confirm that it's you" });
    await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await expectGoodLooks(page, 'step-up-passkey');
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByLabel('access token', { exact: true }).waitFor();
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Remove the passkey My laptop' }).click();
    await look(page, 'last-factor');
    await page.getByLabel('Your password').first().fill(who.password);
    await page.getByRole('button', { name: 'Confirm with the passkey' }).click();
    await page.getByText('The passkey was removed.').waitFor();
    expect(troubles.filter((text) => /Content.Security/i.test(text))).toEqual([]);
    await page.context().close();
  }, 60_000);
});

describe('the setup page', () => {
  test('the setup page fits wide and narrow screens in light and dark mode', async () => {
    const database = await openEmptyDatabase();
    const empty = await startPlatform({ SEED: 'none' }, database);
    try {
      const page = await visit({}, empty);
      await page.goto(new URL(empty.setupUrl ?? '').pathname);
      await look(page, 'setup');
      await page.getByLabel('Email').fill('first@example.com');
      await page.getByLabel('Your name').fill('Fay First');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByLabel('Team').fill('Lakeside');
      await page.getByRole('button', { name: 'Create account and team' }).click();
      await page.waitForURL('**/panel/welcome**');
      await page.context().close();
    } finally {
      await empty.close();
      await database.drop();
    }
  }, 60_000);
});

describe('operators', () => {
  let silent: TestPlatform;
  let page: Page;
  beforeAll(async () => {
    silent = await startPlatform();
    page = await openPanel(silent, browser, { who: 'operator', lands: 'App review' });
  });
  afterAll(async () => {
    await page.context().close();
    await silent.close();
  });

  test('operators read emails and suspend accounts', async () => {
    const context = await browser.newContext({ baseURL: silent.address });
    const other = await context.newPage();
    await other.goto('/forgot');
    await other.getByLabel('Email').fill('host@demo.test');
    await other.getByRole('button', { name: 'Send link' }).click();
    await page.goto('/panel/outbox');
    const mails = page.getByRole('table', { name: 'Emails' });
    await mails.getByText('Choose a new password').first().click();
    await mails.getByText('/reset/').waitFor();
    await expectGoodLooks(page, 'outbox');

    await page.getByRole('link', { name: 'Accounts', exact: true }).click();
    await page.getByLabel('Search by name or email address').fill('outsider');
    const row = page.getByRole('row', { name: /outsider@demo\.test/ });
    await row.getByRole('button', { name: 'Suspend' }).click();
    await page.getByLabel('Reason').fill('Sends spam');
    await expectGoodLooks(page, 'account-suspend');
    await page.getByRole('button', { name: 'Suspend account' }).click();
    await row.getByText('Suspended').waitFor();
    await row.getByText('Sends spam').waitFor();
    await expectGoodLooks(page, 'accounts');
    await row.getByRole('button', { name: 'Resume' }).click();
    await page.getByLabel('Reason').fill('It was a mistake');
    await page.getByRole('button', { name: 'Resume account' }).click();
    await row.getByText('Active').waitFor();
  }, 90_000);

  test("operators suspend a team's storefront with a reason that its host sees", async () => {
    await page.getByRole('link', { name: 'Teams', exact: true }).click();
    await page.getByLabel('Search by name or slug').fill('lakeside');
    const row = page.getByRole('row', { name: /Lakeside Stays/ });
    await row.waitFor();
    await expectGoodLooks(page, 'platform-teams');
    await row.getByRole('link', { name: 'Lakeside Stays' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lakeside Stays' }).waitFor();
    const storefront = page.getByRole('row', { name: /lakeside\.localhost/ });
    await storefront.getByRole('button', { name: /^Suspend/ }).click();
    await page.getByLabel('Reason').fill('The photos show another house');
    await page.getByRole('button', { name: 'Suspend storefront' }).click();
    await storefront.getByText('The photos show another house').waitFor();
    await expectGoodLooks(page, 'platform-team');

    await page.getByRole('link', { name: 'Storefronts', exact: true }).click();
    await page.getByRole('table', { name: 'Storefronts' }).waitFor();
    await expectGoodLooks(page, 'platform-storefronts');
    await page.getByText('Paused', { exact: true }).first().click();
    await page.getByRole('row', { name: /lakeside\.localhost/ }).waitFor();

    const host = await openPanel(silent, browser);
    await host.goto('/panel/site');
    await host.getByText('The photos show another house').waitFor();
    await expectGoodLooks(host, 'storefront-suspended');
    await host.context().close();
  }, 90_000);

  test("members of a suspended team see the reason but can't change data", async () => {
    await page.goto('/panel/teams');
    await page.getByLabel('Search by name or slug').fill('alpine');
    await page.getByRole('link', { name: /^Alpine/ }).click();
    await page.getByRole('button', { name: /^Suspend the team/ }).click();
    await page.getByLabel('Reason').fill('It takes bookings for a house that it does not own');
    await expectGoodLooks(page, 'team-suspend');
    await page.getByRole('button', { name: 'Suspend team' }).click();
    await page.getByText('It takes bookings for a house').waitFor();
    await page.getByText('Its team is suspended.').first().waitFor();
    await expectGoodLooks(page, 'platform-team-suspended');

    const host = await openPanel(silent, browser, { who: 'outsider' });
    await host.getByText('is suspended by the platform').waitFor();
    await host.getByText('It takes bookings for a house').waitFor();
    await expectGoodLooks(host, 'team-suspended');
    await host.context().close();
  }, 90_000);

  /** Records a late queue, some failures, and a day's webhooks. */
  async function recordHistory(): Promise<void> {
    await silent.database.query(`
      INSERT INTO apps.queue_samples (at, oldest_seconds, waiting, failing, failed)
      SELECT date_bin('5 minutes', now(), TIMESTAMPTZ '2026-01-01') - n * interval '5 minutes',
        greatest(0, 900 - abs(n - 100) * 30), 5, n % 7, n % 3
      FROM generate_series(0, 200) n ON CONFLICT DO NOTHING`);
    await silent.database.query(`
      INSERT INTO apps.webhook_hours (hour, delivered, failed)
      SELECT date_trunc('hour', now()) - n * interval '1 hour', 39 + n, CASE n WHEN 0 THEN 1 ELSE n + 4 END
      FROM generate_series(0, 20) n ON CONFLICT (hour) DO UPDATE SET delivered = excluded.delivered, failed = excluded.failed`);
  }

  test('operators retry a failed job', async () => {
    const jobs = () =>
      silent.database.query<{ due: boolean }>(
        `SELECT start_after <= now() AS due FROM pgboss.job WHERE name = 'payments/send-refund'`,
      );
    await silent.database.query(
      `INSERT INTO pgboss.job (name, state, retry_count, output, start_after, data)
       VALUES ('payments/send-refund', 'retry', 7, '{"message": "connect ECONNREFUSED 192.0.2.7:443"}',
         now() + interval '1 hour', '{"refundId": "00000000-0000-7000-8000-000000000000"}')`,
    );
    await recordHistory();
    await page.getByRole('link', { name: 'Health', exact: true }).click();
    await page.getByRole('table', { name: 'Queues', exact: true }).waitFor();
    await page.locator('canvas').nth(2).waitFor();
    await page.getByText('Webhook attempts by hour as a table').click();
    await page.getByRole('table', { name: 'Webhook attempts by hour' }).getByText('97.5%').waitFor();
    await keepPicture(page, 'platform-history', { fullPage: true });
    await expectGoodLooks(page, 'platform-health');
    await page.getByRole('button', { name: '1 failed jobs of payments/send-refund' }).click();
    const dialog = page.getByRole('dialog', { name: 'Failed jobs of payments/send-refund' });
    await dialog.getByText('ECONNREFUSED').waitFor();
    await expectGoodLooks(page, 'platform-failed-jobs');
    expect((await jobs()).filter(({ due }) => due)).toEqual([]);
    await dialog.getByRole('button', { name: 'Run now' }).click();
    await expect.poll(async () => (await jobs()).some(({ due }) => !due)).toBe(false);
  }, 90_000);
});
