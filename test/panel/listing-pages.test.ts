import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { publishListing } from '../support/listings.ts';
import { authorizeUrl, demoAccount, REDIRECT_URI } from '../support/oauth.ts';
import { expectGoodGuestPage, expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { publishApp } from '../support/public-app.ts';

// Listings in the panel, in the store and on the consent page (docs/interface/listings.md), with pictures
// from the example apps.

const ART = 'examples/cleaning-app/listing';

const DESCRIPTION = `Your crew knows what to clean, **where and by when**.

- Every check-out becomes a task for the nearest free cleaner
- Properties are guest-ready once linen and cleaning are done`;

/** Text from an attacker who wants scripts, pictures or forms on hosts' pages. */
const ATTACK = `## <img src=x onerror="window.owned=1">

<script>window.owned = 1</script> <iframe src="https://evil.example.com"></iframe> <form action="https://evil.example.com">

[Click](javascript:window.owned=1) [Look](data:text/html,<script>window.owned=1</script>) ![pixel](https://evil.example.com/p.png)

[Help](https://crew.example.com/help)`;

describe('listings', () => {
  let platform: TestPlatform;
  let browser: Browser;
  beforeAll(async () => {
    [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
    await publishApp(platform, {
      slug: 'cleaning-crew',
      name: 'Cleaning Crew',
      scopes: ['read_tasks', 'write_tasks'],
      oauth: { redirect_uris: [REDIRECT_URI] },
    });
  });
  afterAll(async () => {
    await browser.close();
    await platform.close();
  });

  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
  };

  test('a developer writes and submits a listing', { timeout: 90_000 }, async () => {
    const page = await openPanel(platform, browser, { who: 'developer' });
    await page.goto('/panel/developer/cleaning-crew');
    await page.getByRole('link', { name: 'Edit the listing' }).click();
    await page.getByText('Describe in one line what the app does.').waitFor();
    await page.getByLabel('Tagline').fill('Cleanings assigned to your crew at every check-out');
    await page.getByLabel('Description').fill(DESCRIPTION);
    await page.getByLabel('Upload an icon').setInputFiles(`${ART}/icon.png`);
    await page.getByRole('img', { name: 'Icon' }).waitFor();
    await page.getByLabel('Add a picture').setInputFiles(`${ART}/board.png`);
    await page.getByLabel('What picture 1 shows').waitFor();
    await page.getByLabel('Add a picture').setInputFiles(`${ART}/turnover.png`);
    await page.getByLabel('What picture 2 shows').fill('From check-out to guest-ready');
    await page.getByLabel('Support by email').fill('help@crew.example.com');
    await page.getByLabel('Privacy policy').fill('http://crew.example.com/privacy');
    await page.getByLabel('Terms').fill('https://crew.example.com/terms');
    for (const [label, option] of [
      ['Categories', 'Cleaning'],
      ['Languages', 'English'],
    ] as const) {
      await page.getByRole('combobox', { name: label }).click({ force: true }); // its frame takes the click
      await page.getByRole('option', { name: option, exact: true }).click();
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText("This isn't an https address").first().waitFor();
    await page.getByLabel('What picture 1 shows').fill('The board with the tasks of today');
    await page.getByLabel('Privacy policy').fill('https://crew.example.com/privacy');
    await save(page);
    await page.evaluate('scrollTo(0, 0)');
    await expectGoodLooks(page, 'listing');
    await page.getByRole('button', { name: 'Submit for review' }).click();
    await page.getByText('An operator is reviewing the draft').waitFor();
    await page.context().close();
  });

  test('an operator compares and approves a listing', { timeout: 60_000 }, async () => {
    const page = await openPanel(platform, browser, { who: 'operator', lands: 'App review' });
    await page.getByRole('heading', { name: 'Listing of Cleaning Crew' }).waitFor();
    await page
      .getByRole('table', { name: 'Changes' })
      .getByText('https://crew.example.com/privacy')
      .waitFor();
    await expectGoodLooks(page, 'listing-review');
    await page.getByRole('button', { name: 'Approve the listing' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Nothing to review').waitFor();
    await page.getByRole('link', { name: 'Published listings' }).click();
    const published = page.getByRole('table', { name: 'Published listings' });
    await published.getByText('Cleaning Crew').waitFor();
    await expectGoodLooks(page, 'published-listings');
    await page.context().close();
  });

  test('a host finds a listing in the store by category', { timeout: 90_000 }, async () => {
    const page = await openPanel(platform, browser);
    await page.goto('/panel/store');
    await page.getByLabel('Category').selectOption('Payments');
    await page.getByText('No results').waitFor();
    await page.getByLabel('Category').selectOption('Cleaning');
    await page.getByText('Cleanings assigned to your crew').waitFor();
    await expectGoodLooks(page, 'store-listed');
    await page.getByRole('link', { name: 'Cleaning Crew' }).click();
    await page.getByRole('img', { name: 'The board with the tasks of today' }).waitFor();
    await page.getByRole('link', { name: 'help@crew.example.com' }).waitFor();
    await expectGoodLooks(page, 'store-app-listed');
    await page.context().close();
  });

  test("a developer's Markdown produces only text and links", async () => {
    await publishApp(platform, { slug: 'evil', name: 'Evil', scopes: ['read_tasks'] });
    await publishListing(platform, 'evil', { description: ATTACK, changelog: ATTACK });
    const page = await openPanel(platform, browser);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/panel/store/evil');
    await page.getByRole('heading', { name: "What's new" }).waitFor();
    await page.getByText('<script>window.owned = 1</script>').first().waitFor();
    const inside = page.locator('main');
    expect(await inside.locator('script, iframe, form, [onerror], img[src="x"]').count()).toBe(0);
    const links = await inside
      .locator('a')
      .evaluateAll((all) => all.map((a) => [a.getAttribute('href'), a.getAttribute('rel')]));
    expect(links.filter(([href]) => !/^(\/|https:|mailto:)/.test(href ?? ''))).toEqual([]);
    expect(links).toContainEqual(['https://crew.example.com/help', 'nofollow noopener noreferrer']);
    expect(await page.evaluate('window.owned')).toBeUndefined();
    expect(asked.filter((url) => !url.startsWith(platform.address))).toEqual([]);
    await page.context().close();
  });

  test("the consent page shows the developer's published listing", async () => {
    await platform.database.query(
      `UPDATE apps.listings l SET published = l.published || '{"tagline": "<b>Safe</b> & sound"}' FROM apps.apps a
       WHERE a.id = l.app_id AND a.slug = 'cleaning-crew'`,
    );
    const [app] = await platform.database.query<{ client_id: string }>(
      `SELECT client_id FROM apps.apps WHERE slug = 'cleaning-crew'`,
    );
    const context = await browser.newContext({ baseURL: platform.address, javaScriptEnabled: true });
    const page = await context.newPage();
    await page.goto(authorizeUrl({ clientId: app?.client_id ?? '' }));
    const { email, password } = demoAccount(platform, 'host');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('<b>Safe</b> & sound').waitFor();
    const width = () => page.evaluate("document.querySelector('.app img').naturalWidth");
    await expect.poll(width).toBe(128);
    expect(await page.getByRole('link', { name: 'Support' }).getAttribute('href')).toBe(
      'mailto:help@crew.example.com',
    );
    expect(await page.getByRole('link', { name: 'Privacy policy' }).getAttribute('rel')).toContain(
      'nofollow',
    );
    await expectGoodGuestPage(page, 'consent-listed');
    await context.close();
  });
});
