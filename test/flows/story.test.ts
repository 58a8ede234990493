import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AcpAgent, acpAgent } from '../support/acp.ts';
import { acpSurfaceTo } from '../support/acp-storefront.ts';
import { connectAgent, type McpAgent } from '../support/agent.ts';
import { fillIn } from '../support/app-settings.ts';
import { demoHost } from '../support/app-world.ts';
import { openBrowser } from '../support/browser.ts';
import { ask, type Developer } from '../support/developer.ts';
import { buildSdk, type ExampleApp, openExample } from '../support/example-app.ts';
import { useUpIds } from '../support/large-ids.ts';
import { keepPicture, openPanel, seriousFindings } from '../support/panel.ts';
import { daysAhead } from '../support/stays.ts';
import { designate, eventually } from '../support/task-world.ts';
import { startTwoServers, type TwoServers } from '../support/two-servers.ts';

/**
 * The full story (docs/interface/checkout.md#completing, docs/interface/payments.md#resolving,
 * docs/interface/tasks.md#providers): the agent uses one server and the guest's browser the other, with both
 * apps from `examples/`.
 */
describe('agent books, guest pays, crew cleans', { timeout: 60_000 }, () => {
  let servers: TwoServers;
  let bank: ExampleApp;
  let crew: ExampleApp;
  let host: Developer;
  let agent: McpAgent;
  let acp: AcpAgent;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    [servers, browser] = await Promise.all([
      startTwoServers({ SWEEP_INTERVAL: 'PT0.5S' }),
      openBrowser(),
      buildSdk(),
    ]);
    const { platform } = servers;
    await useUpIds(platform.database);
    const mine = { account: 'host', team: 'lakeside', dev: false };
    bank = await openExample(platform, { folder: 'payment-app', ...mine });
    crew = await openExample(platform, { folder: 'cleaning-app', ...mine });
    await Promise.all([bank.start(), crew.start()]);
    host = await demoHost(platform, 'lakeside');
    await fillIn(platform, host, bank.slug, { account: 'TB-1042', api_key: 'sk_1042_abcd1234' });
    await designate(platform, host, crew.slug);
    agent = await connectAgent(platform.port, 'lakeside.localhost');
    acp = acpAgent(acpSurfaceTo(platform, 'instant'));
    const context = await browser.newContext({ javaScriptEnabled: false });
    context.setDefaultTimeout(10_000);
    page = await context.newPage();
  });
  afterAll(async () => {
    await Promise.all([agent.close(), acp.close(), browser.close(), bank.remove(), crew.remove()]);
    await servers.close();
  });

  const BUYER = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' };
  const itemOn = (day: number) => `stay:7:${daysAhead(day)}:${daysAhead(day + 2)}:2:0`;

  /** Books as an agent over MCP. */
  async function book(day: number) {
    const checkout = { line_items: [{ item: { id: itemOn(day) }, quantity: 1 }], buyer: BUYER };
    const { id } = await agent.call('create_checkout', { checkout });
    const { order } = await agent.call('complete_checkout', { id, meta: { 'idempotency-key': id } });
    if (!order) throw new Error('Nothing was booked.');
    return { checkoutId: id, reference: order.id, permalink: order.permalink_url };
  }

  /** Opens a permalink on the other server, as a guest. */
  const visit = (permalink: string) =>
    page.goto(
      Object.assign(new URL(permalink), {
        port: new URL(servers.addresses[1]).port,
        hostname: 'lakeside.localhost',
      }).href,
    );
  const shows = (status: string) => page.locator(`[data-payment-status="${status}"]`).waitFor();
  const choose = () => page.getByRole('button', { name: 'Pay with Test Bank' }).click();
  const press = (name: string) => page.getByRole('button', { name }).click();
  const orderStatus = async (id: string) => (await agent.call('get_checkout', { id })).order?.payment_status;

  interface Task {
    readonly id: string;
    readonly taskType: string;
    readonly canonicalStatus: string;
    readonly assigneeName: string | null;
    readonly assignedBy: string | null;
  }

  /** Waits for a booking's cleaning to satisfy `holds` and returns it. */
  const cleaning = async (reference: string, holds: (task: Task) => boolean) => {
    const [row] = await servers.platform.database.query<{ id: number }>(
      'SELECT id::float8 FROM checkout.bookings WHERE reference = $1',
      [reference],
    );
    return eventually(
      async () => {
        const { tasks } = await ask<{ tasks: { nodes: readonly (Task & { readonly bookingId: string })[] } }>(
          servers.platform,
          host.host,
          '{ tasks { nodes { id bookingId taskType canonicalStatus assigneeName assignedBy } } }',
        );
        return tasks.nodes.find(({ bookingId }) => bookingId === String(row?.id));
      },
      (task) => task !== undefined && holds(task),
    );
  };

  /** Opens the crew's page inside the host panel. */
  async function openBoard() {
    const panel = await openPanel(servers.platform, browser);
    await panel.getByRole('link', { name: 'Cleaning Crew' }).click();
    return { panel, board: panel.frameLocator('iframe') };
  }

  /** Checks pages with axe, which needs scripts; the guest's own browser runs none. */
  async function everyoneCanUse(addresses: readonly string[]) {
    const colorScheme = 'dark' as const;
    for (const options of [{}, { colorScheme, viewport: { width: 360, height: 740 } }]) {
      const context = await browser.newContext(options);
      const looking = await context.newPage();
      for (const [i, address] of addresses.entries()) {
        await looking.goto(address);
        expect(await seriousFindings(looking), address).toEqual([]);
        expect(await looking.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
        await keepPicture(looking, `pay-${i}-${options.colorScheme ?? 'light'}`);
      }
      await context.close();
    }
  }

  test('a guest whose card is declined chooses another payment method', async () => {
    const { checkoutId, reference, permalink } = await book(40);
    expect(await orderStatus(checkoutId)).toBe('awaiting_payment');

    await visit(permalink);
    await shows('awaiting_payment');
    await choose();
    expect(new URL(page.url()).origin).toBe(bank.origin);
    await page.getByText(`Booking ${reference}`).waitFor();
    await press('Pay with a card that is declined');
    await page.getByText("Test Bank couldn't process your payment: The card was declined.").waitFor();
    await shows('awaiting_payment');
    expect(await orderStatus(checkoutId)).toBe('awaiting_payment');

    await choose();
    await press('Pay now');
    await shows('paid');
    await page.getByText('Ada, your stay is paid and confirmed.').waitFor();
    expect(await orderStatus(checkoutId)).toBe('paid');

    const assigned = await cleaning(reference, ({ canonicalStatus }) => canonicalStatus === 'ASSIGNED');
    expect(assigned).toMatchObject({
      taskType: 'cleaning',
      assigneeName: expect.stringMatching(/^(Ada|Grace|Edsger)$/),
      assignedBy: `app:${crew.slug}`,
    });
    const { panel, board } = await openBoard();
    await board.getByRole('button', { name: `Start task ${assigned?.id}` }).click();
    await board.getByRole('button', { name: `Finish task ${assigned?.id}` }).click();
    await cleaning(reference, ({ canonicalStatus }) => canonicalStatus === 'COMPLETED');
    await panel.context().close();
  });

  test('a pending bank transfer removes the payment request from ACP', async () => {
    const { body: session } = await acp.create({
      line_items: [{ item: { id: itemOn(50) }, quantity: 1 }],
      buyer: BUYER,
    });
    const { order } = (await acp.complete(session.id)).body;
    const asks = async () => (await acp.get(session.id)).body.messages.map(({ code }) => code);
    await visit(order?.permalink_url ?? '');
    await choose();
    const charge = page.url();
    await everyoneCanUse([order?.permalink_url ?? '', charge]);
    await press('Pay by bank transfer');
    await page.getByText('Test Bank is waiting for your payment.').waitFor();
    expect(await asks()).toEqual(['payment_required']);
    await page.goto(charge);
    await press('The transfer arrived');
    await shows('paid');
    expect(await asks()).toEqual([]);
  });

  test('a host refunds part of a payment in the panel', async () => {
    const { reference, permalink } = await book(70);
    await visit(permalink);
    await choose();
    await press('Pay now');
    await shows('paid');

    const panel = await openPanel(servers.platform, browser);
    await panel.goto('/panel/bookings');
    await panel.getByRole('link', { name: reference }).click();
    await panel.getByRole('button', { name: 'Refund…' }).click();
    const question = panel.getByRole('dialog');
    await question.getByLabel('Amount (EUR)').fill('100000');
    await question.getByText('You can refund at most').waitFor();
    expect(await question.getByRole('button', { name: 'Refund' }).isDisabled()).toBe(true);
    await question.getByLabel('Amount (EUR)').fill('20.5');
    await question.getByLabel('Reason').fill('The heating was off.');
    expect(await seriousFindings(panel)).toEqual([]);
    await question.getByRole('button', { name: 'Refund' }).click();
    await question.waitFor({ state: 'detached' });
    await panel.getByText('EUR 20.50 (done)').waitFor();
    await panel.context().close();
  });

  test('a guest who never pays sees that the booking was released', async () => {
    const { checkoutId, reference, permalink } = await book(60);
    await visit(permalink);
    await choose();
    await press('Close without an answer');
    await shows('awaiting_payment');
    await page.getByText("We're waiting for your payment to be confirmed.").waitFor();
    await servers.platform.database.query(
      'UPDATE checkout.bookings SET hold_expires_at = now() WHERE reference = $1',
      [reference],
    );
    await eventually(
      () => orderStatus(checkoutId),
      (seen) => seen === 'released',
    );
    await visit(permalink);
    await shows('released');
    await page.getByText("this booking wasn't paid in time, so its nights have been released.").waitFor();
    expect(await page.getByRole('button').allTextContents()).toEqual(['Send message']);
  });
});
