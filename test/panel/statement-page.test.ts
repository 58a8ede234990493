import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { creditInvoice } from '#subgraphs/apps/billing/commands/credit-invoice.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { expectGoodGuestPage } from '../support/panel.ts';
import { operator } from '../support/public-app.ts';
import { type OwedStatement, openStatementWorld, type StatementWorld } from '../support/statement-world.ts';

// docs/interface/billing.md#paying in a browser.

let world: StatementWorld;
let browser: Browser;
let page: Page;
let troubles: readonly string[];

/**
 * Has the payment app send the payer to its page, which leads back: after the app has reported the payment, or without one.
 */
function behave(isPaid: boolean): void {
  const { origin, calls } = world.server;
  world.server.behave(({ path, body }, response) => {
    if (body) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ redirect_url: `${origin}/pay/${body.payment_session.id}` }));
      return;
    }
    const id = path.replace('/pay/', '');
    const { payment_session: session } =
      calls.find((call) => call.body.payment_session?.id === id)?.body ?? {};
    const link = isPaid ? session?.return_url : session?.cancel_url;
    const show = () => {
      response.setHeader('content-type', 'text/html');
      response.end(
        `<!doctype html><link rel="icon" href="data:,"><title>Pay</title><a href="${link}">Back</a>`,
      );
    };
    if (isPaid) world.resolve(id).then(show, () => response.destroy());
    else show();
  });
}

beforeAll(async () => {
  [world, browser] = await Promise.all([openStatementWorld(), openBrowser()]);
  page = await browser.newPage({ baseURL: world.platform.address });
  troubles = watch(page).troubles;
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

/** Opens a statement's page and expects it to look good at both widths, in light and dark. */
async function expectState({ path }: Pick<OwedStatement, 'path'>, state: string): Promise<void> {
  await page.goto(path);
  await page.locator(`[data-payment-status="${state}"]`).waitFor();
  await expectGoodGuestPage(page, `statement-${state}`);
}

test('a host pays a statement on its page and returns to it, without JavaScript on our pages', async () => {
  const statement = await world.owe(2040);
  await expectState(statement, 'unpaid');
  behave(false);
  await page.getByRole('button', { name: 'Pay EUR 30.00' }).click();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForURL(`**${statement.path}?payment=canceled`);
  behave(true);
  await page.getByRole('radio', { name: 'Test Pay' }).check();
  await page.getByRole('button', { name: 'Pay EUR 30.00' }).click();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForURL(`**${statement.path}?payment=returned`);
  await page.getByText(/^Paid on .* with Test Pay/).waitFor();
  expect(await page.locator('script, form').count()).toBe(0);
  await expectState(statement, 'paid');
});

test('a pending payment, an overdue, a credited and a reopened statement each say so, and one click shows German', async () => {
  const pending = await world.owe(2041);
  const id = await world.open(pending);
  await world.platform.database.query(
    `UPDATE payments.session SET status = 'PENDING', pending_reason = 'The bank takes a day.' WHERE id = $1`,
    [id],
  );
  await expectState(pending, 'pending');

  const overdue = await world.owe(2042);
  await world.platform.database.query('UPDATE apps.app_invoices SET due_at = now() WHERE id = $1', [
    overdue.id,
  ]);
  await expectState(overdue, 'overdue');
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.getByRole('button', { name: 'EUR 30.00 bezahlen' }).waitFor();
  await expectGoodGuestPage(page, 'statement-german');

  const credited = await world.owe(2043);
  const ctx = world.at(new Date().toISOString(), await operator(world.platform));
  const credit = (amount: number) =>
    creditInvoice(ctx, { invoiceId: String(credited.id), amount, reason: 'An outage' });
  await credit(1_000);
  await page.goto(credited.path);
  await page.getByRole('button', { name: 'Pay EUR 20.00' }).waitFor();
  await credit(2_000);
  await expectState(credited, 'credited');

  const reopened = await world.owe(2044);
  await world.platform.database.query(
    `UPDATE apps.app_invoices SET owed = 1000, reopened_at = now(), due_at = now() + interval '14 days' WHERE id = $1`,
    [reopened.id],
  );
  await page.goto(`${reopened.path}?lang=it`);
  await page.getByText('Un pagamento è stato stornato o rimborsato').waitFor();
  await page.getByRole('button', { name: 'Paga 10,00 EUR' }).waitFor();
  await expectGoodGuestPage(page, 'statement-reopened');
  expect(troubles).toEqual([]);

  await page.goto('/statements/no-statement?lang=de');
  await page.getByRole('heading', { name: 'Seite nicht gefunden' }).waitFor();
  await expectGoodGuestPage(page, 'statement-missing');
});
