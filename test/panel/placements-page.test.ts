import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { ask, installNewApp } from '../support/developer.ts';
import { releaseTheme } from '../support/live-themes.ts';
import { type PageApp, startPageApp } from '../support/page-app.ts';
import { expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { listApp, publishApp } from '../support/public-app.ts';

describe('the pages of app placements and themes', () => {
  let platform: TestPlatform;
  let browser: Browser;
  let page: Page;
  let app: PageApp;
  let troubles: readonly string[];

  beforeAll(async () => {
    [platform, browser, app] = await Promise.all([
      startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1' }),
      openBrowser(),
      startPageApp(),
    ]);
    const entry = (handle: string, name: string) => ({
      handle,
      name,
      target: 'stay.bottom',
      url: `${app.origin}/${handle}`,
    });
    await installNewApp(platform, await demoHost(platform, 'lakeside'), {
      name: 'Guest Voices',
      type: 'injection',
      injections: [entry('reviews', 'Guest reviews'), entry('map', 'Walks nearby')],
    });
    page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
    troubles = watch(page).troubles;
    await page.getByRole('link', { name: 'Site', exact: true }).click();
    await page.getByRole('link', { name: 'Placements', exact: true }).click();
  });
  afterAll(async () => {
    await browser.close();
    await platform.close();
    await app.close();
  });

  const placementOf = (name: string) => page.getByRole('article', { name: new RegExp(`^${name}`) });
  const add = async (name: string) => {
    await page
      .getByLabel('Content', { exact: true })
      .selectOption({ label: `${name}, Guest Voices (Frame)` });
    await page.getByLabel('Place', { exact: true }).selectOption('stay.after_description');
    await page.getByRole('button', { name: 'Add as a draft' }).click();
    await placementOf(name).getByText('Draft', { exact: true }).waitFor();
  };

  test('a placement starts as a draft', async () => {
    await add('Guest reviews');
    await placementOf('Guest reviews').getByText('Stay, after the description').waitFor();
    expect(
      await placementOf('Guest reviews').getByRole('link', { name: 'Preview' }).getAttribute('href'),
    ).toMatch(/^http:\/\/lakeside\.localhost:\d+\/stays\/\d+\?preview=/);
  });

  test('the host publishes a placement', async () => {
    await placementOf('Guest reviews').getByRole('button', { name: 'Publish' }).click();
    await placementOf('Guest reviews').getByText('Published', { exact: true }).waitFor();
  });

  test('the host can change the order of placements at a target', async () => {
    await add('Walks nearby');
    await placementOf('Walks nearby').getByRole('button', { name: 'Move up' }).click();
    await page.getByRole('article').first().and(placementOf('Walks nearby')).waitFor();
    await expectGoodLooks(page, 'Placements');
  });

  test("removing a placement requires the host's confirmation", async () => {
    await placementOf('Walks nearby').getByRole('button', { name: 'Remove' }).click();
    await expectGoodLooks(page, 'Remove a placement');
    await page.getByRole('button', { name: 'Remove placement' }).click();
    await placementOf('Walks nearby').waitFor({ state: 'detached' });
    expect(troubles).toEqual([]);
  });

  test('the host publishes a theme with changed settings, then rolls back', { timeout: 60_000 }, async () => {
    const themes = `
[[settings]]
key = "tagline"
type = "text"
label = "Line under the name"
default = "A house for two"
[[settings]]
key = "accent"
type = "color"
label = "Accent"
group = "Colors"
`;
    const host = await demoHost(platform, 'lakeside');
    await releaseTheme(platform, host, { slug: 'house-for-two', name: 'House for Two', settings: themes });
    await page.getByRole('link', { name: 'Theme', exact: true }).click();
    await page.getByText("Your site has the platform's own layout.").waitFor();
    await page.getByRole('button', { name: 'Add House for Two' }).click();
    const card = (state: string) =>
      page
        .getByRole('article', { name: /^House for Two/ })
        .filter({ has: page.getByText(state, { exact: true }) });
    await card('Added').waitFor();
    await page.getByLabel('Line under the name').fill('Three rooms by the lake');
    await page.getByRole('button', { name: 'Save' }).click();
    await card('Draft').waitFor();
    await expectGoodLooks(page, 'Theme draft');
    await card('Draft')
      .getByRole('button', { name: /^Publish/ })
      .click();
    await card('Published').waitFor();
    await page.getByLabel('Line under the name').fill('Four rooms by the lake');
    await page.getByRole('button', { name: 'Save' }).click();
    await card('Draft')
      .getByRole('button', { name: /^Publish/ })
      .click();
    await card('Previous').waitFor();
    await expectGoodLooks(page, 'Theme published');
    await card('Published').getByRole('button', { name: 'Roll back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await card('Published')
      .getByRole('button', { name: /^(Settings|Roll)/ })
      .first()
      .waitFor();
    expect(troubles).toEqual([]);
  });

  test('an operator approves a public theme', async () => {
    const host = await demoHost(platform, 'lakeside');
    const listed = { slug: 'mill-theme', name: 'The Mill', distribution: 'public' } as const;
    await releaseTheme(platform, host, listed);
    const watched = await openPanel(platform, browser, { who: 'operator', lands: 'App review' });
    const { troubles: theirs } = watch(watched);
    await watched.getByText('layout/theme.liquid').waitFor();
    await expectGoodLooks(watched, 'Theme in review');
    await watched.getByRole('button', { name: 'Approve' }).click();
    await watched.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await watched.getByText('layout/theme.liquid').waitFor({ state: 'detached' });
    expect(theirs).toEqual([]);
    await watched.context().close();
  });

  test('an operator takes an app off all pages', { timeout: 60_000 }, async () => {
    const watched = await openPanel(platform, browser, { who: 'operator', lands: 'App review' });
    const { troubles: theirs } = watch(watched);
    await watched.getByRole('link', { name: 'All placements', exact: true }).click();
    const row = watched.getByRole('row', { name: /Guest Voices.*lakeside\.localhost/ });
    await row.getByText('Published', { exact: true }).waitFor();
    await expectGoodLooks(watched, 'All placements');
    await row.getByRole('button', { name: 'Suspend app Guest Voices' }).click();
    await watched.getByLabel('Reason').fill('It reads what guests type');
    await expectGoodLooks(watched, 'Take an app off all pages');
    await watched.getByRole('dialog').getByRole('button', { name: 'Suspend app' }).click();
    await row.getByText('It reads what guests type').waitFor();
    const off = watched.getByRole('table', { name: 'Suspended apps' });
    await expectGoodLooks(watched, 'Apps off all pages');
    await off.getByRole('button', { name: /^Resume the app/ }).click();
    await watched.getByRole('dialog').getByRole('button', { name: 'Resume app' }).click();
    await off.waitFor({ state: 'detached' });
    await row.getByText('Published', { exact: true }).waitFor();
    expect(theirs).toEqual([]);
    await watched.context().close();
  });

  test("the dialog shown after an install can publish the app's placements", async () => {
    const slug = 'walks-guide';
    await publishApp(platform, {
      slug,
      name: 'Walks Guide',
      type: 'injection',
      injections: [
        {
          handle: 'walks',
          name: 'Walks',
          target: 'stay.bottom',
          url: `${app.origin}/walks`,
          auto_place: true,
        },
      ],
    });
    await listApp(platform, slug);
    await page.goto(`/panel/store/${slug}`);
    await page.getByRole('button', { name: 'Install' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Install' }).click();
    await page.getByRole('link', { name: 'Preview Walks' }).waitFor();
    await expectGoodLooks(page, 'Placements of an installed app');
    await page.getByRole('button', { name: 'Publish Walks' }).click();
    await page.getByText('Published', { exact: true }).waitFor();
    expect(troubles).toEqual([]);
  });

  test('installing an app in the developer role loads no placements in the panel', async () => {
    const owner = await demoHost(platform, 'lakeside');
    const { slug } = await installNewApp(platform, owner, { name: 'Plain' });
    const uninstall = 'mutation ($slug: String!) { appUninstall(slug: $slug) { userErrors { code } } }';
    await ask(platform, owner.host, uninstall, { slug });
    const role = (named: string) =>
      platform.database.query(
        'UPDATE apps.memberships SET role = $1 WHERE account_id = $2 AND team_id = $3',
        [named, owner.host.accountId, owner.teamId],
      );
    await role('developer');
    try {
      await page.goto(`/panel/developer/${slug}`);
      const asked: string[] = [];
      page.on('request', (request) => void asked.push(request.postData() ?? ''));
      await page.getByRole('button', { name: 'Install', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Install', exact: true }).click();
      await page.getByLabel('runtime token', { exact: true }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(asked.some((body) => body.includes('ownAppInstall'))).toBe(true);
      expect(asked.filter((body) => body.includes('placementStorefronts'))).toEqual([]);
    } finally {
      await role('owner');
    }
  });
});
