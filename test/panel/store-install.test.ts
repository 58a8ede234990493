import { glob, readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, watch } from '../support/browser.ts';
import { exchange, isAlive } from '../support/oauth.ts';
import { expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { newStoreApp, type StoreApp } from '../support/store-app.ts';

// docs/interface/oauth.md#codes-from-the-store in a browser.

const CALLBACK = 'https://crew.example.com/oauth/callback?tenant=a%20b';

const SECRETS = /platform_app_|platform_secret_|whsec_/;

describe('an install from the store in the panel', () => {
  let platform: TestPlatform;
  let browser: Browser;
  let page: Page;
  let app: StoreApp;
  let troubles: readonly string[];
  /** Bodies of the panel's requests and responses. */
  const transferred: string[] = [];

  beforeAll(async () => {
    [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
    app = await newStoreApp(platform, { oauth: { redirect_uris: [CALLBACK] } }, { billing: 'platform' });
    page = await openPanel(platform, browser);
    troubles = watch(page).troubles;
    page.on('response', async (response) => {
      if (!response.url().startsWith(platform.address)) return;
      transferred.push(response.request().postData() ?? '', await response.text().catch(() => ''));
    });
  });
  afterAll(async () => {
    await browser.close();
    await platform.close();
  });

  const install = async () => {
    await page.getByRole('button', { name: 'Install', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Install', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  test("a host continues from the store to a paid app's site, which gets its token with the code", async () => {
    await page.goto(`/panel/store/${app.slug}`);
    await install();
    const link = page.getByRole('link', { name: 'Continue to Crew Store' });
    await link.waitFor();
    await page.getByText('Continue to crew.example.com to finish connecting it.').waitFor();
    await expectGoodLooks(page, 'An app of the store that continues on its site');
    expect(await page.content()).not.toMatch(SECRETS);

    const opened: { url: string; referer: string | undefined }[] = [];
    await page.route('https://crew.example.com/**', (route) => {
      opened.push({ url: route.request().url(), referer: route.request().headers()['referer'] });
      return route.fulfill({ contentType: 'text/html', body: '<h1>Connected</h1>' });
    });
    await link.click();
    await page.getByRole('heading', { name: 'Connected' }).waitFor();
    const [{ url, referer } = { url: '', referer: 'none' }] = opened;
    expect(referer).toBeUndefined();
    expect(url.startsWith(`${CALLBACK}&code=platform_store_`)).toBe(true);
    const query = new URL(url).searchParams;
    expect([...query.keys()]).toEqual(['tenant', 'code', 'iss']);
    expect(query.get('iss')).toBe(platform.address);
    const { status, json } = await exchange(platform, app, {
      code: query.get('code'),
      redirect_uri: CALLBACK,
    });
    expect(status).toBe(200);
    expect(await isAlive(platform, json.access_token)).toBe(true);
  });

  test("a host whose app missed its code connects it again from the app's page", async () => {
    await page.goto(`/panel/installed/${app.slug}`);
    await page.getByRole('button', { name: 'Connect again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect Crew Store again?' });
    await dialog.getByText('continue to crew.example.com').waitFor();
    await expectGoodLooks(page, "An app's page that asks before it connects the app again");
    const request = page.waitForRequest('https://crew.example.com/**');
    await dialog.getByRole('button', { name: 'Continue to Crew Store' }).click();
    const url = (await request).url();
    await page.getByRole('heading', { name: 'Connected' }).waitFor();
    expect((await request).headers()['referer']).toBeUndefined();
    expect(url.startsWith(`${CALLBACK}&code=platform_store_`)).toBe(true);
    const code = new URL(url).searchParams.get('code');
    const { status, json } = await exchange(platform, app, { code, redirect_uri: CALLBACK });
    expect([status, await isAlive(platform, json.access_token)]).toEqual([200, true]);
  });

  test("an app without a redirect URI continues on the installed app's page", async () => {
    const plain = await newStoreApp(platform, { oauth: { redirect_uris: [] } });
    await page.goto(`/panel/store/${plain.slug}`);
    await install();
    await page.getByRole('status').getByText('Crew Store is installed').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/panel/installed/${plain.slug}`);
    expect(await page.getByRole('button', { name: 'Connect again' }).count()).toBe(0);
    await expectGoodLooks(page, 'An app that was just installed');
    expect(await page.content()).not.toMatch(SECRETS);
  });

  test("a store app's secrets are in no page and in no response of the panel", async () => {
    for (const path of ['installed', 'store', 'apps']) {
      await page.goto(`/panel/${path}/${app.slug}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.content(), path).not.toMatch(SECRETS);
    }
    expect(transferred.some((body) => body.includes('storeAppInstall'))).toBe(true);
    expect(transferred.filter((body) => SECRETS.test(body))).toEqual([]);
    expect(troubles).toEqual([]);
  });

  test("only the developer's operations in the panel request an app's secrets", async () => {
    const asking: string[] = [];
    for await (const file of glob('panel/**/*.graphql', { exclude: ['**/node_modules/**'] })) {
      const text = await readFile(file, 'utf8');
      if (/\b(?:webhookSecret|clientSecret)\b|appInstall\([^{]*\{\s*token/.test(text)) asking.push(file);
    }
    expect(asking).toEqual(['panel/features/developer/developer.graphql']);
  });
});
