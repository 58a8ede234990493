import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storefrontHttp } from '../support/agent.ts';
import { openBrowser } from '../support/browser.ts';
import { type DeskWorld, openDeskWorld } from '../support/desk-world.ts';
import { openThreads } from '../support/host-threads.ts';
import { type Keys, keysOf } from '../support/keys.ts';
import { openPanel } from '../support/panel.ts';
import { plainPhoto } from '../support/photos.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { newMember, PASSWORD } from '../support/team-world.ts';

// docs/guides/panel.md#the-keyboard: tasks and messages, with keys only.

let platform: TestPlatform;
let browser: Browser;
let page: Page;
let keys: Keys;
let desk: DeskWorld;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
  desk = await openDeskWorld(platform);
  page = await openPanel(platform, browser, { locale: 'en-US', viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(10_000);
  keys = keysOf(page);
});
afterAll(async () => {
  await browser.close();
  await platform.close();
});

const main = () => page.getByRole('main');
const button = (name: string | RegExp, within: Locator = main()) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });
const dialog = () => page.getByRole('dialog');

test('a cleaner signs in, takes a task, ticks its steps, adds a photo and finishes it with keys only', async () => {
  const cleaner = await newMember(platform, 'lakeside', 'housekeeping');
  await desk.run(
    'mutation($input: TaskCreateInput!) { taskCreate(input: $input) { userErrors { message } } }',
    {
      input: {
        taskType: 'maintenance',
        propertyId: desk.propertyId,
        unitId: desk.units[0]?.id,
        title: 'Leaking tap',
        checklist: [{ text: 'Close the valve' }, { text: 'Change the seal' }],
      },
    },
  );
  const context = await browser.newContext({
    baseURL: platform.address,
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  });
  const own = await context.newPage();
  own.setDefaultTimeout(10_000);
  const work = keysOf(own);
  await own.goto('/login?return_to=%2Fpanel%3Fteam%3Dlakeside');
  await work.type(own.getByLabel('Email'), `${cleaner.account.team}@example.com`);
  await work.type(own.getByLabel('Password'), PASSWORD);
  await work.press('Enter');
  await own.getByRole('heading', { level: 1, name: 'My tasks' }).waitFor();

  await work.activate(own.getByRole('button', { name: /^Take .*Leaking tap/ }));
  const task = own.getByRole('region', { name: /Maintenance/ });
  await task.getByRole('button', { name: 'Start' }).waitFor();
  await work.expectFocusKept();

  await work.backTo(task.getByRole('checkbox', { name: 'Close the valve' }));
  await work.press('Space');
  await expect.poll(() => task.getByRole('checkbox', { name: 'Close the valve' }).isChecked()).toBe(true);
  await work.expectFocus(task.getByRole('checkbox', { name: 'Close the valve' }));
  await work.activate(task.getByRole('checkbox', { name: 'Change the seal' }), 'Space');
  await expect.poll(() => task.getByRole('checkbox', { name: 'Change the seal' }).isChecked()).toBe(true);

  const chooser = own.waitForEvent('filechooser');
  await work.activate(task.getByRole('button', { name: 'Add photos' }));
  await (await chooser).setFiles({
    name: 'Tap.jpg',
    mimeType: 'image/jpeg',
    buffer: await plainPhoto(600, 400),
  });
  const photo = task.getByRole('button', { name: 'Open photo 1 of 1' });
  await photo.waitFor();
  await work.backTo(photo);
  await work.press('Enter');
  await own.getByRole('dialog').locator(':focus').waitFor();
  await work.press('Escape');
  await work.expectFocus(photo);

  await work.activate(task.getByRole('button', { name: 'Start' }));
  await work.expectFocus(task.getByRole('button', { name: 'Done' }));
  await work.press('Enter');
  await own.getByText('Nothing to do right now').waitFor();
  await work.expectFocusKept();
  await context.close();
});

test('a manager verifies a finished task with keys only', async () => {
  await page.goto('/panel/tasks');
  await keys.tabTo(page.getByRole('radio').first());
  await page.getByRole('radio', { name: 'To verify' }).waitFor({ state: 'attached' });
  while (!(await page.getByRole('radio', { name: 'To verify' }).isChecked())) await keys.press('ArrowRight');
  await keys.activate(page.getByRole('link', { name: 'Leaking tap' }));
  await page.getByRole('heading', { level: 1, name: 'Leaking tap' }).waitFor();
  await keys.expectFocus(page.locator('#content'));
  await keys.activate(button('Verify'));
  await main().getByText('Verified', { exact: true }).waitFor();
  await keys.expectFocusKept();
});

test('a manager writes a template in two languages and previews it with keys only', async () => {
  await desk.enter(30, 32, 'Ada Byron');
  await page.goto('/panel/automation/messages/new');
  await page.getByRole('heading', { level: 1, name: 'New template' }).waitFor();
  await keys.type(main().getByLabel('Name'), 'Arrival code');
  await keys.type(main().getByLabel('Subject'), 'Your stay');
  const text = main().getByRole('textbox', { name: 'Text' });
  await keys.type(text, 'Hello ');
  await keys.activate(button('First name'));
  await keys.expectFocus(text);
  await keys.activate(button('Add the template'));
  await page.getByRole('heading', { level: 1, name: 'Arrival code' }).waitFor();
  await keys.expectFocusKept();

  await keys.backTo(page.getByRole('combobox', { name: 'Add a language' }));
  await page.keyboard.type('german');
  await page.locator('[data-combobox-selected]').filter({ hasText: 'German' }).waitFor();
  await keys.press('Enter');
  await page.getByRole('tab', { name: 'German' }).waitFor();
  await keys.expectFocusKept();
  await keys.backTo(main().getByLabel('Subject'));
  await page.keyboard.type('Ihr Aufenthalt');
  await keys.type(text, 'Der Code ist {{unit.title}}.');

  await keys.backTo(page.getByRole('tab', { name: 'German' }));
  await keys.press('ArrowLeft');
  await page.getByRole('tab', { name: 'English', selected: true }).waitFor();
  await keys.activate(button('Save'));
  await page.getByRole('tab', { name: 'German', selected: true }).waitFor();
  await keys.expectRefused(text, "{{unit.title}} isn't a variable.");
  await keys.press('Control+A');
  await page.keyboard.type('Guten Tag {{guest.firstName}}');
  await keys.activate(button('Save'));
  await page
    .getByRole('article')
    .getByText(/^Guten Tag /)
    .waitFor();
  await keys.expectFocus(text);
  await keys.choose(page.getByLabel('Booking', { exact: true }), 'Ada Byron');
  await page.getByRole('article').getByText('Guten Tag Ada', { exact: true }).waitFor();
});

test('a rule is added, turned off, on again and removed with keys only', async () => {
  await page.goto('/panel/automation/messages');
  await keys.activate(button('Add a rule'));
  await dialog().locator(':focus').waitFor();
  await keys.type(dialog().getByLabel('Name'), 'Code on the day');
  await keys.type(dialog().getByLabel('Days'), '999');
  await keys.press('Enter');
  await keys.expectRefused(dialog().getByLabel('Days'), 'Days must be between 0 and 365.');
  await keys.press('Control+A');
  await page.keyboard.type('2');
  await keys.press('Enter');
  await dialog().waitFor({ state: 'detached' });
  await keys.expectFocus(button('Edit Code on the day'));

  const rule = page.getByRole('row').filter({ hasText: 'Code on the day' });
  for (const state of ['Off', 'On']) {
    await keys.backTo(button('Edit Code on the day'));
    await keys.press('Enter');
    await keys.activate(dialog().getByRole('switch'), 'Space');
    await keys.activate(button(/^Save/, dialog()));
    await dialog().waitFor({ state: 'detached' });
    await rule.getByText(state, { exact: true }).waitFor();
    await keys.expectFocus(button('Edit Code on the day'));
  }
  await keys.activate(button('Remove Code on the day'));
  await keys.activate(button('Remove the rule', dialog()));
  await page.getByRole('heading', { name: 'No rules yet' }).waitFor();
  await keys.expectFocusKept();
});

test('a guest gets a reply that was written with keys only', async () => {
  const booking = await desk.enter(60, 62, 'Marie Curie');
  const http = storefrontHttp(platform.address, `lakeside.localhost:${platform.port}`);
  await http.send(
    'POST',
    `/bookings/${booking.permalinkId}/messages`,
    { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    `${new URLSearchParams({ key: crypto.randomUUID(), message: 'May we come at 3?' })}`,
  );
  await http.close();
  await page.goto('/panel/messages');
  await keys.activate(page.getByRole('link', { name: 'Marie Curie' }));
  const reply = page.getByLabel('Your reply');
  await keys.type(reply, 'Of course.');
  await keys.activate(button('Send reply'));
  await page.getByRole('list', { name: 'Messages' }).getByText('Of course.').waitFor();
  await keys.expectFocus(reply);
  const thread = await openThreads(platform, desk.host.teamId).of(booking.id);
  expect(thread?.messages.nodes.map(({ text }) => text)).toContain('Of course.');
});
