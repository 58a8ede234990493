import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storefrontHttp } from '../support/agent.ts';
import { demoHost } from '../support/app-world.ts';
import { bookStay } from '../support/bookings.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { ask } from '../support/developer.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { developer } from '../support/management.ts';
import { choose, expectGoodLooks, keepPicture, openPanel, seriousFindings } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead, searchStays } from '../support/stays.ts';

// A host's daily work in a browser.

const DESK = { width: 1280, height: 860 };
const PHONE = { width: 360, height: 740 };

/** Pages by their navigation names, each with its content once loaded. */
const PAGES: readonly (readonly [name: string, there: (page: Page) => Promise<void>])[] = [
  ['Today', (page) => page.getByRole('table', { name: 'Arrivals' }).waitFor()],
  ['Bookings', (page) => page.getByText('Bea Smith').waitFor()],
  ['Guests', (page) => page.getByText('bea@example.com').waitFor()],
  ['Calendar', (page) => page.getByRole('gridcell', { name: /^Bea Smith/ }).waitFor()],
  ['Tasks', (page) => page.getByText('No tasks to do').waitFor()],
  ['Site', (page) => page.getByRole('switch', { name: 'Maintenance' }).waitFor()],
  ['Automation', (page) => page.getByRole('heading', { name: 'Cleaning' }).waitFor()],
  ['Team', (page) => page.getByRole('table', { name: 'Members' }).waitFor()],
];

describe('the host panel', () => {
  let dns: DnsServer;
  let platform: TestPlatform;
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    dns = await startDnsServer();
    platform = await startPlatform({ DNS_SERVERS: dns.address, UCP_LODGING_DRAFT: '0030fd7' });
    browser = await openBrowser();
    await bookStay(platform, { checkIn: daysAhead(0), checkOut: daysAhead(2), guest: 'Ada Lovelace' });
    await bookStay(platform, { checkIn: daysAhead(5), checkOut: daysAhead(8), guest: 'Bea Smith' });
    const page = await openPanel(platform, browser, { viewport: DESK });
    context = page.context();
    await page.close();
  });
  afterAll(async () => {
    await browser.close();
    await platform.close();
    await dns.close();
  });

  /** Opens a panel page as the signed-in host. */
  async function open(path: string): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000); // a live list polls every five seconds
    await page.goto(path);
    return page;
  }

  const storefront = () => storefrontHttp(platform.address, 'lakeside.localhost');

  test('every panel page passes axe in light and dark mode', async () => {
    const page = await context.newPage();
    const { troubles } = watch(page);
    await page.goto('/panel');
    for (const [name, there] of PAGES) {
      await page.getByRole('link', { name, exact: true }).click();
      await there(page);
      await expectGoodLooks(page, name);
    }
    expect(troubles).toEqual([]);
    await page.close();
  });

  test('the Today page shows bookings that wait for payment', async () => {
    const page = await open('/panel');
    const held = page
      .getByRole('table', { name: 'Waiting for payment' })
      .getByRole('row', { name: /Bea Smith/ });
    await held.getByText(/^(\d+ h )?\d+ min left$|^\d+ days left$/).waitFor();
    await held.getByText(/Zurich time/).waitFor();
    const url = new URL(
      (await held.getByRole('link', { name: /^Open the payment page/ }).getAttribute('href')) ?? '',
    );
    expect(url.host).toBe(`lakeside.localhost:${platform.port}`);
    const guest = storefront();
    expect((await guest.get(url.pathname)).text).toContain(await held.getByRole('link').first().innerText());
    await guest.close();
    const week = page
      .getByRole('list', { name: /^Occupancy of/ })
      .first()
      .getByRole('listitem');
    expect(await week.count()).toBe(7);
    expect(await week.first().innerText()).toMatch(/: 1 of \d+ units booked, 1 of them unpaid/);
    await page.close();
  });

  test('a new booking appears in the panel automatically', async () => {
    const page = await open('/panel/bookings');
    const table = page.getByRole('table', { name: 'Bookings' });
    await table.getByText('Bea Smith').waitFor();
    const stay = { checkIn: daysAhead(20), checkOut: daysAhead(21), guest: 'Cleo Lovell' };
    const { reference } = await bookStay(platform, stay);
    await table.getByText('Cleo Lovell').waitFor();
    await page.getByLabel('Search by guest or reference').fill(reference);
    await table.getByText('Bea Smith').waitFor({ state: 'detached' });
    expect(await page.getByRole('row').nth(1).innerText()).toContain('agent.example');

    await table.getByRole('checkbox', { name: `Select ${reference}` }).check();
    const chosen = page.getByRole('region', { name: 'Selected bookings' });
    await chosen.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await table.getByText('Unpaid').waitFor();
    await chosen.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByText('Marked 1 booking as paid.').waitFor();
    await table.getByText('Confirmed').waitFor();
    await page.getByRole('link', { name: reference }).click();
    await page.getByText('cleo@example.com').waitFor();

    await page.getByRole('button', { name: 'Cancel booking' }).click();
    await page.getByRole('button', { name: 'Cancel the booking' }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Cancel booking' }).waitFor({ state: 'detached' });
    await page.close();
  });

  test('a host filters the bookings, chooses columns, and saves, shares and deletes a view', {
    timeout: 90_000,
  }, async () => {
    const page = await open('/panel/bookings');
    const table = page.getByRole('table', { name: 'Bookings' });
    await table.getByText('Bea Smith').waitFor();
    await choose(page, 'Unit type', 'Lake View Double');
    await page.getByLabel('Check-in from').fill(daysAhead(3));
    await table.getByText('Ada Lovelace').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Party' }).uncheck();
    await page.getByRole('checkbox', { name: 'Property' }).check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save as a new view' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Doubles');
    await page.getByLabel('Share with the team').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Doubles', exact: true }).waitFor();
    await expectGoodLooks(page, 'Bookings, a saved view');

    const address = page.url();
    await page.goto('/panel/bookings');
    await table.getByText('Ada Lovelace').waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Doubles' }).click();
    await table.getByText('Ada Lovelace').waitFor({ state: 'detached' });
    expect(page.url()).toBe(address);
    expect(await table.getByRole('columnheader').allInnerTexts()).not.toContain('Party');
    expect(await table.getByRole('columnheader').allInnerTexts()).toContain('Property');

    await choose(page, 'Booked by', 'Agents');
    await page.getByRole('button', { name: 'Doubles (changed)' }).click();
    await page.getByRole('menuitem', { name: 'Save the changes' }).click();
    await page.getByRole('button', { name: 'Doubles', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Rename or share' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Doubles by agents');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Doubles by agents' }).click();
    await page.getByRole('menuitem', { name: 'Delete this view' }).click();
    await page.getByRole('button', { name: 'Delete the view' }).click();
    await page.getByRole('button', { name: 'Views', exact: true }).waitFor();
    await table.getByText('Ada Lovelace').waitFor();
    await page.close();
  });

  test("an assigned unit appears on the booking, its task and the guest's page", async () => {
    const page = await open('/panel/calendar');
    await page.getByRole('button', { name: 'Unit names of Lake View Double' }).click();
    const names = page.getByRole('dialog');
    await names.getByRole('textbox').first().fill('Garden');
    await names.getByRole('button', { name: 'Save' }).click();
    await names.waitFor({ state: 'detached' });

    const [row] = await platform.database.query<{ id: number; permalink: string; property: string }>(
      `SELECT b.id::float8, b.permalink_id AS permalink, p.name AS property FROM checkout.bookings b
       JOIN catalog.property p ON p.id = b.property_id WHERE b.guest_last_name = 'Lovelace'`,
    );
    await platform.database.query(
      `UPDATE catalog.unit SET name = 'Garden' WHERE place = 1 AND unit_type_id =
         (SELECT (lines -> 0 ->> 'unitTypeId')::int FROM checkout.bookings WHERE id = $1)`,
      [row?.id],
    );
    await page.goto(`/panel/bookings/${row?.id}`);
    await page.getByRole('button', { name: 'Assign units' }).click();
    await page.getByRole('dialog').getByRole('combobox').selectOption({ label: 'Unit Garden' });
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Unit Garden').waitFor();
    await page.getByText('2 adults').waitFor();
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByRole('heading', { name: 'Tasks', level: 2 }).waitFor();
    await page.getByText('Price per night').click();
    expect(
      await page.getByRole('table', { name: 'Price per night' }).getByRole('row').count(),
    ).toBeGreaterThan(0);
    await expectGoodLooks(page, 'Booking');
    await page.goto('/panel/tasks');
    await page.getByText('Unit Garden').waitFor();
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await keepPicture(page, `Tasks-with-unit-${width}`);
    }
    await page.getByRole('link', { name: 'Cleaning' }).click();
    await page.getByText('Ada Lovelace, 2 guests').waitFor();
    const guest = storefront();
    const { text } = await guest.send('GET', `/bookings/${row?.permalink}`);
    await guest.close();
    expect(text).toContain('2 adults');
    expect(text).toContain('(unit Garden)');
    await page.close();
  });

  test('the front desk checks a guest in on the Today page and can undo it', async () => {
    const page = await open('/panel');
    const arrival = page.getByRole('table', { name: 'Arrivals' }).getByRole('row', { name: /Ada Lovelace/ });
    const button = arrival.getByRole('button', { name: /^Check in BK-/ });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'In house' }).getByText('Ada Lovelace').waitFor();
    await arrival.getByRole('button', { name: /^Undo check-in BK-/ }).click();
    await button.waitFor();
    await page.getByText('No guests in house').waitFor();
    await page.close();
  });

  test("a range changed in the calendar appears in an agent's next search", async () => {
    const dates = { check_in: daysAhead(40), check_out: daysAhead(43) };
    const found = async () => {
      const stays = await searchStays(platform.address, 'lakeside.localhost', dates);
      return stays.find(({ title }) => title.startsWith('Lake View Double'));
    };
    const page = await open(`/panel/calendar?from=${daysAhead(40)}`);
    await page
      .locator(`[data-date="${daysAhead(40)}"]`)
      .first()
      .click();
    await page.getByLabel('Last night').fill(daysAhead(42));
    await page.getByLabel('Rate per night (EUR)').fill('321.5');
    await page.getByLabel('Units closed').fill('6');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Saved for 3 nights/).waitFor();
    await expect.poll(found).toMatchObject({ price: 3 * 32_150, available_units: 2 });

    await page.getByLabel('Minimum stay').fill('7');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(found).toBeUndefined();

    await page.getByLabel('Rate per night (EUR)').fill('ten');
    await page.getByText('Enter an amount in EUR.').waitFor();
    await page.close();
  });

  test('the calendar lists everything that prevents a change', async () => {
    const page = await open('/panel/calendar');
    const taken = page.locator('[data-date]', { hasText: '7/8 free' }).first();
    const night = (await taken.getAttribute('data-date')) ?? '';
    const before = await taken.innerText();
    await taken.click();
    await page.getByLabel('Rate per night (EUR)').fill('777');
    await page.getByLabel('Units', { exact: true }).fill('0');
    await page.getByLabel('Minimum stay').fill('9');
    await page.getByLabel('Maximum stay').fill('8');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`On ${night}, 1 unit is already held or booked.`).waitFor();
    await page.getByText('The maximum stay must not be shorter than the minimum.').waitFor();
    expect(await page.locator('input[aria-invalid="true"]').count()).toBe(2);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      expect(await seriousFindings(page, ['color-contrast'])).toEqual([]);
    }
    await page.reload();
    await taken.waitFor();
    expect(await taken.innerText()).toBe(before);
    await page.close();
  });

  test('a host with many unit types can find each of them', async () => {
    await platform.database.query(`
      INSERT INTO catalog.unit_type
      SELECT (jsonb_populate_record(u, jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('catalog.unit_type', 'id')), 'name', 'Bunk ' || n))).*
      FROM catalog.unit_type u, generate_series(1, 120) n
      WHERE u.id = (
        SELECT min(t.id) FROM catalog.unit_type t
        JOIN catalog.property p ON p.id = t.property_id JOIN catalog.storefront s ON s.id = p.storefront_id
        WHERE s.domain = 'alpine.localhost')`);
    const page = await openPanel(platform, browser, { who: 'outsider' });
    await page.goto('/panel/calendar');
    await page.getByRole('rowheader', { name: 'Bunk 120' }).waitFor();
    await page.context().close();
  });

  test('a task moves only through allowed transitions', async () => {
    const page = await open('/panel/tasks');
    await page.getByRole('button', { name: 'New task' }).click();
    await page.getByLabel('Task type').selectOption('Inspection');
    await page.getByLabel('Due').fill('2026-01-31T10:00');
    await page.getByRole('button', { name: 'Create task', exact: true }).click();
    const row = page.getByRole('table', { name: 'Tasks: To do' }).getByRole('row', { name: /Inspection/ });
    await row.getByText('Overdue since 31 Jan').waitFor();
    const owing = await platform.database.query<{ reference: string }>(
      `UPDATE checkout.bookings SET paid = total / 2, payment_mode = 'deposit', balance_due_on = current_date - 3
        WHERE id = (SELECT max(id) FROM checkout.bookings WHERE status = 'confirmed') RETURNING reference`,
    );
    const today = await open('/panel');
    await today
      .getByRole('table', { name: 'Overdue balances' })
      .getByRole('row', { name: new RegExp(`${owing[0]?.reference}.*Overdue since`) })
      .waitFor();
    await today
      .getByRole('table', { name: 'Overdue tasks' })
      .getByRole('row', { name: /Inspection.*31 Jan/ })
      .waitFor();
    await expectGoodLooks(today, 'Today-busy');
    await today.close();
    await row.getByRole('link', { name: 'Inspection' }).click();
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await page.getByText('Assigned', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'Cancel task' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel task' }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    await page.close();
  });

  test('maintenance closes the storefront after the host confirms', async () => {
    const guest = storefront();
    const page = await open('/panel/site');
    const maintenance = page.getByRole('switch', { name: 'Maintenance' });
    await maintenance.click();
    await page.getByRole('button', { name: 'Go back' }).click();
    expect((await guest.get('/.well-known/ucp')).status).toBe(200);
    await maintenance.click();
    await page.getByRole('button', { name: 'Close storefront' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await guest.get('/.well-known/ucp')).status).toBe(503);
    await maintenance.click();
    await expect.poll(async () => (await guest.get('/.well-known/ucp')).status).toBe(200);
    await guest.close();
    await page.close();
  });

  test('the panel shows an ACP key only once', async () => {
    const page = await open('/panel/site');
    await page.getByRole('button', { name: 'Replace', exact: true }).click();
    await page.getByRole('button', { name: 'Create new key' }).click();
    const shown = page.getByLabel('API key', { exact: true });
    const key = await shown.innerText();
    expect(key).toMatch(/^platform_acp_/);
    const agent = storefront();
    const ask = (bearer: string) =>
      agent.get('/api/acp/checkout_sessions/none', { authorization: `Bearer ${bearer}` });
    expect((await ask(key)).status).toBe(404);
    expect((await ask(`${key}x`)).status).toBe(401);
    await agent.close();
    await page.getByRole('button', { name: "I've saved it" }).click();
    await shown.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(key);
    await page.close();
  });

  test('guests see a policy page', async () => {
    const guest = storefront();
    const page = await open('/panel/site');
    await page.getByRole('tab', { name: 'Questions' }).click();
    await page.getByLabel('Text').fill('Dogs are welcome.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    expect((await guest.get('/policies/faq')).text).toContain('Dogs are welcome.');
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await guest.get('/policies/faq')).status).toBe(404);
    await guest.close();
    await page.close();
  });

  test('a host sees a changed look in the preview before guests see it', async () => {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const { troubles } = watch(page);
    await page.goto('/panel/site');
    await page.getByRole('link', { name: 'Look', exact: true }).click();
    const preview = page.frameLocator('iframe[aria-hidden="false"]');
    await preview.getByRole('heading', { name: 'Lakeside Stays', level: 1 }).waitFor();
    await page.getByLabel('Tagline').fill('Wake up above the water.');
    await preview.getByText('Wake up above the water.').waitFor();
    expect((await storefront().get('/')).text).not.toContain('Wake up above the water.');

    await page.getByRole('textbox', { name: 'In light mode' }).fill('#ffcc00');
    await page.getByRole('button', { name: /^Use #[0-9a-f]{6} in light mode$/ }).click();
    await page.getByText('Draft saved').waitFor();
    await page.getByLabel('Move Stays up').click();
    await expectGoodLooks(page, 'look');

    await page.getByRole('button', { name: 'Publish look' }).click();
    await page.getByText('Published', { exact: true }).waitFor();
    const { text } = await storefront().get('/');
    expect(text).toContain('<p class="tagline">Wake up above the water.</p>');
    expect(text).toMatch(/--light-accent:#(?!ffcc00)[0-9a-f]{6}/);

    await page.getByRole('button', { name: 'Earlier looks' }).click();
    await page.getByRole('menuitem', { name: /^Published/ }).click();
    await preview.getByText('Rooms over the water').waitFor();
    expect(troubles).toEqual([]);
    await page.close();
  });

  test('an edit of the look is saved if the host leaves the page immediately', async () => {
    const page = await open('/panel/site/look');
    await page.getByLabel('Tagline').fill('Kept in a hurry.');
    await page.getByRole('link', { name: 'Site', exact: true }).click();
    await page.getByRole('switch', { name: 'Maintenance' }).waitFor();
    await page.getByRole('link', { name: 'Look', exact: true }).click();
    await expect.poll(() => page.getByLabel('Tagline').inputValue()).toBe('Kept in a hurry.');
    await page.close();
  });

  test("a look can't be edited while it's being published", async () => {
    const page = await open('/panel/site/look');
    const tagline = page.getByLabel('Tagline');
    await tagline.fill('Before publishing.');
    await page.getByText('Draft saved').waitFor();
    const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>();
    await page.route('**/panel/graphql', async (route) => {
      if (route.request().postData()?.includes('storefrontLookPublish')) await isAllowed;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Publish look' }).click();
    await expect.poll(() => tagline.isEnabled()).toBe(false);
    allow();
    await expect.poll(() => tagline.isEnabled()).toBe(true);
    await tagline.fill('After publishing.');
    await page.getByText('Draft saved').waitFor();
    expect(await tagline.inputValue()).toBe('After publishing.');
    await page.close();
  });

  test('a switch turns the draft of UCP lodging on and off', async () => {
    const guest = storefront();
    const profile = async () => (await guest.get('/.well-known/ucp/draft-lodging')).status;
    const page = await open('/panel/site');
    const lodging = page.getByRole('switch', { name: 'UCP lodging (draft)' });
    expect(await profile()).toBe(404);
    await lodging.click();
    await page.getByRole('switch', { name: 'UCP lodging (draft)', checked: true }).waitFor();
    expect(await profile()).toBe(200);
    await lodging.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('switch', { name: 'UCP lodging (draft)', checked: false }).waitFor();
    expect(await profile()).toBe(404);
    await guest.close();
    await page.close();
  });

  test('a domain becomes active once it has the DNS records shown on the page', async () => {
    const page = await open('/panel/site');
    await page.getByLabel('Domain', { exact: true }).fill('Stays.Seehof.example');
    await page.getByRole('button', { name: 'Add domain' }).click();
    const domain = page.getByRole('article', { name: 'stays.seehof.example' });
    await domain.waitFor();
    const [name = '', value = '', alias = '', target = ''] = await domain.locator('code').allInnerTexts();
    await expectGoodLooks(page, 'storefront-domain');
    dns.set(name, 'TXT', value);
    dns.set(alias, 'CNAME', target);
    await domain.getByRole('button', { name: 'Check now' }).click();
    await domain.getByText('Active', { exact: true }).waitFor();
    const guest = storefrontHttp(platform.address, 'stays.seehof.example');
    expect((await guest.get('/')).status).toBe(200);
    await domain.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove domain' }).click();
    await domain.waitFor({ state: 'detached' });
    expect((await guest.get('/')).status).toBe(404);
    await guest.close();
    await page.close();
  });

  test('guests can choose a bank transfer', async () => {
    const page = await open('/panel/site');
    const form = page.getByRole('group', { name: 'Bank transfer' });
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await form.getByRole('switch', { name: 'Bank transfer' }).click();
    await form.getByLabel('Account holder').fill('Lakeside AG');
    await form.getByLabel('IBAN').fill('CH93 0076 2011 6238 5295 8');
    await save.click();
    await form.getByText("This isn't a valid IBAN").waitFor();
    await expectGoodLooks(page, 'storefront-payment-methods');
    await form.getByLabel('IBAN').fill('CH93 0076 2011 6238 5295 7');
    await save.click();
    await page.getByText('Saved.').waitFor();
    const [kept] = await platform.database.query<{ enabled: boolean }>(
      `SELECT enabled FROM payments.method WHERE kind = 'bank_transfer'`,
    );
    expect(kept).toEqual({ enabled: true });
    await page.close();
  });

  test('an access token works until its owner revokes it', async () => {
    const page = await open('/panel/team/tokens');
    await page.getByLabel('Token name').fill('My laptop');
    await page.getByRole('button', { name: 'Create token', exact: true }).click();
    const token = await page.getByLabel('access token', { exact: true }).innerText();
    const { call } = developer(platform.address, token);
    expect((await call('GET', 'teams')).status).toBe(200);
    const row = page.getByRole('row', { name: /^My laptop/ });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    expect((await call('GET', 'teams')).status).toBe(401);
    await page.close();
  });

  test('a new member joins a team through an invitation link', async () => {
    const page = await open('/panel/team');
    await page.getByRole('button', { name: 'Invite someone' }).click();
    await page.getByLabel("Who it's for").fill('Sam');
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = await page.getByLabel('invitation link', { exact: true }).innerText();
    await page.getByRole('button', { name: "I've saved it" }).click();
    await page.getByRole('table', { name: 'Invitations' }).getByRole('cell', { name: 'Sam' }).waitFor();
    await keepPicture(page, 'members');
    const guest = await (await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' })).newPage();
    await guest.goto(link);
    expect(await seriousFindings(guest)).toEqual([]);
    await keepPicture(guest, 'join-phone');
    await guest.getByLabel('Your name').fill('Sam Frost');
    await guest.getByLabel('Email').fill('sam@example.com');
    await guest.getByLabel('Password').fill('a long enough password');
    await guest.getByRole('button', { name: 'Create account and join' }).click();
    await guest.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    expect(new URL(guest.url()).search).toBe('?team=lakeside');

    const member = page.getByRole('table', { name: 'Members' }).getByRole('row', { name: /Sam Frost/ });
    await member.getByRole('button', { name: 'Actions for Sam Frost' }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await member.waitFor({ state: 'detached' });
    await page.getByText('No invitations', { exact: true }).waitFor();
    await guest.getByRole('heading', { level: 1, name: 'No team yet' }).waitFor();
    await guest.context().close();
    await page.close();
  });

  test('a link to another team keeps that team selected on the following pages', async () => {
    const page = await open('/panel?team=harbour');
    await page.getByRole('button', { name: 'Team: Harbour House' }).waitFor();
    await page.goto('/panel');
    await page.getByRole('button', { name: 'Team: Harbour House' }).waitFor();
    await page.goto('/panel?team=lakeside');
    await page.getByRole('button', { name: 'Team: Lakeside Stays' }).waitFor();
    await page.close();
  });

  test('choosing another storefront requires confirmation before discarding unsaved changes', async () => {
    const { host } = await demoHost(platform, 'lakeside');
    await ask(
      platform,
      host,
      'mutation ($input: StorefrontCreateInput!) { storefrontCreate(input: $input) { userErrors { message } } }',
      { input: { name: 'Second', slug: 'second' } },
    );
    const page = await open('/panel/site');
    const picker = page.getByRole('combobox', { name: 'Storefront' });
    const name = page.getByLabel('Name', { exact: true });
    const before = await picker.inputValue();
    await name.fill('Unsaved');
    await picker.selectOption({ index: 1 });
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Go back' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await picker.inputValue()).toBe(before);
    expect(await name.inputValue()).toBe('Unsaved');
    await picker.selectOption({ index: 1 });
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await expect.poll(() => picker.inputValue()).not.toBe(before);
    expect(await name.inputValue()).not.toBe('Unsaved');
    await page.close();
  });
});
