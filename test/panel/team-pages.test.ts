import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#kit/roles.ts';
import { openBrowser } from '../support/browser.ts';
import { demoAccount } from '../support/oauth.ts';
import { expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { newMember, PASSWORD } from '../support/team-world.ts';

// docs/guides/panel.md: the panel for each team role, and the team pages' look.

describe('the pages of a team', () => {
  let platform: TestPlatform;
  let browser: Browser;
  let owner: Page;

  beforeAll(async () => {
    [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
    owner = await openPanel(platform, browser);
  });
  afterAll(async () => {
    await browser.close();
    await platform.close();
  });

  /** Signs a new member of a demo team in. */
  async function openAs(role: Role): Promise<Page> {
    const { account } = await newMember(platform, 'lakeside', role);
    const context = await browser.newContext({ baseURL: platform.address, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto('/login?return_to=%2Fpanel%3Fteam%3Dlakeside');
    await page.getByLabel('Email').fill(`${account.team}@example.com`);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Team: Lakeside Stays' }).waitFor();
    return page;
  }

  const navigation = async (page: Page) => {
    const links = page.getByRole('navigation', { name: 'Panel' }).getByRole('link');
    await links.first().waitFor();
    return links.allInnerTexts();
  };

  test("an owner sees members, invitations and the team's settings", async () => {
    await owner.goto('/panel/team');
    await owner.getByRole('table', { name: 'Members' }).waitFor();
    await expectGoodLooks(owner, 'team-owner');
    await owner.getByRole('link', { name: 'Settings', exact: true }).click();
    await owner.getByLabel('Team name').waitFor();
    await expectGoodLooks(owner, 'settings');
  });

  test('creating a secret more than ten minutes after authenticating requires the password', async () => {
    await owner.goto('/panel/team/tokens');
    await platform.database.query(
      `UPDATE apps.host_sessions SET elevated_until = now() - interval '1 second'`,
    );
    await owner.getByLabel('Token name').fill('My laptop');
    await owner.getByRole('button', { name: 'Create token', exact: true }).click();
    const dialog = owner.getByRole('dialog', { name: "Confirm that it's you" });
    await dialog.getByLabel('Your password').fill('not the password');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('The password is incorrect.').waitFor();
    await expectGoodLooks(owner, 'step-up');
    await dialog.getByLabel('Your password').fill(demoAccount(platform, 'host').password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await owner.getByLabel('access token', { exact: true }).waitFor();
  });

  test("housekeeping sees only its units, its tasks and today's guests", async () => {
    const page = await openAs('housekeeping');
    expect(await navigation(page)).toEqual(['Tasks', 'Team']);
    const tabs = page.getByRole('navigation', { name: 'Tasks' }).getByRole('link');
    await tabs.first().waitFor();
    expect(await tabs.allInnerTexts()).toEqual(['All tasks', 'My tasks', 'Housekeeping', 'Guests today']);
    await page.getByRole('link', { name: 'Housekeeping', exact: true }).click();
    await page.getByRole('heading', { name: 'Lake View Double' }).waitFor();
    await page
      .getByRole('button', { name: /: unit / })
      .first()
      .waitFor();
    await expectGoodLooks(page, 'team-housekeeping-units');
    await page.getByRole('link', { name: 'Guests today' }).click();
    await page.getByText('No one arrives or leaves today').waitFor();
    await expectGoodLooks(page, 'team-housekeeping');
    await page.context().close();
  });

  test('the front desk can close nights in the calendar but sees no rate fields', async () => {
    const page = await openAs('front_desk');
    await page.getByRole('link', { name: 'Calendar', exact: true }).click();
    await page
      .getByRole('gridcell', { name: /EUR .* free/ })
      .last()
      .click();
    const drawer = page.getByRole('dialog', { name: /^Close nights/ });
    await drawer.getByLabel('Units closed').waitFor();
    expect(await drawer.getByLabel(/^Rate/).count()).toBe(0);
    await expectGoodLooks(page, 'team-front-desk');
    await page.context().close();
  });

  test('a new team starts with the first steps', async () => {
    await owner.goto('/panel/new-team');
    await owner.getByLabel('Name').fill('Pier Rooms');
    await expectGoodLooks(owner, 'team-new');
    await owner.getByRole('button', { name: 'Create team' }).click();
    await owner.getByRole('heading', { level: 1, name: 'Get started' }).waitFor();
    await owner.getByRole('button', { name: 'Team: Pier Rooms' }).waitFor();
  });

  test("a member without the team's required second factor is redirected to set it up", async () => {
    const page = await openAs('manager');
    await platform.database.query(
      `UPDATE apps.teams SET require_second_factor = true WHERE slug = 'lakeside'`,
    );
    await page.goto('/panel/bookings?team=lakeside');
    await page.getByText('Lakeside Stays requires a second factor').waitFor();
    await expectGoodLooks(page, 'team-factor-missing');
    await page.getByRole('link', { name: 'Add a passkey or an authenticator app' }).click();
    await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor();
    await page.context().close();
  });
});
