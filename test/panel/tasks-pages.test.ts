import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { ask, type Developer } from '../support/developer.ts';
import { expectGoodLooks, keepPicture, openPanel, smallTargets } from '../support/panel.ts';
import { plainPhoto } from '../support/photos.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { type Member, newMember, PASSWORD } from '../support/team-world.ts';

// The pages on which managers plan tasks and members do them on a phone.

const PROPERTY = '1';

let platform: TestPlatform;
let browser: Browser;
let desk: Page;
let host: Developer;
let cleaner: Member;
let phone: Page;
let unit: { readonly id: string; readonly name: string; readonly type: string };
let troubles: readonly string[];

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
  host = await demoHost(platform, 'lakeside');
  cleaner = await newMember(platform, 'lakeside', 'housekeeping');
  await platform.database.query("UPDATE apps.accounts SET name = 'Rosa Keller' WHERE id = $1", [
    cleaner.viewer.accountId,
  ]);
  [unit] = (await platform.database.query(
    `SELECT u.id::text, u.name, t.id::text AS type FROM catalog.unit u JOIN catalog.unit_type t ON t.id = u.unit_type_id
     WHERE t.property_id = $1 AND t.active ORDER BY u.id LIMIT 1`,
    [PROPERTY],
  )) as [typeof unit];
  const { bookingCreate } = await ask<{ bookingCreate: { booking: { id: string } } }>(
    platform,
    host.host,
    'mutation($input: BookingCreateInput!) { bookingCreate(input: $input) { booking { id } userErrors { message } } }',
    {
      input: {
        unitTypeId: unit.type,
        checkIn: daysAhead(3),
        checkOut: daysAhead(5),
        adults: 2,
        guest: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' },
        payment: 'paid',
      },
    },
  );
  await ask(
    platform,
    host.host,
    'mutation($input: BookingUnitsAssignInput!) { bookingUnitsAssign(input: $input) { userErrors { code } } }',
    { input: { bookingId: bookingCreate.booking.id, unitIds: [unit.id] } },
  );
  desk = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
  troubles = watch(desk).troubles;
});
afterAll(async () => {
  await browser.close();
  await platform.close();
});

/** Returns a loaded picture's width in pixels. */
const widthOf = (page: Page, selector: string) =>
  page.evaluate(
    `(async () => { const img = document.querySelector('${selector}'); await img.decode(); return img.naturalWidth; })()`,
  );

test('a manager plans a task with its text, unit, assignee and steps', async () => {
  await desk.goto('/panel/tasks');
  await desk.getByRole('button', { name: 'New task' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Task type').selectOption('Maintenance');
  await dialog.getByLabel('Title').fill('Leaking tap');
  await dialog.getByLabel('Description').fill('The tap in the bathroom drips.');
  await dialog.getByLabel('Unit').selectOption(unit.id);
  await dialog.getByLabel('Assigned to').selectOption('Rosa Keller');
  await dialog.getByLabel('Due').fill(`${daysAhead(1)}T10:00`);
  await dialog.getByLabel('Checklist').fill('Close the valve\n\nChange the seal');
  await expectGoodLooks(desk, 'task-new');
  await dialog.getByRole('button', { name: 'Create task' }).click();
  const row = desk.getByRole('row', { name: /Leaking tap/ });
  await row.getByText('The tap in the bathroom drips.').waitFor();
  await row.getByText(`Unit ${unit.name}`).waitFor();
  await row.getByText('Rosa Keller').waitFor();
  await row.getByText('Assigned', { exact: true }).waitFor();
  await expectGoodLooks(desk, 'tasks');
});

test('a cleaner lands on their own tasks and finishes one with a thumb', async () => {
  const context = await browser.newContext({
    baseURL: platform.address,
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  phone = await context.newPage();
  await phone.goto('/login?return_to=%2Fpanel%3Fteam%3Dlakeside');
  await phone.getByLabel('Email').fill(`${cleaner.account.team}@example.com`);
  await phone.getByLabel('Password').fill(PASSWORD);
  await phone.getByRole('button', { name: 'Sign in' }).click();
  await phone.getByRole('heading', { level: 1, name: 'My tasks' }).waitFor();
  const task = phone.getByRole('region', { name: /Maintenance/ });
  await task.getByText('2 guests on').waitFor();
  const sizes = await Promise.all(
    (await task.locator('button, li').all()).map(async (one) => (await one.boundingBox())?.height ?? 0),
  );
  expect(sizes.filter((height) => height < 44)).toEqual([]);
  await task.getByRole('button', { name: 'Start' }).click();
  await task.getByRole('checkbox', { name: 'Close the valve' }).check();
  await task.getByRole('button', { name: 'Comment' }).click();
  await task.getByLabel('New comment').fill('The seal is worn.');
  await task.getByRole('button', { name: 'Add comment' }).click();
  await task.getByText('The seal is worn.').waitFor();
  const photo = { name: 'Tap.jpg', mimeType: 'image/jpeg', buffer: await plainPhoto(3_000, 2_000) };
  await task.getByLabel('Photo files').setInputFiles(photo);
  const thumbnail = task.getByRole('button', { name: 'Open photo 1 of 1' });
  await thumbnail.waitFor();
  expect(await widthOf(phone, 'ul[aria-label="Photos"] img')).toBe(2_000);
  await expectGoodLooks(phone, 'my-tasks');
  await thumbnail.click();
  await phone.getByRole('img', { name: 'By Rosa Keller' }).waitFor();
  expect(await widthOf(phone, '[role="dialog"] img')).toBe(2_000);
  await phone.keyboard.press('Escape');
  await task.getByRole('button', { name: 'Done' }).click();
  await phone.getByText('Nothing to do right now').waitFor();
  await phone.getByText('You can also take one below.').waitFor();
  await expectGoodLooks(phone, 'my-tasks-empty');
});

test('a cleaner is told to take a task below only if there is one', async () => {
  const { hostTasks } = await ask<{ hostTasks: { nodes: readonly { id: string }[] } }>(
    platform,
    host.host,
    '{ hostTasks(assignee: no_one, first: 50) { nodes { id } } }',
  );
  expect(hostTasks.nodes).not.toEqual([]);
  for (const { id } of hostTasks.nodes) {
    await ask(
      platform,
      host.host,
      `mutation { taskStatusSet(id: "${id}", status: CANCELLED) { userErrors { code } } }`,
    );
  }
  await phone.reload();
  await phone.getByText('Nothing to do right now').waitFor();
  await expect.poll(() => phone.getByText('Not taken yet').count()).toBe(0);
  expect(await phone.getByText('take one below').count()).toBe(0);
});

test("a manager reads a task's comments and verifies it", async () => {
  await desk.goto('/panel/tasks');
  await desk.getByText('To verify').click();
  await desk.getByRole('link', { name: 'Leaking tap' }).click();
  await desk.getByText('The seal is worn.').waitFor();
  await desk.getByRole('button', { name: 'Open photo 1 of 1' }).waitFor();
  expect(await desk.getByRole('checkbox', { name: 'Close the valve' }).isChecked()).toBe(true);
  await expectGoodLooks(desk, 'task');
  await desk.getByRole('button', { name: 'Edit' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Description').fill('The tap dripped.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await desk.getByText('The tap dripped.').waitFor();
  await desk.getByRole('button', { name: 'Verify' }).click();
  await desk.getByText('Verified', { exact: true }).waitFor();
});

test('a manager adds a rule, turns it off and removes it', async () => {
  await desk.goto('/panel/automation');
  await desk.getByText('No rules yet').waitFor();
  await desk.getByRole('button', { name: 'Add a rule' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('When').selectOption('in_house');
  await dialog.getByLabel('Nights between two tasks').fill('3');
  await dialog.getByLabel('Checklist').fill('Change the towels\nEmpty the bins');
  await expectGoodLooks(desk, 'task-rule');
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  const row = desk.getByRole('row', { name: /Every 3 nights in house/ });
  await row.getByText('2 steps').waitFor();
  await expectGoodLooks(desk, 'task-rules');
  const isOn = row.getByRole('switch', { name: /^On: / });
  await isOn.press('Space');
  await expect.poll(() => isOn.isChecked()).toBe(false);
  await row.getByRole('button', { name: /^Remove / }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Remove rule' }).click();
  await desk.getByText('No rules yet').waitFor();
});

test('a cleaner takes a task that no one has', async () => {
  await ask(
    platform,
    host.host,
    'mutation { taskCreate(input: { taskType: "inspection", propertyId: "1", title: "Smoke alarms" }) { userErrors { code } } }',
  );
  await phone.goto('/panel/tasks/mine');
  await phone.getByRole('button', { name: /^Take .*Smoke alarms/ }).click();
  await phone
    .getByRole('region', { name: /Inspection/ })
    .getByRole('button', { name: 'Start' })
    .waitFor();
  await expectGoodLooks(phone, 'my-tasks-taken');
  expect(troubles).toEqual([]);
});

test("everything on a cleaner's pages is large enough for a thumb", async () => {
  const onPage = async (path: string, shown: string) => {
    await phone.setViewportSize({ width: 390, height: 844 });
    await phone.goto(`/panel${path}`);
    await phone.getByText(shown, { exact: true }).first().waitFor();
    expect(await smallTargets(phone), path).toEqual([]);
  };
  for (const title of ['Smoke alarms', 'Wobbly chair']) {
    await ask(
      platform,
      host.host,
      `mutation { taskCreate(input: { taskType: "inspection", propertyId: "1", title: "${title}", checklist: [{ text: "Test one" }] }) { userErrors { code } } }`,
    );
  }
  await onPage('/tasks/mine', 'Not taken yet');
  await phone.getByRole('button', { name: 'Comment' }).first().click();
  await phone.getByLabel('New comment').fill('All work.');
  await keepPicture(phone, 'my-tasks-phone', { fullPage: true });
  expect(await smallTargets(phone), 'comments').toEqual([]);
  for (const name of [/^Team: /, /^Colours: /, /^Account of /]) {
    await phone.getByRole('button', { name }).click();
    await phone.getByRole('menu').waitFor();
    expect(await smallTargets(phone), String(name)).toEqual([]);
    await phone.keyboard.press('Escape');
  }
  await phone.getByRole('button', { name: 'Open the navigation' }).click();
  await phone.getByRole('link', { name: 'My tasks' }).first().waitFor();
  expect(await smallTargets(phone), 'navigation').toEqual([]);
  await keepPicture(phone, 'my-tasks-navigation');
  await onPage('/tasks/housekeeping', 'Housekeeping');
});

test('everything on Housekeeping is large enough for a thumb', async () => {
  const own = await openPanel(platform, browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await own.goto('/panel/tasks/housekeeping');
  await own
    .getByRole('button', { name: /^(Clean|Dirty): / })
    .first()
    .waitFor();
  expect(await smallTargets(own)).toEqual([]);
  await keepPicture(own, 'housekeeping-phone');
  await own.context().close();
});
