import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { expectKeyboard } from '../support/keyboard.ts';
import {
  authorizeUrl,
  demoAccount,
  exchange,
  newOauthApp,
  type OauthApp,
  REDIRECT_URI,
} from '../support/oauth.ts';
import { keepPicture } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core');
const OPTIONS = ['Linen', 'Windows'].map((label) => ({ label, value: label.toLowerCase() }));
const SETTINGS = [
  {
    key: 'account',
    type: 'text',
    label: 'Account number',
    help: 'On your contract, like CH-12.',
    required: true,
    pattern: '[A-Z]{2}-\\d+',
    group: 'Your account',
  },
  { key: 'api_key', type: 'secret', label: 'Interface key', group: 'Your account' },
  { key: 'house', type: 'property', label: 'House', group: 'What is sent' },
  { key: 'work', type: 'multiselect', label: 'Work', options: OPTIONS, group: 'What is sent' },
  { key: 'weekly', type: 'boolean', label: 'Every week', group: 'What is sent' },
  {
    key: 'note',
    type: 'textarea',
    label: 'Note',
    show_if: { key: 'weekly', equals: 'true' },
    group: 'What is sent',
  },
];

const PHONE = { width: 360, height: 740 };

describe('sign-in and consent in a browser', () => {
  let platform: TestPlatform;
  let browser: Browser;
  let app: OauthApp;

  beforeAll(async () => {
    platform = await startPlatform();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await platform.close();
  });

  /** Opens a new app's request signed out; the app itself returns no response. */
  async function arrive(options: BrowserContextOptions): Promise<Page> {
    app = await newOauthApp(platform, {
      capabilities: ['act_as_assignment_provider'],
      settings: SETTINGS,
    });
    const context = await browser.newContext({ baseURL: platform.address, ...options });
    const page = await context.newPage();
    await page.goto(authorizeUrl(app));
    return page;
  }

  async function signIn(page: Page): Promise<void> {
    const { email, password } = demoAccount(platform, 'developer');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  async function allowWithout(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Account number is required.').waitFor();
  }

  async function fillIn(page: Page): Promise<void> {
    await page.getByLabel('Account number').fill('CH-12');
    await page.getByLabel('Windows').check();
    await page.getByRole('button', { name: 'Allow' }).click();
  }

  /** Every page on the path, with the action to take on it. */
  const WAY = [
    ['sign-in', signIn],
    ['team picker', (page: Page) => page.getByRole('button', { name: 'Continue' }).click()],
    ['consent', allowWithout],
    ['refused settings', fillIn],
  ] as const;

  test('a host connects an app without JavaScript', async () => {
    const page = await arrive({ javaScriptEnabled: false, viewport: PHONE });
    const connected = page.waitForRequest(`${REDIRECT_URI}?**`);
    for (const [, act] of WAY) await act(page);
    const code = new URL((await connected).url()).searchParams.get('code');
    expect((await exchange(platform, app, { code })).status).toBe(200);
    await page.context().close();
  });

  test.each(['light', 'dark'] as const)(
    'every sign-in and consent page fits a phone in %s mode and passes axe',
    async (colorScheme) => {
      const page = await arrive({ colorScheme, viewport: PHONE, bypassCSP: true });
      const connected = page.waitForRequest(`${REDIRECT_URI}?**`);
      for (const [name, act] of WAY) {
        await page.addScriptTag({ path: AXE });
        const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
        expect([name, violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])]).toEqual([
          name,
          [],
        ]);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect(width).toBeLessThanOrEqual(PHONE.width);
        await keepPicture(page, `${name}-${colorScheme}`, { fullPage: true });
        await expectKeyboard(page, 'html');
        await act(page);
      }
      await connected;
      await page.context().close();
    },
  );
});
