import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { ask, type Developer, type InstalledApp, installNewApp } from '../support/developer.ts';
import { expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { listApp, publishApp } from '../support/public-app.ts';
import { VALUE_TABLE } from '../support/setting-values.ts';

// docs/interface/settings.md: the form on an installed app's page.

const setting = (key: string, type: string, label: string, more: object = {}) => ({
  key,
  type,
  label,
  ...more,
});

const SETTINGS = [
  setting('account', 'text', 'Account number', {
    required: true,
    pattern: '[A-Z]{2}-\\d+',
    help: 'On your contract, like CH-12.',
    group: 'Your account',
  }),
  setting('api_key', 'secret', 'Interface key', { group: 'Your account' }),
  setting('mode', 'select', 'Mode', {
    options: [
      { value: 'all', label: 'Everything' },
      { value: 'some', label: 'One property' },
    ],
    group: 'What is sent',
  }),
  setting('house', 'property', 'House', {
    required: true,
    show_if: { key: 'mode', equals: 'some' },
    group: 'What is sent',
  }),
];

/** Fills in a value for each type with its own field. */
const FIELDS: Readonly<Record<string, (page: Page, value: string) => Promise<unknown>>> = {
  boolean: (page, value) => page.getByLabel('boolean').selectOption(value),
  select: (page, value) => page.getByLabel('select', { exact: true }).selectOption(value),
  multiselect: async (page, value) => {
    await page.getByRole('combobox', { name: 'multiselect' }).press('ArrowDown');
    for (const chosen of JSON.parse(value)) {
      await page
        .getByRole('listbox')
        .getByRole('option', { name: chosen.toUpperCase(), exact: true })
        .click();
    }
    await page.keyboard.press('Escape');
  },
};

describe('settings of an installed app', () => {
  let platform: TestPlatform;
  let browser: Browser;
  let host: Developer;
  let app: InstalledApp;
  let page: Page;
  let troubles: readonly string[];

  beforeAll(async () => {
    [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
    host = await demoHost(platform, 'lakeside');
    app = await installNewApp(platform, host, { name: 'Ledger', settings: SETTINGS });
    page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
    troubles = watch(page).troubles;
    await page.goto(`/panel/installed/${app.slug}`);
  });
  afterAll(async () => {
    await browser.close();
    await platform.close();
  });

  const field = (label: string) => page.getByLabel(label, { exact: false }).first();
  const saveButton = () => page.getByRole('button', { name: 'Save', exact: true });
  async function save(): Promise<void> {
    await saveButton().click();
    await page.getByRole('status').getByText('Saved.').waitFor();
  }
  const saved = async (slug: string): Promise<Readonly<Record<string, string | null>>> => {
    const text = 'query ($slug: String!) { install(slug: $slug) { settings { key value } } }';
    const { install } = await ask<{ install: { settings: { key: string; value: string | null }[] } }>(
      platform,
      host.host,
      text,
      { slug },
    );
    return Object.fromEntries(install.settings.map(({ key, value }) => [key, value]));
  };

  test('the settings page shows the settings that an app needs', async () => {
    const notice = page.getByRole('alert').filter({ hasText: 'Ledger needs settings' });
    await notice.getByText('Account number').waitFor();
    await expectGoodLooks(page, 'An app that needs settings');
  });

  test('the settings form groups fields under headings', async () => {
    const headings = page.locator('form').getByRole('heading', { level: 3 });
    expect(await headings.allTextContents()).toEqual(['Your account', 'What is sent']);
    await page.getByText('On your contract, like CH-12.').waitFor();
  });

  test('the settings form shows dependent settings once their condition is met', async () => {
    expect(await field('House').count()).toBe(0);
    await field('Mode').selectOption('some');
    await field('House').waitFor();
    await field('Mode').selectOption('all');
    await field('House').waitFor({ state: 'detached' });
  });

  test('the settings form shows each error next to its field', async () => {
    await field('Account number').fill('12');
    await field('Mode').selectOption('some');
    await saveButton().click();
    const wrong = page.locator('[aria-invalid="true"]');
    await expect.poll(() => wrong.count()).toBe(2);
    const explains = async (label: string) => {
      const ids = (await field(label).getAttribute('aria-describedby')) ?? '';
      const texts = ids
        .split(' ')
        .filter(Boolean)
        .map((id) => page.locator(`[id="${id}"]`).textContent());
      return (await Promise.all(texts)).join(' ');
    };
    expect(await explains('Account number')).toContain('Account number ');
    expect(await explains('House')).toContain('House is required.');
    await expectGoodLooks(page, 'Settings that are refused');
    expect(await saved(app.slug)).toMatchObject({ account: null, mode: null });
  });

  test('the settings form shows saved values after a reload', async () => {
    await field('Account number').fill('CH-12');
    await field('Interface key').fill('key-of-the-house-7f');
    await field('House').selectOption({ index: 1 });
    await save();
    await page.reload();
    await field('House').waitFor();
    expect(await field('Account number').inputValue()).toBe('CH-12');
    expect(await field('House').inputValue()).toBe((await saved(app.slug)).house);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test("the settings form shows only a secret's last two characters", async () => {
    expect(await field('Interface key').inputValue()).toBe('');
    expect(await field('Interface key').getAttribute('placeholder')).toBe('Set, ends in …7f');
    expect(await page.content()).not.toContain('key-of-the-house');
    await expectGoodLooks(page, 'Settings of an app');
  });

  test('the settings form can remove a secret', async () => {
    await page.getByRole('button', { name: 'Remove Interface key' }).click();
    await save();
    await expect.poll(() => field('Interface key').getAttribute('placeholder')).toBe('Not set');
  });

  test("the settings form doesn't overwrite another member's changes", async () => {
    await field('Account number').fill('CH-13');
    const set = `mutation ($slug: String!) { appSettingsSet(slug: $slug, values: [{ key: "account", value: "CH-99" }]) {
      userErrors { message } } }`;
    await ask(platform, host.host, set, { slug: app.slug });
    await saveButton().click();
    await page.getByRole('alert').getByText('The settings changed in the meantime').waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => field('Account number').inputValue()).toBe('CH-99');
  });

  test('the store installs an app only after its required settings are filled in', async () => {
    await publishApp(platform, {
      slug: 'ledger-pro',
      name: 'Ledger Pro',
      type: 'remote',
      settings: SETTINGS,
    });
    await listApp(platform, 'ledger-pro');
    await page.goto('/panel/store/ledger-pro');
    await page.getByRole('heading', { name: 'What Ledger Pro needs' }).waitFor();
    const install = async () => {
      await page.getByRole('button', { name: 'Install', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Install', exact: true }).click();
    };
    await install();
    await page.getByRole('dialog').getByText('Account number is required.').waitFor();
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await field('Account number').getAttribute('aria-invalid')).toBe('true');
    await expectGoodLooks(page, 'An app of the store that needs settings');
    await field('Account number').fill('CH-7');
    await install();
    await page.getByRole('status').getByText('Ledger Pro is installed').waitFor();
    expect(await saved('ledger-pro')).toMatchObject({ account: 'CH-7' });
  });

  test("a developer's own app can be installed only after its required settings are filled in", async () => {
    const { slug } = await installNewApp(platform, host, { name: 'Own', settings: SETTINGS });
    const uninstall = 'mutation ($slug: String!) { appUninstall(slug: $slug) { userErrors { code } } }';
    await ask(platform, host.host, uninstall, { slug });
    await page.goto(`/panel/developer/${slug}`);
    await page.getByRole('heading', { name: 'What Own needs' }).waitFor();
    await expectGoodLooks(page, 'An own app that needs settings');
    await field('Account number').fill('CH-8');
    await page.getByRole('button', { name: 'Install', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Install', exact: true }).click();
    await page.getByLabel('runtime token', { exact: true }).waitFor();
    expect(await saved(slug)).toMatchObject({ account: 'CH-8' });
  });

  test.each([
    ['property', 'Property'],
    ['unit_type', 'Unit type'],
  ])('the settings form keeps separate values for each %s', async (per, label) => {
    const { slug } = await installNewApp(platform, host, {
      name: 'Codes',
      settings: [setting('code', 'text', 'Code', { per, required: true })],
    });
    await keepsApart({ slug, per, label });
  });

  test('the settings form keeps separate values for each placement', async () => {
    const entry = (handle: string) => ({ handle, name: handle, target: 'stay.bottom' });
    const { slug } = await installNewApp(platform, host, {
      name: 'Voices',
      type: 'injection',
      injections: [
        { ...entry('reviews'), url: 'https://voices.example/reviews' },
        { ...entry('walks'), url: 'https://voices.example/walks' },
      ],
      settings: [setting('code', 'text', 'Code', { per: 'placement', required: true })],
    });
    const { storefronts } = await ask<{ storefronts: { id: string }[] }>(
      platform,
      host.host,
      '{ storefronts { id } }',
    );
    for (const handle of ['reviews', 'walks'])
      await ask(
        platform,
        host.host,
        'mutation ($input: InjectionPlaceInput!) { injectionPlace(input: $input) { placement { id } userErrors { message } } }',
        { input: { appSlug: slug, handle, target: 'stay.bottom', storefrontId: storefronts[0]?.id } },
      );
    await keepsApart({ slug, per: 'placement', label: 'Placement' });
  });

  /** Fills in a value for one object and checks two objects. */
  async function keepsApart({ slug, per, label }: Record<'slug' | 'per' | 'label', string>): Promise<void> {
    await page.goto(`/panel/installed/${slug}`);
    const chosen = page.getByLabel(label, { exact: true });
    await chosen.waitFor();
    const options = chosen.locator('option');
    await expect.poll(() => options.count()).toBeGreaterThan(2);
    const [, first = '', second = ''] = await options.evaluateAll((all) =>
      all.map((option) => option.getAttribute('value') ?? ''),
    );
    await chosen.selectOption(first);
    await field('Code').fill('A-1');
    await save();
    await expectGoodLooks(page, `Settings of each ${label}`);
    await chosen.selectOption(second);
    await expect.poll(() => field('Code').inputValue()).toBe('');
    await chosen.selectOption(first);
    await expect.poll(() => field('Code').inputValue()).toBe('A-1');
    const text = `query ($slug: String!, $id: ID!) { install(slug: $slug) { settings(per: ${per}, id: $id) { value } } }`;
    expect(await ask(platform, host.host, text, { slug, id: first })).toEqual({
      install: { settings: [{ value: 'A-1' }] },
    });
  }

  test('the settings form accepts a value of every type', async () => {
    const listed = VALUE_TABLE.filter(({ good }) => good.length > 0);
    const types = listed.map(({ type, more = {} }) => setting(type, type, type, more));
    const every = await installNewApp(platform, host, { name: 'Every type', settings: types });
    await page.goto(`/panel/installed/${every.slug}`);
    await saveButton().waitFor();
    for (const { type, good } of listed) {
      const value = good[0] ?? '';
      await (FIELDS[type]?.(page, value) ?? page.getByLabel(type, { exact: true }).fill(value));
    }
    await save();
    expect(await saved(every.slug)).toEqual(
      Object.fromEntries(listed.map(({ type, good }) => [type, type === 'secret' ? null : good[0]])),
    );
    await page.keyboard.press('Escape');
    await expectGoodLooks(page, 'Settings of every type');
    expect(troubles).toEqual([]);
  });

  /** Types whose fields accept any text; other fields can't contain an invalid value. */
  const TYPED = ['text', 'secret', 'integer', 'decimal', 'url', 'email'];

  test("the settings form shows an invalid value's error at its field", async () => {
    const typed = VALUE_TABLE.filter(({ type }) => TYPED.includes(type)).map(({ type, more = {}, bad }) => ({
      type,
      more,
      bad: bad.filter((value) => !value.includes('\n')), // a line can't contain line breaks
    }));
    const types = typed.map(({ type, more }) => setting(type, type, type, more));
    const { slug } = await installNewApp(platform, host, { name: 'Bad values', settings: types });
    await page.goto(`/panel/installed/${slug}`);
    await saveButton().waitFor();
    const rounds = Math.max(...typed.map(({ bad }) => bad.length));
    for (let round = 0; round < rounds; round += 1) {
      for (const { type, bad } of typed) {
        await page.getByLabel(type, { exact: true }).fill(bad[round % bad.length] ?? '');
      }
      await saveButton().click();
      const refused = (type: string) => page.getByLabel(type, { exact: true }).getAttribute('aria-invalid');
      await expect
        .poll(() => Promise.all(typed.map(async ({ type }) => [type, round, await refused(type)])))
        .toEqual(typed.map(({ type }) => [type, round, 'true']));
    }
    expect(Object.values(await saved(slug)).filter((value) => value !== null)).toEqual([]);
  });
});
