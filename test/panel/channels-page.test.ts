import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { type ChannelWorld, openChannel, reservation } from '../support/channel.ts';
import { expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

describe('the channels page', () => {
  let platform: TestPlatform;
  let browser: Browser;
  let page: Page;
  let world: ChannelWorld;
  let troubles: readonly string[];

  beforeAll(async () => {
    [platform, browser] = await Promise.all([startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1' }), openBrowser()]);
    world = await openChannel(
      platform,
      await demoHost(platform, 'lakeside'),
      {
        channel: { name: 'Staywell', features: ['rates', 'rate_plans'] },
      },
      { saysItsCopy: true },
    );
    const [{ currency } = { currency: '' }] = await platform.database.query<{ currency: string }>(
      'SELECT currency FROM catalog.property WHERE id = $1',
      [world.propertyId],
    );
    const answer = { ok: true, channel_property_id: 'HOTEL-77', currency };
    world.server.answers.set('/test', { body: answer });
    world.server.answers.set('/products', { body: { rooms: [{ id: 'room-1', name: 'Double, lake side' }] } });
    page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
    troubles = watch(page).troubles;
    await page.getByRole('link', { name: 'Channels' }).click();
  });
  afterAll(async () => {
    await browser.close();
    await platform.close();
    await world.server.close();
  });

  /** Returns the last refresh's date ranges. */
  const toldNights = async (): Promise<{ from: string }[]> => {
    await connection().getByText('Availability and rates: up to date').waitFor();
    const told = world.server.calls.filter(({ path }) => path === '/ari').map(({ raw }) => JSON.parse(raw));
    const start = told.findLastIndex(
      ({ mode, changes }, at) => mode === 'full' && changes.length > 0 && told[at - 1]?.more !== true,
    );
    return told.slice(start).flatMap(({ changes }) => changes);
  };
  const connection = () => page.getByRole('article', { name: /^Staywell/ });

  test('the channels page connects a property that the channel lists', async () => {
    await page.getByLabel('Property', { exact: true }).selectOption(world.propertyId);
    await page.getByRole('button', { name: 'Connect' }).click();
    await connection().getByText("Rooms aren't mapped yet").waitFor();
    await connection().getByText('HOTEL-77 on the channel').waitFor();
  });

  test("the channels page maps a channel's room to a unit type", async () => {
    await connection().getByRole('button', { name: 'Map rooms' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rooms on Staywell' });
    await dialog.getByLabel('Double, lake side, sold from').selectOption(world.unitTypes[0]?.id ?? '');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await connection().getByText('Active').waitFor();
    await connection().getByText('1 room mapped').waitFor();
  });

  test("the channels page maps a room's rates to rate plans", async () => {
    const rates = [
      { id: 'flex', name: 'Flexible' },
      { id: 'saver', name: 'Saver' },
    ];
    world.server.answers.set('/products', {
      body: { rooms: [{ id: 'room-1', name: 'Double, lake side', rates }] },
    });
    await connection().getByRole('button', { name: 'Map rooms' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rooms on Staywell' });
    await dialog.getByLabel('Double, lake side, Saver', { exact: true }).selectOption('Not sold');
    await dialog.getByLabel('Double, lake side, Flexible, price change in percent').fill('12.5');
    await dialog.getByLabel('Double, lake side, Flexible, then add in EUR').fill('3.5');
    await dialog.getByLabel('Double, lake side, Flexible, round to a multiple in EUR').fill('1');
    await expectGoodLooks(page, 'Rates of a channel');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const [{ rooms }] = await world.host(
      '{ it: channelConnections { rooms { channelRoomId rates { channelRateId ratePlanId percentBp addMinor roundTo } } } }',
    );
    expect(rooms).toEqual([
      {
        channelRoomId: 'room-1',
        rates: [{ channelRateId: 'flex', ratePlanId: null, percentBp: 1250, addMinor: 350, roundTo: 100 }],
      },
    ]);
    await connection().getByRole('button', { name: 'Map rooms' }).click();
    const saver = dialog.getByLabel('Double, lake side, Saver', { exact: true });
    expect(await saver.inputValue()).toBe('none');
    await page.keyboard.press('Escape');
  });

  test('the channels page changes the units held back from a channel', async () => {
    await connection().getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings of Staywell' });
    await dialog.getByLabel("Units to hold back from agents while it's degraded").fill('2');
    await dialog.getByLabel("If it sells a night that's taken here").selectOption('Refuse it');
    await expectGoodLooks(page, 'Settings of a channel');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const settings = () =>
      world.host('{ it: channelConnections { holdBackUnits overbooking stopSellBelow } }');
    expect(await settings()).toEqual([{ holdBackUnits: 2, overbooking: 'refuse', stopSellBelow: 0 }]);
    await platform.database.query(
      `UPDATE catalog.channel_connection SET hold_back_units = 1, overbooking = 'flag'`,
    );
    await page.reload();
  });

  test('the channels page lists nights that the channel sold without a free unit', async () => {
    const { id } = (await world.host('{ it: channelConnections { id } }'))[0];
    const units = world.unitTypes[0]?.units ?? 0;
    for (let sold = 0; sold <= units; sold++) await world.bring(reservation(id, 400));
    await page.reload();
    await connection().getByRole('alert').getByText('Overbooked').waitFor();
    await expectGoodLooks(page, 'Channels');
  });

  test('the channels page shows every message to the channel', async () => {
    await connection().getByText('Availability and rates: up to date').waitFor();
    await connection().getByRole('button', { name: 'Messages' }).click();
    const dialog = page.getByRole('dialog', { name: 'Messages to Staywell' });
    await dialog.getByText('Accepted').first().waitFor();
    await dialog
      .getByText(/^All nights/)
      .first()
      .waitFor();
    await expectGoodLooks(page, 'Messages to a channel');
    await page.keyboard.press('Escape');
  });

  test("the channels page compares the channel's copy with the data sent to it", async () => {
    const copy = await toldNights();
    world.server.answers.set('/copy', { body: { changes: copy } });
    await connection().getByRole('button', { name: 'Compare' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compare with Staywell' });
    await dialog.getByText('Nothing differs').waitFor();
    const [first] = copy;
    world.server.answers.set('/copy', {
      body: {
        changes: [
          ...copy,
          { ...first, availability: 99, until: first?.from, rates: [{ guests: 2, amount: 1_00 }] },
          { ...first, channel_room: 'attic', channel_rate: undefined, availability: 1 },
        ],
      },
    });
    await dialog.getByRole('button', { name: 'Later nights' }).click();
    await dialog.getByRole('button', { name: 'Earlier nights', disabled: false }).waitFor();
    await dialog.getByRole('button', { name: 'Earlier nights' }).click();
    await dialog.getByText('99 units').waitFor();
    await dialog.getByText('On sale, but not mapped').waitFor();
    await expectGoodLooks(page, 'What a channel has');
    await page.keyboard.press('Escape');
  });

  test('the channels page shows the reason when a channel rejects an update', async () => {
    world.server.answers.set('/ari', { status: 503, body: {} });
    await connection().getByRole('button', { name: 'Send everything again' }).click();
    await connection()
      .getByText(/returned status 503.*retrying in (?:under a minute|\d+ min)\./)
      .waitFor();
    await expectGoodLooks(page, 'A channel that fails');
    await platform.database.query('UPDATE catalog.channel_connection SET degraded_since = now()');
    await page.reload();
    await connection().getByText('Degraded', { exact: true }).waitFor();
    await connection().getByText('agents are offered 1 unit fewer of each of its unit types').waitFor();
    await expectGoodLooks(page, 'A channel that is degraded');
    world.server.answers.set('/ari', { body: { accepted: true } });
    await connection().getByRole('button', { name: 'Send everything again' }).click();
    await connection().getByText('Availability and rates: up to date').waitFor();
  });

  test('the channels page pauses and resumes a connection', async () => {
    await connection().getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Pause channel' }).click();
    await connection().getByText('Paused').waitFor();
    await connection().getByRole('button', { name: 'Resume' }).click();
    await connection().getByText('Active').waitFor();
    expect(troubles).toEqual([]);
  });
});
