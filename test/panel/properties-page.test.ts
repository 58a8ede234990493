import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { choose, expectGoodLooks, openPanel } from '../support/panel.ts';
import { plainPhoto } from '../support/photos.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

let platform: TestPlatform;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  platform = await startPlatform();
  browser = await openBrowser();
  const page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
  context = page.context();
  await page.close();
});
afterAll(async () => {
  await browser.close();
  await platform.close();
});

/** Opens a page as the signed-in host. */
async function open(): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  return page;
}

test('rates for two seasons change exactly as previewed', async () => {
  const page = await open();
  await page.goto('/panel/rates');
  const first = page.getByRole('group', { name: 'Rule 1' });
  await first.getByLabel('Last night').fill(daysAhead(62));
  await first.getByLabel('First night').fill(daysAhead(60));
  await first.getByLabel('Raise by (%)').fill('-12.5');
  await first.getByLabel('Round to (EUR)').selectOption('5');
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const second = page.getByRole('group', { name: 'Rule 2' });
  await second.getByLabel('First night').fill(daysAhead(62));
  await second.getByLabel('Start from').selectOption({ label: 'A fixed rate' });
  await second.getByLabel('Rate per night (EUR)').fill('99.9');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('3 nights change.').waitFor();
  const table = page.getByRole('table', { name: 'Rates that change' });
  const rows = (await table.getByRole('row').allInnerTexts()).slice(1);
  const amounts = rows.map((row) => [...row.matchAll(/EUR\s([\d.]+)/g)].map(([, amount]) => Number(amount)));
  for (const [before = 0, after] of amounts.slice(0, 2))
    expect(after).toBe(5 * Math.round((before * 0.875) / 5));
  expect(amounts.map(([, after]) => after).at(-1)).toBe(99.9);
  await expectGoodLooks(page, 'rates');
  await page.getByRole('button', { name: 'Apply to 3 nights' }).click();
  await page.getByText('3 nights changed.').waitFor();
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('2 nights change; 1 night already has this rate.').waitFor();
  await page.close();
});

test('a host writes cancellation terms and sees the resulting sentence', async () => {
  const page = await open();
  await page.goto('/panel/rates/cancellation');
  await page.getByText('50% of the price').waitFor();
  await page.getByRole('button', { name: 'Strict', exact: true }).click();
  const strict = page.locator('section', { has: page.getByRole('heading', { level: 2, name: 'Strict' }) });
  await strict.getByText('until 18:00, 30 days before check-in').waitFor();
  await strict.getByLabel('Until').first().fill('45');
  await strict.getByText('until 18:00, 45 days before check-in').waitFor();
  await strict.getByLabel('Until').first().fill('2');
  await strict.getByText("These terms can't be saved").waitFor();
  await strict.getByLabel('Until').first().fill('21');
  await strict.getByText('until 18:00, 21 days before check-in').waitFor();
  await strict.getByRole('button', { name: 'Save' }).click();
  await strict.getByText('Saved.').waitFor();
  await expectGoodLooks(page, 'cancellation');
  const [row] = await platform.database.query<{ hours: number }>(
    `SELECT (terms->'tiers'->0->>'hoursBefore')::int AS hours FROM catalog.cancellation_policy WHERE name = 'Strict'`,
  );
  expect(row?.hours).toBe(21 * 24);
});

test("a host adds a rate plan and sees a week's price under it", async () => {
  const page = await open();
  await page.goto('/panel/rates/plans?property=1');
  await page.getByRole('button', { name: 'Add a rate plan' }).click();
  const added = page.getByRole('dialog', { name: 'Add a rate plan' });
  await added.getByLabel('Title').fill('Early bird');
  const total = added.getByRole('row', { name: /^Total/ });
  await total.waitFor();
  const before = await total.innerText();
  await added.getByLabel('Raise rates by (%)').fill('-50');
  await expect.poll(() => total.innerText()).not.toBe(before);
  await added.getByLabel('Minimum nights').fill('8');
  await added.getByText('has a minimum stay of 8 nights').waitFor();
  await added.getByLabel('Minimum nights').fill('two');
  await added.getByText('Enter a whole number.').waitFor();
  await added.getByLabel('Minimum nights').fill('2');
  await added.getByLabel('Guests pay').selectOption({ label: 'Deposit, the rest later' });
  await added.getByLabel('Deposit (% of the total)').fill('30');
  await added.getByLabel('Rest due this many days before check-in').fill('14');
  await added.getByText(/^Booked today: EUR\s[\d,.]+ now, EUR\s[\d,.]+ by /).waitFor();
  await expectGoodLooks(page, 'rate-plan-new');
  await added.getByRole('button', { name: 'Add the plan' }).click();
  const row = page.getByRole('row', { name: /Early bird/ });
  await row.getByText('−50%').waitFor();
  await row.getByText('30% deposit, the rest 14 days before check-in').waitFor();
  await expectGoodLooks(page, 'rate-plans');
  const [kept] = await platform.database.query<object>(
    `SELECT adjust_bp, min_stay, payment_mode, deposit_percent, balance_days_before FROM catalog.rate_plan WHERE name = 'Early bird'`,
  );
  expect(kept).toEqual({
    adjust_bp: -5_000,
    min_stay: 2,
    payment_mode: 'deposit',
    deposit_percent: 30,
    balance_days_before: 14,
  });
  await page.close();
});

test('a host adds a tax paid at the property', async () => {
  const page = await open();
  await page.goto('/panel/properties');
  await page.getByRole('table', { name: 'Properties' }).getByRole('link', { name: 'Lakeside Lodge' }).click();
  await page.getByRole('link', { name: 'Fees and taxes' }).click();
  const fees = page.getByRole('table', { name: 'Fees' });
  await fees.getByText('EUR 45.00 per stay').waitFor();
  await page.getByRole('button', { name: 'Add a tax' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a tax' });
  await dialog.getByLabel('Name').fill('Village tax');
  await dialog.getByLabel("How it's charged").selectOption({ label: 'an amount per guest and night' });
  await dialog.getByLabel('Amount (EUR)').fill('1.5');
  await dialog.getByLabel('Who pays').selectOption({ label: 'Everyone pays' });
  await dialog.getByLabel('The guest pays it').selectOption({ label: 'at the property' });
  await dialog.getByLabel('First night').fill(daysAhead(30));
  await expectGoodLooks(page, 'tax-dialog');
  await dialog.getByRole('button', { name: 'Save tax' }).click();
  const row = page.getByRole('table', { name: 'Taxes' }).getByRole('row', { name: 'Village tax' });
  await row.getByText('EUR 1.50 per guest and night').waitFor();
  await row.getByText('paid at the property').waitFor();
  await expectGoodLooks(page, 'charges');
  await row.getByRole('button', { name: 'Edit Village tax' }).click();
  const edit = page.getByRole('dialog', { name: 'Village tax' });
  await edit.getByLabel('Amount (EUR)').fill('2');
  await edit.getByRole('button', { name: 'Save tax' }).click();
  await row.getByText('EUR 2.00 per guest and night').waitFor();
  await row.getByRole('button', { name: 'Remove Village tax' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click();
  await row.waitFor({ state: 'detached' });
  await page.close();
});

test('a host imports a file after its dry run', async () => {
  const page = await open();
  await page.goto('/panel/settings/transfer');
  await page.getByRole('button', { name: 'Create export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download export.json' }).click(),
  ]);
  const file = readFileSync(await download.path(), 'utf8').replace(
    '"name": "Lakeside Lodge"',
    '"name": "Old Lakeside Lodge"',
  );
  const wrong = file.replace('"maxGuests": ', '"maxGuests": -');
  const send = (text: string) =>
    page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'export.json',
        mimeType: 'application/json',
        buffer: Buffer.from(text),
      });
  await send(wrong);
  await page.getByText('Correct 1 row with errors').waitFor();
  await page.getByText('Error 1', { exact: true }).click();
  await page.getByRole('cell', { name: /^maxGuests: / }).waitFor();
  await expectGoodLooks(page, 'import');
  await send(file);
  await page.getByRole('button', { name: 'Apply 1 change' }).click();
  await page.getByText(/^Done: /).waitFor();
  await page.goto('/panel/properties');
  await page.getByRole('link', { name: 'Old Lakeside Lodge' }).waitFor();
  await page.close();
});

describe('the property page', () => {
  test('the property page saves several edited sections together', async () => {
    const page = await open();
    await page.goto('/panel/properties');
    const list = page.getByRole('table', { name: 'Properties' });
    await list.getByRole('link', { name: 'Old Mill Apartments' }).click();
    await page.getByLabel('Name').first().fill('House by the pier');
    await page.getByLabel('Latitude').fill('46.7541, 8.0379');
    expect(await page.getByLabel('Longitude').inputValue()).toBe('8.0379');
    await page.getByRole('radio', { name: 'the exact point' }).check();
    await page
      .getByRole('radiogroup', { name: 'Pets are welcome' })
      .getByLabel('No', { exact: true })
      .check();
    await choose(page, 'Add a language', 'portuguese');
    await page.getByLabel('Description in Portuguese').fill('**Casa** à beira do lago\n\n- sauna\n- cais');
    await page.getByRole('region', { name: 'Preview' }).getByRole('listitem').nth(1).waitFor();
    await page.getByText('40 of 10,000 characters').waitFor();
    await page.getByRole('button', { name: 'Add a licence' }).click();
    await page.getByLabel('Authority of licence 1').fill('Canton of Bern');
    await page.getByLabel('Number of licence 1').fill('BE-12');
    const bar = page.getByRole('status').filter({ hasText: 'Not saved' });
    await bar.getByText('Not saved: Basics, Address and map, Descriptions, House rules, Licences.').waitFor();
    await expectGoodLooks(page, 'property');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'House by the pier' }).waitFor();
    const [row] = await platform.database.query(
      `SELECT geo, house_rules->'pets' AS pets, licences, descriptions->-1->>'locale' AS last
       FROM catalog.property WHERE name = 'House by the pier'`,
    );
    expect(row).toEqual({
      geo: { lat: 46.7541, lng: 8.0379, show: 'exact' },
      pets: false,
      licences: [{ authority: 'Canton of Bern', number: 'BE-12' }],
      last: 'pt',
    });
    await page.getByLabel('Latitude').fill('');
    await page.getByLabel('Longitude').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const [cleared] = await platform.database.query(
      `SELECT geo FROM catalog.property WHERE name = 'House by the pier'`,
    );
    expect(cleared).toEqual({ geo: null });
    await page.close();
  });

  test('the property page shows the reason for a refusal at its field', async () => {
    const page = await open();
    await page.goto('/panel/properties/1');
    await platform.database.query(
      `UPDATE catalog.property SET external_id = 'mill'
       WHERE id = (SELECT min(o.id) FROM catalog.property o JOIN catalog.property p USING (storefront_id) WHERE p.id = 1 AND o.id <> 1)`,
    );
    const own = page.getByLabel('Your own id');
    await own.fill('mill');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => own.getAttribute('aria-invalid')).toBe('true');
    await page.locator('#basics').getByText('has this external id').waitFor();
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Basics.*to correct$/ })
      .waitFor();
    await page.close();
  });

  test('the property page requires confirmation before discarding unsaved changes', async () => {
    const page = await open();
    await page.goto('/panel/properties');
    await page.getByRole('link', { name: 'Forest Cabins' }).waitFor();
    await expectGoodLooks(page, 'properties');
    await page.getByRole('link', { name: 'Forest Cabins' }).click();
    await page.getByLabel('Town').fill('Bönigen');
    await page.getByRole('link', { name: 'Bookings', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Go back' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Town').inputValue()).toBe('Bönigen');
    await page.evaluate('history.back()');
    await question.getByRole('button', { name: 'Go back' }).click();
    await page.getByRole('link', { name: 'Bookings', exact: true }).click();
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bookings' }).waitFor();
    await page.close();
  });

  test('the property page links to the incomplete section before going live', async () => {
    const page = await open();
    await platform.database.query('UPDATE catalog.property SET address = NULL WHERE id = 2');
    await page.goto('/panel/properties/2#address');
    await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('address');
    const hints = page.getByRole('alert').filter({ hasText: "Guests can't book this property yet" });
    await hints.getByRole('link', { name: 'Enter the address' }).click();
    await expect.poll(() => page.evaluate('location.hash')).toBe('#address');
    await expectGoodLooks(page, 'property-missing');
    await page.close();
  });

  test('a host can edit and save the property page using only the keyboard', async () => {
    const page = await open();
    await page.goto('/panel/properties');
    await page.getByRole('table', { name: 'Properties' }).waitFor();
    await reach(page, 'link', 'Forest Cabins');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Forest Cabins' }).waitFor();
    await reach(page, 'link', /^Amenities/);
    await page.keyboard.press('Enter');
    await reach(page, 'searchbox', 'Search amenities');
    await page.keyboard.type('steam');
    await page.getByText('Enter adds Steam bath.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Steam bath added.').waitFor();
    await page.keyboard.press('Escape');
    await reach(page, 'button', /^Views/);
    await page.keyboard.press('Enter');
    await reach(page, 'checkbox', 'View of a lake');
    await page.keyboard.press('Space');
    await expectGoodLooks(page, 'property-amenities');
    await reach(page, 'button', 'Save');
    await page.keyboard.press('Enter');
    await page.getByText('Saved.').waitFor();
    const [row] = await platform.database.query<{ amenities: string[] }>(
      "SELECT amenities FROM catalog.property WHERE name = 'Forest Cabins'",
    );
    expect(row?.amenities).toEqual(expect.arrayContaining(['steam_bath', 'view_lake']));
    await page.close();
  });
});

/** Presses Tab until the element has visible focus, as a person without a mouse would. */
async function reach(
  page: Page,
  role: Parameters<Page['getByRole']>[0],
  name: string | RegExp,
): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true }).and(page.locator(':focus-visible'));
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press('Tab');
    if ((await wanted.count()) > 0) return;
  }
  throw new Error(`${role} ${name} is not reached with Tab.`);
}

test('the unit type page saves beds, guests, amounts and amenities', async () => {
  const page = await open();
  await page.goto('/panel/properties/1#unit-types');
  await page
    .getByRole('table', { name: 'Unit types' })
    .getByRole('link', { name: 'Lake View Double' })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Lake View Double' }).waitFor();
  await page.getByLabel('Usual rate per night').fill('123.4');
  await page.getByLabel('Maximum children').fill('1');
  await page.getByRole('button', { name: 'Add a band of ages' }).click();
  await page.getByLabel('Last age of band of ages 1').fill('20');
  await page.getByText('Enter ages from 0 to 17').waitFor();
  await page.getByLabel('Last age of band of ages 1').fill('12');
  await page.getByLabel('Bedrooms').fill('many');
  await page.getByText('Enter a number from 0 to 50.').first().waitFor();
  await page.getByLabel('Bedrooms').fill('2');
  await page.getByRole('button', { name: 'Add a bed' }).click();
  const beds = page.getByRole('list', { name: 'Beds' });
  const last = await beds.getByRole('listitem').count();
  await page.getByLabel(`Kind of bed ${last}`).selectOption('sofa');
  await page.getByLabel(`Bedroom of bed ${last}`).fill('2');
  await expectGoodLooks(page, 'unit-type');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const [row] = await platform.database.query(
    `SELECT base_rate::int AS rate, max_children AS children, bedrooms, beds->-1 AS bed, child_age_bands AS ages
     FROM catalog.unit_type WHERE name = 'Lake View Double'`,
  );
  expect(row).toEqual({
    rate: 12_340,
    children: 1,
    bedrooms: 2,
    bed: { type: 'sofa', count: 1, bedroom: 2 },
    ages: [{ from: 0, to: 12, limit: 1 }],
  });
  for (const label of ['Maximum children', 'Bedrooms']) await page.getByLabel(label).fill('');
  await page.getByRole('button', { name: 'Remove band of ages 1' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const [emptied] = await platform.database.query(
    `SELECT max_children AS children, bedrooms, child_age_bands AS ages
     FROM catalog.unit_type WHERE name = 'Lake View Double'`,
  );
  expect(emptied).toEqual({ children: null, bedrooms: null, ages: [] });
  await page.close();
});

test('a host uploads, reorders, describes and removes photos', async () => {
  const page = await open();
  await page.goto('/panel/properties/1');
  await page.getByRole('link', { name: 'Lake View Double' }).click();
  await page.getByRole('heading', { level: 1, name: 'Lake View Double' }).waitFor();
  const panel = page.locator('#photos');
  const photos = panel.getByRole('list', { name: 'Photos of Lake View Double' });
  await photos.locator('img').first().waitFor();
  const before = await photos.locator('img').count();
  const file = async (name: string, buffer: Promise<Buffer> | Buffer) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: await buffer,
  });
  await panel
    .locator('input[type=file]')
    .setInputFiles([
      await file('one.jpg', plainPhoto(900, 600)),
      await file('page.jpg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      await file('two.jpg', plainPhoto(600, 900)),
    ]);
  await panel.getByText("This file isn't a JPEG, PNG, WebP or HEIC picture.").waitFor();
  await photos
    .locator('img')
    .nth(before + 1)
    .waitFor();
  await panel.getByRole('button', { name: `Remove Photo ${before + 2}` }).click();
  await panel.getByText("This file isn't a JPEG").waitFor({ state: 'detached' });

  await panel.getByRole('button', { name: `Describe Photo ${before + 2}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What it shows').fill('The balcony at dusk');
  const top = dialog.getByRole('slider', { name: 'From the top (%)' });
  await top.focus();
  for (let n = 0; n < 20; n++) await top.press('ArrowUp');
  await expectGoodLooks(page, 'photo-description');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const described = photos.getByRole('img', { name: 'The balcony at dusk' });
  await described.waitFor();
  expect(await described.evaluate((image) => image.style.objectPosition)).toMatch(/^50% (6|7)\d%$/);

  await panel.getByRole('button', { name: 'Move The balcony at dusk forward' }).press('Enter');
  const first = async () => photos.locator('img').first().getAttribute('alt');
  await expect.poll(() => photos.locator('img').nth(before).getAttribute('alt')).toBe('The balcony at dusk');
  await photos.getByRole('listitem').nth(before).dragTo(photos.getByRole('listitem').first());
  await expect.poll(first).toBe('The balcony at dusk');
  await expectGoodLooks(page, 'property-photos');
  await panel.getByRole('button', { name: 'Remove The balcony at dusk' }).click();
  await described.waitFor({ state: 'detached' });
  await page.close();
});
