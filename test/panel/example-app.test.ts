import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { openBrowser, type Watched, watch } from '../support/browser.ts';
import { ask, type Developer } from '../support/developer.ts';
import { buildSdk, type ExampleApp, openExample } from '../support/example-app.ts';
import { demoAccount } from '../support/oauth.ts';
import { keepPicture, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { createTask, designate } from '../support/task-world.ts';

// docs/interface/oauth.md#flow: the example app in a host's browser.

/** The example's redirect URI points here, so the browser finds its server. */
const SITE = 'https://crew.example.com';

describe('the cleaning app of examples/', () => {
  let platform: TestPlatform;
  let browser: Browser;
  let crew: ExampleApp;

  beforeAll(async () => {
    // Shorter than the bridge's minimum lifetime, so the board requests a token from the panel before every
    // call.
    const settings = { SESSION_JWT_TTL: 'PT20S' };
    [platform, browser] = await Promise.all([startPlatform(settings), openBrowser(), buildSdk()]);
    crew = await openExample(platform, { folder: 'cleaning-app', account: 'host', team: 'lakeside' });
  });
  afterAll(async () => {
    await Promise.all([browser.close(), crew.remove()]);
    await platform.close();
  });

  test("a host connects the cleaning app from a link on the app's own site", async () => {
    await crew.start({ APP_URL: SITE, PLATFORM_RUNTIME_TOKEN: '' });
    const context = await browser.newContext({ javaScriptEnabled: false });
    await context.route(`${SITE}/**`, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      await route.fulfill({
        response: await route.fetch({ url: `${crew.origin}${pathname}${search}`, maxRedirects: 0 }),
      });
    });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(SITE);
    await page.getByRole('link', { name: 'Connect your team' }).click();
    const { email, password } = demoAccount(platform, 'host');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('radio', { name: 'Harbour House' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('See your tasks', { exact: true }).waitFor();
    // Redirect targets get no response here: another page requests them.
    const connected = page.waitForRequest(`${SITE}/**`);
    await page.getByRole('button', { name: 'Allow' }).click();
    const callback = (await connected).url();
    await page.close();
    const back = await context.newPage();
    await back.goto(callback);
    // The app gets the team's slug from its first call with the new token.
    await back.getByText('Connected: the crew works for harbour now.').waitFor();
    await context.close();
    await crew.stop();
  });

  describe('its board in the panel', () => {
    let page: Page;
    let watched: Watched;
    let host: Developer;
    let taskId = '';

    beforeAll(async () => {
      host = await demoHost(platform, 'lakeside');
      await crew.take(0);
      await crew.start();
      await designate(platform, host, crew.slug);
      const [property] = await platform.database.query<{ id: number }>(
        `SELECT p.id FROM catalog.property p JOIN catalog.storefront s ON s.id = p.storefront_id
         WHERE s.team_id = $1 ORDER BY p.id LIMIT 1`,
        [host.teamId],
      );
      taskId = await createTask(platform, { developer: host, propertyId: String(property?.id) });
      for (const webhook of await crew.take()) await crew.hand(webhook);
      page = await openPanel(platform, browser, {
        watching: (opened) => {
          watched = watch(opened);
        },
      });
    });

    async function boardFrame(): Promise<Frame> {
      const iframe = await page.locator('iframe[title="Cleaning Crew"]').elementHandle();
      const frame = await iframe?.contentFrame();
      if (!frame) throw new Error('The panel shows no frame.');
      return frame;
    }

    const statusOf = async () => {
      const { task } = await ask<{ task: { canonicalStatus: string } }>(
        platform,
        host.host,
        'query($id: ID!) { task(id: $id) { canonicalStatus } }',
        { id: taskId },
      );
      return task.canonicalStatus;
    };

    test("the cleaning app's board starts and finishes a job", async () => {
      await page.getByRole('link', { name: 'Cleaning Crew' }).click();
      const frame = await boardFrame();
      await frame.getByRole('button', { name: `Start task ${taskId}` }).click();
      await frame.getByRole('button', { name: `Finish task ${taskId}` }).waitFor();
      expect(await statusOf()).toBe('IN_PROGRESS');
      await frame.getByRole('button', { name: `Finish task ${taskId}` }).click();
      await frame.getByRole('cell', { name: 'COMPLETED' }).waitFor();
      expect(await statusOf()).toBe('COMPLETED');
      const refreshed = watched.requests.filter((url) => url.endsWith(`/panel/apps/${crew.slug}/session`));
      expect(refreshed.length).toBeGreaterThan(1);
      await keepPicture(page, 'example-board');
      expect(watched.troubles).toEqual([]);
    });

    test("the cleaning app's board offers to reload if its token is invalid", async () => {
      const frame = await boardFrame();
      await frame.goto(`${crew.origin}/board?session=no.good.token`);
      await frame.getByRole('heading', { name: 'Your session has ended' }).waitFor();
      await frame.getByRole('button', { name: 'Reload' }).click();
      await frame.getByRole('heading', { name: 'Jobs' }).waitFor();
      await frame.getByRole('cell', { name: 'COMPLETED' }).waitFor();
    });

    test.each([
      ['of another origin', () => 'https://elsewhere.example'],
      ['of the origin it waits for, but not of the window around it', () => crew.origin],
    ])("the cleaning app's board accepts no token from a message %s", async (_what, originOf) => {
      const frame = await boardFrame();
      const panelOrigin = JSON.stringify(originOf());
      const taken = await frame.evaluate(`(async () => {
      const { connectToPanel } = await import('/platform.js');
      const panel = connectToPanel({ panelOrigin: ${panelOrigin}, token: null, timeoutMs: 300 });
      const asked = panel.refresh().catch((error) => error.message);
      postMessage({ type: 'platform:token', token: 'forged' }, '*');
      return asked;
    })()`);
      expect(taken).toBe(`The panel at ${originOf()} sent no token within 300 ms.`);
    });
  });
});
