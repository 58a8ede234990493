import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { ask, type Developer } from '../support/developer.ts';
import { choose, expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { newMember, PASSWORD } from '../support/team-world.ts';

// Templates and rules of automatic messages, and the log on a booking's page.

let platform: TestPlatform;
let browser: Browser;
let page: Page;
let host: Developer;
let unitTypeId: string;
let troubles: readonly string[];

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
  host = await demoHost(platform, 'lakeside');
  const [type] = await platform.database.query<{ id: number }>(
    `SELECT t.id FROM catalog.unit_type t JOIN catalog.property p ON p.id = t.property_id
     JOIN catalog.storefront s ON s.id = p.storefront_id
     WHERE s.team_id = $1 AND t.active ORDER BY t.units DESC, t.id LIMIT 1`,
    [host.teamId],
  );
  unitTypeId = String(type?.id);
  page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
  troubles = watch(page).troubles;
});
afterAll(async () => {
  await browser.close();
  await platform.close();
});

async function book(firstName: string): Promise<{ readonly id: string; readonly reference: string }> {
  const { bookingCreate } = await ask<{ bookingCreate: { booking: { id: string; reference: string } } }>(
    platform,
    host.host,
    'mutation($input: BookingCreateInput!) { bookingCreate(input: $input) { booking { id reference } userErrors { message } } }',
    {
      input: {
        unitTypeId,
        checkIn: daysAhead(30),
        checkOut: daysAhead(32),
        adults: 1,
        children: 0,
        quantity: 1,
        payment: 'paid',
        guest: { firstName, lastName: 'Byron', email: 'ada@example.com' },
      },
    },
  );
  return bookingCreate.booking;
}

const main = (): Locator => page.getByRole('main');

test('a manager writes a template in two languages and previews it with a real booking', async () => {
  const { reference } = await book('Ada');
  await page.goto('/panel/automation');
  await page.getByRole('navigation', { name: 'Automation' }).getByRole('link', { name: 'Messages' }).click();
  await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
  await expectGoodLooks(page, 'automation-empty');
  await page.getByRole('link', { name: 'Write a template' }).click();
  await page.getByLabel('Name').fill('Arrival code');
  await page.getByLabel('Subject').fill('Your stay');
  await page.getByRole('textbox', { name: 'Text' }).fill('Hello ');
  await page.getByRole('button', { name: 'First name' }).click();
  await page.getByRole('button', { name: 'Add the template' }).click();
  await page.getByRole('heading', { level: 1, name: 'Arrival code' }).waitFor();
  await page.getByLabel('Booking', { exact: true }).selectOption({ label: await optionOf(reference) });
  await page.getByRole('article').getByText('Hello Ada', { exact: true }).waitFor();

  await choose(page, 'Add a language', 'german');
  await page.getByLabel('Subject').fill('Ihr Aufenthalt');
  await page.getByRole('textbox', { name: 'Text' }).fill('Der Code ist {{unit.title}}.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText("{{unit.title}} isn't a variable.").waitFor();
  await page.getByRole('textbox', { name: 'Text' }).fill('Der Code ist {{door.code}}.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This booking has no value for {{door.code}}').waitFor();
  await page.getByRole('article').getByText('Der Code ist {{door.code}}.').waitFor();
  await expectGoodLooks(page, 'automation-template');
});

const optionOf = async (reference: string): Promise<string> =>
  (await page.getByLabel('Booking', { exact: true }).locator('option').allInnerTexts()).find((label) =>
    label.includes(reference),
  ) ?? '';

test('a rule shows the fields of its trigger with their errors', async () => {
  await page.goto('/panel/automation/messages');
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Code on the day');
  await dialog.getByLabel('Days').fill('999');
  await dialog.getByRole('button', { name: 'Add the rule' }).click();
  await dialog.getByText('Days must be between 0 and 365.').waitFor();
  expect(await dialog.getByLabel('Days').getAttribute('aria-invalid')).toBe('true');
  await dialog.getByLabel('Send it').selectOption('check_in_day');
  expect(await dialog.getByLabel('Days').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Add the rule' }).click();
  await dialog.getByText('Enter a time of day.').waitFor();
  await expectGoodLooks(page, 'automation-rule');
  await dialog.getByLabel('Send it').selectOption('booked');
  expect(await dialog.getByLabel('Time of day').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Add the rule' }).click();
  const row = page
    .getByRole('table', { name: 'Rules' })
    .getByRole('row')
    .filter({ hasText: 'Code on the day' });
  await row.getByText('When the booking is confirmed').waitFor();
  await expectGoodLooks(page, 'automation');
});

test("a booking's page shows its automatic messages", async () => {
  const { id } = await book('Grace');
  await page.goto(`/panel/bookings/${id}`);
  const log = page.getByRole('table', { name: 'Automatic messages' });
  const row = log.getByRole('row').filter({ hasText: 'Arrival code' });
  await row.getByText('Sent', { exact: true }).waitFor();
  await expectGoodLooks(page, 'automation-log');
});

test('Today lists a message that was skipped for a missing value', async () => {
  const save = <T>(name: string, input: object) =>
    ask<T>(
      platform,
      host.host,
      `mutation($input: ${name}Input!) { saved: m${name.slice(1)}(input: $input) { it: ${name === 'MessageRuleSet' ? 'messageRule' : 'messageTemplate'} { id } } }`,
      { input },
    );
  interface Saved {
    readonly saved: { readonly it: { readonly id: string } };
  }
  const texts = [{ locale: 'en', subject: 'Code', body: 'Your code is {{door.code}}.' }];
  const template = await save<Saved>('MessageTemplateSet', { name: 'Key', texts });
  const templateId = template.saved.it.id;
  const rule = { name: 'Key by message', templateId, trigger: 'booked', channel: 'conversation' };
  const { saved } = await save<Saved>('MessageRuleSet', rule);
  const { reference } = await book('Mary');
  await page.goto('/panel');
  const row = page
    .getByRole('table', { name: 'Messages not sent' })
    .getByRole('row')
    .filter({ hasText: reference });
  await row.getByText('No value for {{door.code}}.').waitFor();
  await row.scrollIntoViewIfNeeded();
  await expectGoodLooks(page, 'automation-today');
  await row.getByRole('link', { name: reference }).click();
  await page.getByRole('heading', { level: 1, name: reference }).waitFor();
  await page.getByRole('table', { name: 'Automatic messages' }).getByText('Skipped').first().waitFor();
  await page.getByRole('table', { name: 'Automatic messages' }).scrollIntoViewIfNeeded();
  await expectGoodLooks(page, 'automation-log-skipped');
  for (const [name, id] of [
    ['messageRuleRemove', saved.it.id],
    ['messageTemplateRemove', templateId],
  ])
    await ask(platform, host.host, `mutation($id: ID!) { ${name}(id: $id) { userErrors { code } } }`, { id });
});

test('the front desk reads templates and rules, without buttons that change them', async () => {
  const { account } = await newMember(platform, 'lakeside', 'front_desk');
  const context = await browser.newContext({ baseURL: platform.address, reducedMotion: 'reduce' });
  const desk = await context.newPage();
  await desk.goto('/login?return_to=%2Fpanel%3Fteam%3Dlakeside');
  await desk.getByLabel('Email').fill(`${account.team}@example.com`);
  await desk.getByLabel('Password').fill(PASSWORD);
  await desk.getByRole('button', { name: 'Sign in' }).click();
  await desk.getByRole('button', { name: 'Team: Lakeside Stays' }).waitFor();
  await desk.goto('/panel/automation/messages');
  await desk.getByRole('table', { name: 'Rules' }).getByText('Code on the day').waitFor();
  expect(
    await desk
      .getByRole('main')
      .getByRole('button', { name: /^(Add|Edit|Remove)/ })
      .count(),
  ).toBe(0);
  await desk.getByRole('link', { name: 'Arrival code' }).click();
  await desk.getByRole('heading', { level: 1, name: 'Arrival code' }).waitFor();
  expect(await desk.getByRole('textbox', { name: 'Text' }).isDisabled()).toBe(true);
  await context.close();
});

test('a ready template is added with a click and suggests its rule', async () => {
  await page.goto('/panel/automation/messages');
  await page.getByRole('button', { name: 'Before arrival' }).click();
  await page.getByRole('heading', { level: 1, name: 'Before arrival' }).waitFor();
  expect(await page.getByRole('tab').allInnerTexts()).toEqual([
    'English',
    'German',
    'French',
    'Spanish',
    'Italian',
    'Dutch',
  ]);
  await page
    .getByRole('article')
    .getByText(/^Hello Mary,/)
    .waitFor();
  await page.getByRole('link', { name: 'Automatic messages' }).click();
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Before arrival');
  expect(await dialog.getByLabel('Time of day').inputValue()).toBe('10:00');
  await dialog.getByRole('button', { name: 'Add the rule' }).click();
  await page.getByText('2 days before check-in at 10:00').waitFor();
  await main().getByRole('button', { name: 'Remove Before arrival' }).first().click();
  await page.getByRole('button', { name: 'Remove the rule' }).click();
  await page.getByText('2 days before check-in at 10:00').waitFor({ state: 'detached' });
  await main().getByRole('button', { name: 'Remove Before arrival' }).click();
  await page.getByRole('button', { name: 'Remove the template' }).click();
  await page.getByRole('button', { name: 'Before arrival', exact: true }).waitFor();
});

test("a template can't be removed before its rule", async () => {
  await page.goto('/panel/automation/messages');
  await main().getByRole('button', { name: 'Remove Arrival code' }).click();
  await page.getByRole('button', { name: 'Remove the template' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^The rule “Code on the day” uses this template/)
    .waitFor();
  await page.getByRole('button', { name: 'Go back' }).click();
  await main().getByRole('button', { name: 'Remove Code on the day' }).click();
  await page.getByRole('button', { name: 'Remove the rule' }).click();
  await page.getByRole('heading', { name: 'No rules yet' }).waitFor();
  await main().getByRole('button', { name: 'Remove Arrival code' }).click();
  await page.getByRole('button', { name: 'Remove the template' }).click();
  await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
  expect(troubles).toEqual([]);
});
