import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { parse } from 'smol-toml';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { managementApi } from '../../examples/demo/management.ts';
import { submitListing } from '../../examples/demo/publish-listing.ts';
import { demoHost } from '../support/app-world.ts';
import { type BookedStay, bookStay } from '../support/bookings.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { SYSTEM_NODE } from '../support/cli.ts';
import { ask, type Developer } from '../support/developer.ts';
import { buildSdk } from '../support/example-app.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { demoAccount } from '../support/oauth.ts';
import { choose, expectGoodGuestPage, expectGoodLooks, openPanel } from '../support/panel.ts';
import { readPdf } from '../support/pdf.ts';
import { plainPhoto } from '../support/photos.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { freePort, type Process, readLines } from '../support/process.ts';
import { today } from '../support/today.ts';

// The money story (docs/guides/take-card-payments.md): from the Stripe app's installation on Get started to reports, with
// every amount as people read it.

/** The local Stripe's part that this test uses; it's plain JavaScript in the example's own tests. */
interface LocalStripe {
  readonly url: string;
  readonly refunds: ReadonlyMap<string, { readonly amount: number; readonly status: string }>;
  endpoint: { readonly url: string; readonly secret: string } | null;
  readonly close: () => Promise<void>;
}
const SERVER = '../../examples/stripe-app/test/stripe-server.js';
const { startStripe } = (await import(SERVER)) as { readonly startStripe: () => Promise<LocalStripe> };

const KEYS = { 'Secret key': 'sk_test_51abcdefghij', 'Signing secret': 'whsec_stripe1234567890' };
/** The app's public address in its files. */
const APP_URL = 'https://stripe.example.com';
const DOMAIN = 'harbour-hotel.localhost';
const ENDPOINT = '/stripe/webhooks/harbour-hotel';
const GUEST = 'ada@example.com';

/** First of five nights in one month, within the cancellation deadline. */
const checkIn = (() => {
  const first = today().add({ days: 10 });
  return first.day > 24 ? first.add({ months: 1 }).with({ day: 1 }) : first;
})();
const night = (days: number) => checkIn.add({ days }).toString();
const MONTH = {
  from: checkIn.with({ day: 1 }).toString(),
  until: checkIn.with({ day: checkIn.daysInMonth }).toString(),
};

let platform: TestPlatform;
let mailbox: Mailbox;
let stripe: LocalStripe;
let browser: Browser;
/** The host's panel and the guest's browser. */
let panel: Page;
let guest: Page;
let host: Developer;
let app: Process;
let dataDir: string;
let appUrl: string;
let booked: BookedStay;
const troubles: (readonly string[])[] = [];

beforeAll(async () => {
  [mailbox, stripe, browser, dataDir] = await Promise.all([
    openMailbox(),
    startStripe(),
    openBrowser(),
    mkdtemp(join(tmpdir(), 'platform-money-')),
    buildSdk(),
  ]);
  platform = await startPlatform({
    MAIL_URL: mailbox.url,
    WEBHOOK_ALLOW_PRIVATE: '1',
    SWEEP_INTERVAL: 'PT0.5S',
  });
  app = await runStripeApp();
  panel = await openPanel(platform, browser, {
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Europe/Berlin',
  });
  await panel.route(`${APP_URL}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: appUrl + pathname + search }) });
  });
  guest = await openGuest();
  troubles.push(watch(panel).troubles, watch(guest).troubles);
}, 300_000);
afterAll(async () => {
  await browser.close();
  app.child.kill('SIGTERM');
  await platform.close();
  await Promise.all([stripe.close(), mailbox.close(), rm(dataDir, { recursive: true })]);
});

/** Publishes the app to the store as the operator and runs its server. Browsers reach it under the address in its files. */
async function runStripeApp(): Promise<Process> {
  const folder = resolve('examples/stripe-app');
  const { email, pat } = demoAccount(platform, 'developer');
  await platform.database.query('UPDATE apps.accounts SET operator = true WHERE email = $1', [email]);
  const port = await freePort();
  appUrl = `http://127.0.0.1:${port}`;
  const toml = (await readFile(join(folder, 'app.toml'), 'utf8')).replaceAll('http://localhost:3005', appUrl);
  const { name, type, distribution: _ofDevelopers, ...manifest } = parse(toml);
  const api = managementApi(platform.address, pat ?? '');
  const published = { name, type, slug: 'stripe', distribution: 'public', manifest, release: true };
  const pushed = await api.must<{ client_id: string; client_secret: string }>('POST', 'apps', published);
  expect(await submitListing(api, { slug: 'stripe', folder })).toBeNull();
  const env = {
    PATH: process.env.PATH,
    APP_URL,
    STRIPE_PORT: String(port),
    STRIPE_API_BASE: stripe.url,
    DATA_FILE: join(dataDir, 'stripe.json'),
    PLATFORM_API_URL: platform.address,
    PLATFORM_CLIENT_ID: pushed.client_id,
    PLATFORM_CLIENT_SECRET: pushed.client_secret,
  };
  const started = readLines(spawn(SYSTEM_NODE, ['server.js'], { cwd: folder, env }));
  await started.line(/^Listening on /);
  return started;
}

async function openGuest(): Promise<Page> {
  const context = await browser.newContext({
    baseURL: `http://${DOMAIN}:${platform.port}`,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  return page;
}

const run = <T>(text: string, variables: Readonly<Record<string, unknown>> = {}) =>
  ask<T>(platform, host.host, text, variables);
const set = async (field: string, type: string, input: object) => {
  const { done } = await run<{ done: { userErrors: readonly object[] } }>(
    `mutation ($input: ${type}!) { done: ${field}(input: $input) { userErrors { field message } } }`,
    { input },
  );
  expect(done.userErrors).toEqual([]);
};
const main = () => panel.getByRole('main');
const click = (name: string) => panel.getByRole('button', { name, exact: true }).click();
const step = (title: string) => panel.getByRole('region', { name: title });
const type = async (fields: Readonly<Record<string, string>>) => {
  for (const [label, text] of Object.entries(fields)) await panel.getByLabel(label).fill(text);
};

/** Pays the open amount on Stripe's page. */
async function payByCard(card = '4242 4242 4242 4242') {
  const button = guest.getByRole('button', { name: /^Pay with Stripe/ });
  if (await button.isVisible()) await button.click();
  await guest.getByLabel('Card number').fill(card);
  await guest.getByRole('button', { name: 'Pay', exact: true }).click();
}

/** A table's rows as people read them. */
const rowsIn = async (page: Page, table: string): Promise<readonly string[]> => {
  const rows = page.getByRole('table', { name: table }).getByRole('row');
  await rows.first().waitFor();
  return (await rows.allInnerTexts()).map(spoken);
};
const spoken = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const refunds = () => [...stripe.refunds.values()].map(({ amount, status }) => `${amount} ${status}`);

describe('a host starts with card payments', () => {
  test('the host gets to the last step', async () => {
    await panel.goto('/panel/new-team');
    await panel.getByLabel('Name').fill('Harbour Hotel');
    await click('Create team');
    await click('Open storefront');
    await step('Open a storefront').getByText(`Done: Harbour Hotel at ${DOMAIN}`).waitFor();
    await type({
      'Name of the property': 'Harbour Hotel',
      'Street and number': 'Kai 1',
      'Postal code': '20457',
      Town: 'Hamburg',
    });
    await choose(panel, 'Country', 'german');
    await choose(panel, 'Currency', 'eur');
    await click('Add property');
    await step('Add your property').getByText('Done: Harbour Hotel').waitFor();
    await type({
      'Name of the unit type': 'Harbour room',
      'How many of them': '3',
      'Rate per night': '119.99',
    });
    await click('Add unit type');
    await step('Add what you rent out').getByText('Done').waitFor();
    const buffer = await plainPhoto();
    await panel
      .locator('input[type=file]')
      .setInputFiles({ name: 'room.jpg', mimeType: 'image/jpeg', buffer });
    await step('Show it').getByText('Done').waitFor();
    await type({ 'Terms of service': 'Check-in from 15:00.', 'Privacy policy': 'We keep what we need.' });
    await click('Publish');
    await step('Write your terms').getByText('Done').waitFor();
  });

  test('the host installs Stripe from the last step and pastes two keys', async () => {
    await step('Choose how guests pay').getByRole('link', { name: 'Stripe' }).waitFor();
    await expectGoodLooks(panel, 'welcome-payment-apps');
    await step('Choose how guests pay').getByRole('link', { name: 'Stripe' }).click();
    await panel.getByRole('heading', { level: 1, name: 'Stripe' }).waitFor();
    await expectGoodLooks(panel, 'store-stripe');
    await main().getByText(`${APP_URL}/stripe/webhooks/`).waitFor();
    await type(KEYS);
    await click('Install');
    await panel.getByRole('dialog').getByRole('button', { name: 'Install', exact: true }).click();
    await panel.getByRole('link', { name: 'Continue to Stripe' }).click();
    await panel.getByRole('heading', { name: 'Stripe is connected to harbour-hotel' }).waitFor();
    await panel.getByText(`${APP_URL}${ENDPOINT}`).waitFor();
    stripe.endpoint = { url: appUrl + ENDPOINT, secret: KEYS['Signing secret'] };
  });

  test('the host goes live', async () => {
    await panel.goto('/panel/welcome');
    await step('Choose how guests pay').getByText('Done').waitFor();
    await click('Go live');
    await panel.getByText("You're live.").waitFor();
    host = await demoHost(platform, 'harbour-hotel');
    await set('teamUpdate', 'TeamUpdateInput', {
      legalName: 'Harbour Hotel GmbH',
      taxId: 'DE123456789',
      address: 'Kai 1\n20457 Hamburg',
    });
    const { storefronts, properties } = await run<{
      storefronts: readonly { id: string }[];
      properties: { nodes: readonly { id: string }[] };
    }>('{ storefronts { id } properties(first: 1) { nodes { id } } }');
    const [storefrontId, propertyId] = [storefronts[0]?.id, properties.nodes[0]?.id];
    await set('storefrontUpdate', 'StorefrontUpdateInput', { id: storefrontId, guestChanges: 'instant' });
    await set('taxSet', 'TaxSetInput', {
      propertyId,
      name: 'VAT',
      basis: 'percent',
      percent: 7,
      inclusive: true,
    });
    await set('taxSet', 'TaxSetInput', { propertyId, name: 'City tax', amount: 250 });
    await set('feeSet', 'FeeSetInput', {
      propertyId,
      name: 'Cleaning',
      basis: 'per_stay',
      amount: 3_000,
      taxable: true,
    });
    await set('cancellationPolicyCreate', 'CancellationPolicyCreateInput', {
      storefrontId,
      name: 'Half back',
      isDefault: true,
      tiers: [{ hoursBefore: 24 * 60, refundPercent: 100 }],
      afterLast: { refundPercent: 50 },
    });
  });
});

describe('an agent books, and the guest pays, changes and cancels', () => {
  test('the guest pays by card, and the booking is confirmed', async () => {
    const stay = { checkIn: night(0), checkOut: night(2), guest: 'Ada Lovelace' };
    booked = await bookStay(platform, { storefront: DOMAIN, ...stay });
    await guest.goto(booked.path);
    expect(await rowsIn(guest, 'Price')).toEqual([
      'Accommodation EUR 239.98',
      'Cleaning EUR 30.00',
      'City tax EUR 10.00',
      'Total EUR 279.98',
    ]);
    await expectGoodGuestPage(guest, 'money-unpaid');
    await payByCard('4000 0000 0000 0002');
    await guest.getByText('Your card was declined.').waitFor();
    await payByCard();
    await guest.getByText('your stay is paid and confirmed').waitFor();
    await expectGoodGuestPage(guest, 'money-paid');
    const { text } = await mailbox.mailTo(GUEST, /is confirmed/);
    for (const fact of [
      'Total: EUR 279.98',
      'Includes VAT, 7%: EUR 17.66 (Net: EUR 252.32)',
      'Includes City tax: EUR 10.00',
      /^\d+ \w+ \d{4}, Online payment: EUR 279\.98$/m,
      'Harbour Hotel GmbH, Kai 1, 20457 Hamburg, Tax ID: DE123456789',
    ]) {
      expect(text).toMatch(fact);
    }
  });

  test('the guest adds a night and pays the difference', async () => {
    await guest.getByRole('link', { name: 'Change your stay' }).click();
    await guest.getByLabel('Check-out').fill(night(3));
    await guest.getByRole('button', { name: 'Show the new price' }).click();
    expect(await rowsIn(guest, 'Your booking')).toEqual([
      'New total EUR 404.97',
      'Total so far EUR 279.98',
      'Difference EUR 124.99',
      'Paid EUR 279.98',
      'To pay EUR 124.99',
    ]);
    await expectGoodGuestPage(guest, 'money-longer');
    await guest.getByRole('button', { name: 'Change my stay' }).click();
    await guest.getByRole('button', { name: 'Pay with Stripe · EUR 124.99' }).waitFor();
    await expectGoodGuestPage(guest, 'money-difference');
    await payByCard();
    await guest.getByText('your stay is paid and confirmed').waitFor();
    await mailbox.mailTo(GUEST, /is paid/);
  });

  test('the guest cancels one night and is refunded by policy', async () => {
    await guest.getByRole('link', { name: 'Change your stay' }).click();
    await guest.getByLabel('Check-out').fill(night(2));
    await guest.getByRole('button', { name: 'Show the new price' }).click();
    expect(await rowsIn(guest, 'Your booking')).toEqual([
      '1 cancelled night EUR 59.99',
      'New total EUR 339.97',
      'Total so far EUR 404.97',
      'Difference -EUR 65.00',
      'Paid EUR 404.97',
      'Paid more than the new total EUR 65.00',
    ]);
    await expectGoodGuestPage(guest, 'money-shorter');
    await guest.getByRole('button', { name: 'Change my stay' }).click();
    await expect.poll(refunds).toEqual(['6500 succeeded']);
    const isStated = ({ text = '' }) => text.includes('Paid: EUR 404.97\nRefund: EUR 65.00');
    await expect.poll(() => mailbox.mails.filter(isStated).map(({ subject }) => subject)).toHaveLength(2);
    const { text } = await mailbox.mailTo(GUEST, /^Your refund/);
    expect(text).toContain('Refund: EUR 65.00');
    expect(text).toMatch(/, Refund \(Online payment\): -EUR 65\.00$/m);
    await guest.reload();
    await guest.getByText('EUR 65.00 was refunded on').waitFor();
    await expectGoodGuestPage(guest, 'money-refunded');
    await guest.getByRole('link', { name: 'Receipt' }).click();
    expect(await rowsIn(guest, 'Price')).toEqual([
      'Accommodation EUR 239.98',
      'Cleaning EUR 30.00',
      'City tax EUR 10.00',
      'Cancelled nights EUR 59.99',
      'Total EUR 339.97',
    ]);
    await expectGoodGuestPage(guest, 'money-receipt');
  });
});

describe('invoice, folio and reports', () => {
  test('the folio adds up to what Stripe took', async () => {
    await panel.goto('/panel/bookings');
    await panel.getByRole('link', { name: booked.reference }).click();
    await main().getByRole('button', { name: 'Create invoice' }).waitFor();
    const shown = spoken(await main().innerText());
    for (const sum of ['Total EUR 339.97', 'Paid EUR 404.97', 'Refunded EUR 65.00', 'Balance EUR 0.00'])
      expect(shown).toContain(sum);
    await expectGoodLooks(panel, 'money-folio');
  });

  test('the guest downloads an invoice with the same sums', async () => {
    await click('Create invoice');
    await panel.getByRole('dialog').getByRole('button', { name: 'Create invoice' }).click();
    await main()
      .getByRole('link', { name: /^\d{4}-0001$/ })
      .waitFor();
    await guest.goto(booked.path);
    await guest.getByRole('link', { name: /^Invoice \d{4}-0001$/ }).click();
    await expectGoodGuestPage(guest, 'money-invoice');
    const pdf = await guest.getByRole('link', { name: 'Download the PDF' }).getAttribute('href');
    const { statusCode, body } = await request(new URL(pdf ?? '', platform.address), {
      headers: { host: new URL(guest.url()).host },
    });
    expect(statusCode).toBe(200);
    const { text } = await readPdf(new Uint8Array(await body.arrayBuffer()));
    const printed = spoken(text);
    for (const line of [
      'Harbour Hotel GmbH Kai 1 20457 Hamburg Tax ID: DE123456789',
      'Accommodation 224.28 7% 15.70 239.98',
      'Cleaning 28.04 7% 1.96 30.00',
      'City tax 0.00 10.00 10.00',
      'Cancelled nights 59.99 59.99',
      'Total EUR 339.97',
      '252.32 17.66 VAT, 7%',
      / -65\.00 \d+ \w+ \d{4}, Refund \(Online payment\) Balance due EUR 0\.00 /,
    ]) {
      expect(printed).toMatch(line);
    }
  });

  test('the reports agree with the folio to the minor unit', async () => {
    const show = async (path: string, dates: { readonly from: string; readonly until: string }) => {
      await panel.goto(`/panel/reports${path}?${new URLSearchParams(dates)}`);
      await main().getByRole('table').first().waitFor();
      return spoken(await main().innerText());
    };
    const month = await show('', MONTH);
    expect(month).toContain('Room revenue EUR 239.98');
    expect(month).toContain('Nights sold 2 ');
    await expectGoodLooks(panel, 'money-month');
    // The accommodation, cleaning and tax charges; the charge for the cancelled night contains no taxes.
    const taxes = await show('/taxes', MONTH);
    expect(taxes).toMatch(/Total EUR 27\.66 .*City tax .* EUR 10\.00 .*VAT 7 % .* EUR 17\.66/);
    await expectGoodLooks(panel, 'money-taxes');
    const now = {
      from: today().subtract({ days: 1 }).toString(),
      until: today().add({ days: 1 }).toString(),
    };
    const payments = await show('/payments', now);
    expect(payments).toContain('EUR 339.97');
    await expectGoodLooks(panel, 'money-payments');
    await panel.goto('/panel/reports/balances');
    await main().getByText('Every balance is settled').waitFor();
    expect(troubles.flat()).toEqual([]);
  });
});
