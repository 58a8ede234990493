import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, pathIn, stranger } from '../support/accounts.ts';
import { type BookedStay, bookStay } from '../support/bookings.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { openEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { choose, expectGoodLooks } from '../support/panel.ts';
import { plainPhoto } from '../support/photos.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

// docs/interface/storefronts.md#opening: from an empty database to an agent's paid booking, through clicks
// and a real MCP client.

let database: TestDatabase;
let mailbox: Mailbox;
let platform: TestPlatform;
let browser: Browser;

beforeAll(async () => {
  [database, mailbox] = await Promise.all([openEmptyDatabase(), openMailbox()]);
  const settings = { SEED: 'none', MAIL_URL: mailbox.url };
  [platform, browser] = await Promise.all([startPlatform(settings, database), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await platform.close();
  await mailbox.close();
  await database.drop();
});

/** Sign-up path for a host, and where the story takes pictures. */
interface Way {
  readonly host: string;
  readonly from: string;
  readonly team: string;
  readonly slug: string;
  readonly isLookedAt: boolean;
  /** One per step, plus one for a payment method's checkbox. */
  readonly mostClicks: number;
  /** Creates an account and a team; ends on the first step's page. */
  readonly arrive: (page: Page, team: string) => Promise<void>;
}

const WAYS: readonly Way[] = [
  {
    host: 'the first host',
    from: 'the setup link',
    team: 'Pier Rooms',
    slug: 'pier-rooms',
    isLookedAt: true,
    mostClicks: 8,
    async arrive(page, team) {
      await page.goto(new URL(platform.setupUrl ?? '').pathname);
      await page.getByLabel('Email').fill('fay@example.com');
      await page.getByLabel('Your name').fill('Fay First');
      await page.getByLabel('Team').fill(team);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Create account and team' }).click();
    },
  },
  {
    host: 'a host who signs up',
    from: '/signup',
    team: 'Harbour Rooms',
    slug: 'harbour-rooms',
    // Opens the email's link, as an email program would.
    isLookedAt: false,
    mostClicks: 10,
    async arrive(page, team) {
      const { email, name, password } = stranger();
      await page.goto('/signup');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Your name').fill(name);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.goto(await pathIn(mailbox, email, /^Confirm your/));
      await page.getByRole('button', { name: 'Confirm address' }).click();
      await page.getByLabel('Name').fill(team);
      await page.getByRole('button', { name: 'Create team' }).click();
    },
  },
];

describe.each(WAYS)('$host', ({ from, team, slug, isLookedAt, mostClicks, arrive }) => {
  const domain = `${slug}.localhost`;
  let page: Page;
  let troubles: readonly string[];
  let booked: BookedStay;
  /** Instant at which the host began, and the time that the test has spent inspecting pages since. */
  const clock = { began: 0, looked: 0 };
  let clicks = 0;

  beforeAll(async () => {
    const context = await browser.newContext({
      baseURL: platform.address,
      reducedMotion: 'reduce',
      viewport: { width: 1440, height: 900 },
      timezoneId: 'Europe/Zurich',
    });
    await context.exposeFunction('noteClick', () => {
      clicks += 1;
    });
    // Enter in a list of choices clicks the chosen one too, but isn't a person's click.
    await context.addInitScript(`addEventListener('click', (event) => event.isTrusted && noteClick(), true)`);
    page = await context.newPage();
    page.setDefaultTimeout(10_000);
    troubles = watch(page).troubles;
  });
  afterAll(() => page.context().close());

  const type = async (fields: Readonly<Record<string, string>>) => {
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
  };
  const click = (name: string) => page.getByRole('button', { name }).click();
  const look = async (name: string) => {
    if (!isLookedAt) return;
    const from = performance.now();
    await expectGoodLooks(page, name);
    clock.looked += performance.now() - from;
  };
  const step = (title: string) => page.getByRole('region', { name: title });

  test('the host creates an account and a team', async () => {
    clock.began = performance.now();
    await arrive(page, team);
    await page.getByRole('heading', { level: 1, name: 'Get started' }).waitFor();
    await look('welcome-first-step');
  });

  test("the host opens a storefront at an address derived from the team's name", async () => {
    await page.getByLabel('Address').waitFor();
    expect(await page.getByLabel('Address').inputValue()).toBe(slug);
    await click('Open storefront');
    await step('Open a storefront').getByText(`Done: ${team} at ${domain}`).waitFor();
  });

  test("the host adds a property in the browser's time zone", async () => {
    expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Europe/Zurich');
    await type({
      'Name of the property': 'Pier House',
      'Street and number': 'Quai 1',
      'Postal code': '6004',
      Town: 'Lucerne',
    });
    await choose(page, 'Country', 'switz');
    await choose(page, 'Currency', 'chf');
    await click('Add property');
    await step('Add your property').getByText('Done: Pier House').waitFor();
  });

  test('the host adds a unit type with its rate', async () => {
    await type({ 'Name of the unit type': 'Quay room', 'How many of them': '3', 'Rate per night': '140' });
    await look('welcome-unit-type');
    await click('Add unit type');
    await step('Add what you rent out').getByText('Done: Quay room').waitFor();
  });

  test('the host uploads a photo', async () => {
    await look('welcome-photos');
    const buffer = await plainPhoto();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'quay.jpg', mimeType: 'image/jpeg', buffer });
    await step('Show it').getByText('Done').waitFor();
  });

  test('the host writes terms and a privacy policy', async () => {
    await type({ 'Terms of service': 'Check-in from 15:00.', 'Privacy policy': 'We keep what we need.' });
    await click('Publish');
    await step('Write your terms').getByText('Done').waitFor();
  });

  test('the host lets guests pay at the property', async () => {
    await page.getByLabel('Pay at the property').check();
    await look('welcome-ways-to-pay');
    await click('Save payment methods');
    await step('Choose how guests pay').getByText('Done').waitFor();
  });

  test('the host goes live', async () => {
    await click('Go live');
    await page.getByText("You're live.").waitFor();
    await look('welcome-live');
  });

  test('an agent books a stay', async ({ annotate }) => {
    const stay = { checkIn: daysAhead(10), checkOut: daysAhead(12), guest: 'Ada Lovelace' };
    booked = await bookStay(platform, { storefront: domain, ...stay });
    expect(booked.title).toContain('Quay room');
    const seconds = (performance.now() - clock.began - clock.looked) / 1_000;
    await annotate(`From ${from} to the first booking: ${seconds.toFixed(1)} s, ${clicks} clicks`);
    expect(clicks).toBeGreaterThan(0);
    expect(clicks, 'clicks to the first booking').toBeLessThanOrEqual(mostClicks);
    await page.getByRole('link', { name: 'Bookings' }).click();
    await page.getByRole('table', { name: 'Bookings' }).getByText('Ada Lovelace').waitFor();
  });

  test('the guest chooses to pay at the property', async () => {
    const guest = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await guest.goto(new URL(booked.path, `http://${domain}:${platform.port}`).href);
    await guest.getByRole('button', { name: 'Pay at the property' }).click();
    await guest.getByText('You pay CHF 280.00 at the property.').waitFor();
    await guest.close();
    await page.reload();
    await page.getByRole('table', { name: 'Bookings' }).getByText('Confirmed').waitFor();
    const [row] = await database.query<{ status: string; total: number }>(
      'SELECT status, total::int FROM checkout.bookings WHERE reference = $1',
      [booked.reference],
    );
    expect(row).toEqual({ status: 'confirmed', total: 28_000 });
    expect(troubles).toEqual([]);
  });

  test.runIf(isLookedAt)('the host reopens the terms and fills them from a template', async () => {
    await page.goto('/panel/welcome');
    await page.getByRole('button', { name: 'Edit: Write your terms' }).click();
    await page.getByLabel('Privacy policy').fill('');
    await click('Start from a template');
    await page.getByText('Text for Switzerland in English.').waitFor();
    expect(await page.getByLabel('Privacy policy').inputValue()).toContain('(FDPIC)');
    expect(await page.getByLabel('Terms of service').inputValue()).toBe('Check-in from 15:00.');
    await click('Replace with a template');
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
    await expect.poll(() => page.getByLabel('Terms of service').inputValue()).toContain('Swiss law applies.');
    await look('welcome-templates');
    await click('Publish');
    await expect
      .poll(() => database.query(`SELECT policies->0->>'text' AS text FROM catalog.storefront`))
      .toEqual([{ text: expect.stringContaining(`every stay that you book at ${domain}`) }]);
  });

  test.runIf(isLookedAt)('the live host tries the booking form and sees what guests look for', async () => {
    await page.getByText('3 of 9 are done.').waitFor();
    await page.getByRole('button', { name: 'Set up test bookings' }).click();
    const url = await page.getByRole('link', { name: 'Make a test booking' }).getAttribute('href');
    const guest = await browser.newPage();
    await guest.goto(url ?? '');
    await guest.getByText('(test)').first().waitFor();
    expect(new URL(guest.url()).host).toBe(`${domain.replace('.', '-test.')}:${platform.port}`);
    await guest.close();
    await page.getByRole('link', { name: 'Add photos: 1 of 5' }).click();
    await page.getByRole('region', { name: 'House rules' }).waitFor();
    await page.getByRole('link', { name: 'State the rules on pets, smoking and parties' }).click();
    await click('Fill in common rules');
    await click('Save');
    await page.getByText('4 of 9 are done.').waitFor();
    await look('property-meter');
    expect(troubles).toEqual([]);
  });
});
