import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { BROWSER_PATH, openBrowser, type Watched, watch } from '../support/browser.ts';
import { ask, type Developer } from '../support/developer.ts';
import { buildSdk, type ExampleApp, openExample } from '../support/example-app.ts';
import { openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { createTask, designate } from '../support/task-world.ts';

// interface.md "Embedded app page", with the example's page in the real panel. A token lives for less than the bridge wants
// left, so every call of the page needs a fresh one from the panel.

describe.skipIf(BROWSER_PATH === null)('the board of the cleaning app in the host panel', () => {
  let platform: TestPlatform;
  let app: ExampleApp;
  let browser: Browser;
  let host: Developer;
  let page: Page;
  let watched: Watched;
  let taskId = '';

  beforeAll(async () => {
    [platform, browser] = await Promise.all([
      startPlatform({ SESSION_JWT_TTL: 'PT20S' }),
      openBrowser(),
      buildSdk(),
    ]);
    app = await openExample(platform, { folder: 'cleaning-app', account: 'host', team: 'lakeside' });
    host = await demoHost(platform, 'lakeside');
    await app.take(0);
    await app.start();
    await designate(platform, host, app.slug);
    const [property] = await platform.database.query<{ id: number }>(
      `SELECT p.id FROM catalog.property p JOIN catalog.storefront s ON s.id = p.storefront_id
       WHERE s.team_id = $1 ORDER BY p.id LIMIT 1`,
      [host.teamId],
    );
    taskId = await createTask(platform, { developer: host, propertyId: String(property?.id) });
    for (const webhook of await app.take()) await app.hand(webhook);
    page = await openPanel(platform, browser, {
      watching: (opened) => {
        watched = watch(opened);
      },
    });
  });
  afterAll(async () => {
    await browser.close();
    await app.remove();
    await platform.close();
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

  test('shows the jobs of the team, and starts and finishes one', async () => {
    await page.getByRole('link', { name: 'Cleaning Crew' }).click();
    const frame = await boardFrame();
    await frame.getByRole('button', { name: `Start task ${taskId}` }).click();
    await frame.getByRole('button', { name: `Finish task ${taskId}` }).waitFor();
    expect(await statusOf()).toBe('IN_PROGRESS');
    await frame.getByRole('button', { name: `Finish task ${taskId}` }).click();
    await frame.getByRole('cell', { name: 'COMPLETED' }).waitFor();
    expect(await statusOf()).toBe('COMPLETED');
    const refreshed = watched.requests.filter((url) => url.endsWith(`/panel/apps/${app.slug}/session`));
    expect(refreshed.length).toBeGreaterThan(1);
    expect(watched.troubles).toEqual([]);
  });

  test('offers a reload where its token is no good, and comes back with a fresh one of the panel', async () => {
    const frame = await boardFrame();
    await frame.goto(`${app.origin}/board?session=no.good.token`);
    await frame.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await frame.getByRole('button', { name: 'Reload' }).click();
    await frame.getByRole('heading', { name: 'Cleanings' }).waitFor();
    await frame.getByRole('cell', { name: 'COMPLETED' }).waitFor();
  });

  test.each([
    ['of another origin', () => 'https://elsewhere.example'],
    ['of the origin it waits for, but not of the window around it', () => app.origin],
  ])('takes no token from a message %s', async (_what, originOf) => {
    const frame = await boardFrame();
    const panelOrigin = JSON.stringify(originOf());
    const taken = await frame.evaluate(`(async () => {
      const { connectToPanel } = await import('/platform.js');
      const panel = connectToPanel({ panelOrigin: ${panelOrigin}, token: null, timeoutMs: 300 });
      const asked = panel.refresh().catch((error) => error.message);
      postMessage({ type: 'platform:token', token: 'forged' }, '*');
      return asked;
    })()`);
    expect(taken).toBe(`The panel at ${originOf()} gave no token within 300 ms.`);
  });
});
