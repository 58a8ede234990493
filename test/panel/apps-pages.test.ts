import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countAttempts, setInstalled } from '../support/app-health.ts';
import { demoHost } from '../support/app-world.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { ask } from '../support/developer.ts';
import { expectGoodLooks, keepPicture, openPanel, seriousFindings } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { listApp, publishApp, pushApp } from '../support/public-app.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

// Issue "host panel": installed apps, app store, developer, operator; the tasks of a host, a developer and an
// operator there.

const PHONE = { width: 360, height: 740 };

describe('apps in the panel', () => {
  let platform: TestPlatform;
  let browser: Browser;
  let receiver: Receiver;

  beforeAll(async () => {
    [platform, browser, receiver] = await Promise.all([startPlatform(), openBrowser(), startReceiver()]);
    const shelf = { webhook_url: receiver.url, webhooks: ['app.installed', 'app.scopes_changed'] };
    await publishApp(platform, {
      slug: 'guest-notes',
      name: 'Guest Notes',
      scopes: ['read_bookings'],
      ...shelf,
    });
    await publishApp(platform, { slug: 'price-pilot', name: 'Price Pilot', scopes: ['read_rates'] });
    for (const slug of ['guest-notes', 'price-pilot']) await listApp(platform, slug);
  });
  afterAll(async () => {
    await browser.close();
    await receiver.close();
    await platform.close();
  });

  /** Clicks through a confirmation. */
  async function confirm(page: Page, button: string, answer: string): Promise<void> {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  async function looksGood(page: Page, name: string): Promise<void> {
    expect(await seriousFindings(page), name).toEqual([]);
    await keepPicture(page, name);
    const desk = page.viewportSize() ?? PHONE;
    await page.setViewportSize(PHONE);
    // The navigation slides away.
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth'), { message: name })
      .toBe(PHONE.width);
    await keepPicture(page, `${name}-phone`);
    await page.setViewportSize(desk);
  }

  test('a host installs an app from the store', async () => {
    const page = await openPanel(platform, browser);
    const { troubles } = watch(page);
    await page.getByRole('link', { name: 'Apps', exact: true }).click();
    await page.getByRole('link', { name: 'App store', exact: true }).click();
    await page.getByRole('searchbox').fill('guest');
    await page.getByRole('link', { name: 'Price Pilot' }).waitFor({ state: 'detached' });
    await looksGood(page, 'store');
    await page.getByRole('link', { name: 'Guest Notes' }).click();
    await page.getByText('See your bookings').waitFor();
    await looksGood(page, 'store-app');
    await confirm(page, 'Install', 'Install');
    await page.getByRole('status').getByText('Guest Notes is installed').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Guest Notes' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/panel/installed/guest-notes');
    await looksGood(page, 'installed-app-new');

    await publishApp(platform, {
      slug: 'guest-notes',
      name: 'Guest Notes',
      scopes: ['read_bookings', 'write_conversations'],
      capabilities: ['register_task_types'],
      task_types: [{ key: 'linen', name: 'Linen delivery', description: 'Clean sheets', provider: 'host' }],
      webhook_url: receiver.url,
      webhooks: ['app.installed', 'app.scopes_changed'],
    });
    await platform.database.query(
      `INSERT INTO apps.deliveries (install_id, event_id, topic, resource_key, body, status, created_at)
       SELECT i.id, gen_random_uuid(), 'app.scopes_changed', 'install:' || i.id, '{}', 'delivered', now()
       FROM apps.installs i JOIN apps.apps a ON a.id = i.app_id, generate_series(1, 20)
       WHERE a.slug = 'guest-notes'`,
    );
    await page.getByRole('link', { name: 'Apps', exact: true }).click();
    await page.getByText('Requests more').waitFor();
    await looksGood(page, 'installed');
    await page.getByRole('link', { name: 'Guest Notes' }).click();
    await looksGood(page, 'installed-app');
    await page.getByText('Linen delivery').waitFor();
    await page.getByText('Clean sheets.').waitFor();
    await confirm(page, 'Review and allow', 'Allow');
    await page.getByText('Guest Notes requests more permissions').waitFor({ state: 'detached' });
    const { host } = await demoHost(platform, 'lakeside');
    const { install } = await ask<{ install: unknown }>(
      platform,
      host,
      '{ install(slug: "guest-notes") { scopes } }',
    );
    expect(install).toEqual({ scopes: ['read_bookings', 'write_conversations'] });

    await page
      .getByRole('navigation', { name: 'Pages of deliveries' })
      .getByRole('button', { name: 'Next' })
      .click();
    await page.getByRole('button', { name: /^View app.installed/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Delivery' });
    expect(await dialog.getByLabel('Body').textContent()).toContain('"topic": "app.installed"');
    await dialog.getByText('Delivered', { exact: true }).waitFor();
    await looksGood(page, 'delivery');
    const before = receiver.received.length;
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await page
      .getByRole('dialog', { name: 'Send this again?' })
      .getByRole('button', { name: 'Send again' })
      .click();
    await expect.poll(() => receiver.received.length).toBe(before + 1);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await confirm(page, 'Uninstall', 'Uninstall');
    await page.getByText('No apps yet').waitFor();
    expect(troubles).toEqual([]);
    await page.context().close();
  });

  test('a developer releases a version', async () => {
    const tool = { slug: 'crew-tool', capabilities: ['act_as_assignment_provider'] };
    await pushApp(platform, { ...tool, name: 'Crew Tool', distribution: 'private' });
    await pushApp(platform, { ...tool, scopes: ['read_tasks'] }, { release: false });
    const page = await openPanel(platform, browser, { who: 'developer', colorScheme: 'dark' });
    await page.getByRole('link', { name: 'Your apps' }).click();
    await looksGood(page, 'developer');
    await page.getByRole('link', { name: 'Crew Tool' }).click();
    await confirm(page, 'Release', 'Release');
    await page.getByRole('row').filter({ hasText: 'Live' }).filter({ hasText: 'Requests more' }).waitFor();
    await confirm(page, 'Rotate', 'Rotate');
    expect(await page.getByLabel('client secret', { exact: true }).textContent()).toMatch(
      /^platform_secret_/,
    );
    await looksGood(page, 'developer-app');
    await page.getByRole('button', { name: "I've saved it" }).click();
    await page.getByLabel('client secret', { exact: true }).waitFor({ state: 'detached' });
    await confirm(page, 'Install', 'Install');
    expect(await page.getByLabel('runtime token', { exact: true }).textContent()).toMatch(/^platform_app_/);
    await page.getByRole('row', { name: /^Developer Team/ }).waitFor();
    await page.getByRole('link', { name: 'Automation' }).click();
    await page.getByLabel('Assigned by').first().selectOption('Crew Tool');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Saved.').waitFor();
    await page.context().close();
  });

  test('a developer sees how an app does at other teams', async () => {
    const slug = 'pulse';
    await publishApp(platform, { slug, name: 'Pulse', scopes: ['read_tasks'], webhook_url: receiver.url });
    const page = await openPanel(platform, browser, { who: 'developer' });
    const { troubles } = watch(page);
    await page.goto(`/panel/developer/${slug}`);
    await page.getByText('None in the last 7 days').waitFor();
    await page.getByText('No failing webhooks').waitFor();
    const installs = [
      await setInstalled(platform, slug),
      await setInstalled(platform, slug, { team: 'alpine' }),
    ];
    await platform.database.query(
      `UPDATE apps.installs SET installed_at = installed_at - interval '40 days' WHERE id = $1`,
      [installs[0]],
    );
    for (const install of installs) {
      const hours = Array.from({ length: 168 }, (_, hoursAgo) => ({
        hoursAgo,
        delivered: 20 + ((hoursAgo * 7) % 23),
        failed: hoursAgo < 6 ? 9 - hoursAgo : 0,
        latencyMsSum: (20 + ((hoursAgo * 7) % 23)) * (80 + ((hoursAgo * 13) % 61)),
      }));
      await countAttempts(platform, install, hours);
      await platform.database.query(
        `INSERT INTO apps.deliveries (install_id, event_id, topic, resource_key, body, status, attempts, sent_at,
           last_status_code, last_error, created_at)
         SELECT $1, gen_random_uuid(), topic, 'task:1', '{}', status, 3, now() + interval '1 second', code, error, now()
         FROM (VALUES ('task.created', 'failed', 500, NULL),
           ('task.status_changed', 'failed', NULL, 'No complete response arrived within 10000 ms.'))
           AS failing (topic, status, code, error)`,
        [install],
      );
    }
    await platform.database.query(`UPDATE apps.installs SET scopes = '{}' WHERE id = $1`, [installs[1]]);
    await page.reload();
    await page.getByText('99.3% of 10,496 attempts accepted in the last 7 days').waitFor();
    await page.getByText('2 teams (90 days ago: 0)').waitFor();
    await page.getByRole('img', { name: 'Failed attempts by hour in the last 7 days: 78' }).waitFor();
    const failing = page.getByRole('table', { name: 'Failing webhooks' });
    await failing.getByRole('row').filter({ hasText: 'alpine' }).filter({ hasText: 'HTTP 500' }).waitFor();
    expect(await failing.getByRole('row').count()).toBe(5);
    await page.getByText('1 install lacks permissions that its version requests.').waitFor();
    const lacking = page.getByRole('table', { name: 'Missing permissions' });
    await lacking.getByRole('row').filter({ hasText: 'alpine' }).filter({ hasText: 'read_tasks' }).waitFor();
    expect(await lacking.getByRole('row').count()).toBe(2);
    await expectGoodLooks(page, 'developer-health');
    await page.getByText('Attempts by hour as a table').click();
    await page.getByText('Installs by day as a table').click();
    const hours = page.getByRole('table', { name: 'Attempts by hour' });
    expect(await hours.getByRole('row').count()).toBe(169);
    const days = page.getByRole('table', { name: 'Days with a changed number of installs' });
    expect(await days.getByRole('row').count()).toBe(4);
    expect(await seriousFindings(page)).toEqual([]);
    expect(troubles).toEqual([]);
    await page.context().close();
  });

  test('an operator rejects a version with a reason', async () => {
    const slug = 'night-audit';
    const app = { slug, name: 'Night Audit', distribution: 'public', scopes: ['read_bookings'] };
    const batteries = { key: 'batteries', name: 'Change batteries', provider: 'host' };
    await pushApp(platform, {
      ...app,
      capabilities: ['register_task_types'],
      task_types: [batteries],
    });
    const page = await openPanel(platform, browser, { who: 'operator', lands: 'App review' });
    await page.getByText('See your bookings').waitFor();
    await page.getByText('First version: nothing is live yet').waitFor();
    expect(await page.getByText('Compared with the live version').count()).toBe(0);
    const changes = page.getByRole('table', { name: 'Changes' });
    await changes.getByText('Change batteries').waitFor();
    await looksGood(page, 'review');
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByLabel('Reason').fill('Say what you need bookings for.');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Nothing to review').waitFor();
    const { viewer } = await demoHost(platform, 'devteam');
    const read = () =>
      ask<{ app: unknown }>(
        platform,
        viewer,
        `query ($slug: String!) { app(slug: $slug) {
          liveVersion versions { nodes { status rejectionReason } } } }`,
        { slug },
      );
    expect((await read()).app).toEqual({
      liveVersion: null,
      versions: { nodes: [{ status: 'rejected', rejectionReason: 'Say what you need bookings for.' }] },
    });
    await pushApp(platform, app);
    await page.reload(); // sooner than it refreshes automatically
    await confirm(page, 'Approve', 'Approve');
    await page.getByText('Nothing to review').waitFor();
    expect((await read()).app).toMatchObject({ liveVersion: expect.any(String) });
    await page.context().close();
  });
});
