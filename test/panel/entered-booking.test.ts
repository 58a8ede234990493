import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { ask } from '../support/developer.ts';
import { expectGoodLooks, openPanel } from '../support/panel.ts';
import { openPaymentWorld } from '../support/payment-world.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

describe('a booking entered in the panel', () => {
  let platform: TestPlatform;
  let browser: Browser;
  beforeAll(async () => {
    [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await platform.close();
  });

  /** Opens a button's dialog. */
  async function openDialog(page: Page, button: string): Promise<Locator> {
    await page.getByRole('button', { name: button }).click();
    return page.getByRole('dialog');
  }
  const total = (page: Page) =>
    page.getByRole('table', { name: 'Price' }).getByRole('row').last().innerText();

  test('a booking entered in the panel can be changed and repriced', async () => {
    const page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
    const from = 210;
    try {
      await page.goto('/panel/bookings');
      const entry = await openDialog(page, 'New booking');
      await entry.getByLabel('Unit type').selectOption({ label: 'Spruce Cabin, Forest Cabins' });
      await entry.getByLabel('Check-in').fill(daysAhead(from));
      expect(await entry.getByLabel('Check-out').inputValue()).toBe(daysAhead(from + 1));
      await entry.getByLabel('Check-out').fill(daysAhead(from + 2));
      await entry.getByLabel('First name').fill('Ida');
      await entry.getByLabel('Last name').fill('Rhodes');
      await entry.getByRole('table', { name: 'Price' }).getByText('Accommodation').waitFor();
      await entry.getByLabel('Email').fill('nonsense');
      await entry.getByRole('button', { name: 'Create booking' }).click();
      await entry.getByText('The email address is invalid').waitFor();
      expect(await entry.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
      await expectGoodLooks(page, 'new-booking');
      await entry.getByLabel('Email').fill('ida@example.com');
      await entry.getByRole('button', { name: 'Create booking' }).click();

      await page.getByRole('heading', { level: 1, name: /^BK-/ }).waitFor();
      await page.getByText('2 nights').waitFor();
      const before = await total(page);
      const change = await openDialog(page, 'Change dates or guests');
      expect(await change.getByLabel('Check-in').inputValue()).toBe(daysAhead(from));
      await change.getByLabel('Check-out').fill(daysAhead(from + 5));
      await expectGoodLooks(page, 'change-booking');
      await change.getByRole('button', { name: 'Change booking' }).click();
      await change.waitFor({ state: 'detached' });
      await page.getByText('5 nights').waitFor();
      const [booking] = await platform.database.query<{ total: string }>(
        'SELECT total FROM checkout.bookings WHERE reference = $1',
        [await page.getByRole('heading', { level: 1 }).innerText()],
      );
      const after = await total(page);
      expect(after).not.toBe(before);
      expect(after.replace(/\D/g, '')).toBe(String(booking?.total));
      await expectGoodLooks(page, 'changed-booking');
    } finally {
      await page.context().close();
    }
  });

  test('a change to a confirmed booking shows its cost before it is saved', async () => {
    const page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
    const figure = (dialog: Locator, label: string) =>
      dialog.getByRole('row', { name: new RegExp(`^${label} `) }).getByRole('cell');
    try {
      await page.goto('/panel/bookings');
      const entry = await openDialog(page, 'New booking');
      await entry.getByLabel('Unit type').selectOption({ label: 'Spruce Cabin, Forest Cabins' });
      await entry.getByLabel('Check-in').fill(daysAhead(250));
      await entry.getByLabel('Check-out').fill(daysAhead(252));
      await entry.getByLabel('First name').fill('Joan');
      await entry.getByLabel('Last name').fill('Clarke');
      await entry.getByText('Paid', { exact: true }).click();
      await entry.getByRole('button', { name: 'Create booking' }).click();
      await page.getByRole('heading', { level: 1, name: /^BK-/ }).waitFor();
      const before = await total(page);

      const change = await openDialog(page, 'Change dates or guests');
      await change.getByLabel('Check-out').fill(daysAhead(253));
      await figure(change, 'New total').waitFor();
      expect(await figure(change, 'Total before').innerText()).toBe(before.replace(/^Total\s+/, ''));
      await expectGoodLooks(page, 'change-price');
      const after = await figure(change, 'New total').innerText();
      await change.getByRole('button', { name: 'Change booking' }).click();
      await change.waitFor({ state: 'detached' });
      await page.getByText('3 nights').waitFor();
      expect((await total(page)).replace(/^Total\s+/, '')).toBe(after);
    } finally {
      await page.context().close();
    }
  });

  test("a booking's menu emails the guest again, edits the note and prints a registration card", async () => {
    const page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
    const more = async (item: string) => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    try {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto('/panel/bookings');
      const entry = await openDialog(page, 'New booking');
      await entry.getByLabel('Unit type').selectOption({ label: 'Spruce Cabin, Forest Cabins' });
      await entry.getByLabel('Check-in').fill(daysAhead(240));
      await entry.getByLabel('First name').fill('Annie');
      await entry.getByLabel('Last name').fill('Easley');
      await entry.getByLabel('Email').fill('annie@example.com');
      await entry.getByText('Paid', { exact: true }).click();
      await entry.getByRole('button', { name: 'Create booking' }).click();
      const reference = await page.getByRole('heading', { level: 1, name: /^BK-/ }).innerText();

      await page.getByRole('button', { name: 'More', exact: true }).click();
      await expectGoodLooks(page, 'booking-menu');
      await page.getByRole('menuitem', { name: "Copy the guest's link" }).click();
      await page.getByRole('menuitem', { name: "Copied the guest's link" }).waitFor();
      const link = await page.evaluate<string>('navigator.clipboard.readText()');
      const [stored] = await platform.database.query<{ permalink_id: string }>(
        'SELECT permalink_id FROM checkout.bookings WHERE reference = $1',
        [reference],
      );
      expect(new URL(link).pathname).toBe(`/bookings/${stored?.permalink_id}`);
      await page.keyboard.press('Escape');

      await more('Email the confirmation again');
      const question = page.getByRole('dialog', { name: 'Email the confirmation again?' });
      await question.getByText('annie@example.com').waitFor();
      await question.getByRole('button', { name: 'Send email' }).click();
      await question.waitFor({ state: 'detached' });
      expect(
        await platform.database.query(
          `SELECT recipient, template FROM apps.mails WHERE key LIKE 'booking-resent/%'`,
        ),
      ).toEqual([{ recipient: 'annie@example.com', template: 'guest-confirmed' }]);

      await more('Add a note');
      const note = page.getByRole('dialog', { name: 'Note' });
      await note.getByLabel('Note for your team').fill('Late arrival, key in the box');
      await expectGoodLooks(page, 'booking-note');
      await note.getByRole('button', { name: 'Save note' }).click();
      await note.waitFor({ state: 'detached' });
      await page.getByText('Late arrival, key in the box').waitFor();

      await more('Registration card');
      const card = page.getByRole('region', { name: 'Card' });
      await card.getByText('Annie Easley').waitFor();
      await card.getByText(reference).waitFor();
      await expectGoodLooks(page, 'registration-card');
      await page.emulateMedia({ media: 'print' });
      expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
      expect(await page.getByRole('navigation').count()).toBe(0);
      expect(await card.isVisible()).toBe(true);
    } finally {
      await page.context().close();
    }
  });

  test("a booking's folio takes charges, payments and refunds in the panel", async () => {
    const page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
    try {
      await page.goto('/panel/bookings');
      const entry = await openDialog(page, 'New booking');
      await entry.getByLabel('Unit type').selectOption({ label: 'Spruce Cabin, Forest Cabins' });
      await entry.getByLabel('Check-in').fill(daysAhead(230));
      await entry.getByLabel('First name').fill('Mary');
      await entry.getByLabel('Last name').fill('Jackson');
      await entry.getByText('Paid', { exact: true }).click();
      await entry.getByRole('button', { name: 'Create booking' }).click();
      await page.getByRole('heading', { level: 1, name: /^BK-/ }).waitFor();
      const folio = page.getByRole('table', { name: 'Folio' });
      const sum = (name: string) => folio.getByRole('row', { name: new RegExp(`^${name} `) }).last();
      await sum('Balance').getByText('0.00').waitFor();

      const charge = await openDialog(page, 'Add charge');
      await charge.getByText('Adjustment', { exact: true }).click();
      await charge.getByLabel('Name').fill('Late check-out');
      await charge.getByLabel(/^Amount/).fill('12,50');
      await expectGoodLooks(page, 'add-charge');
      await charge.getByRole('button', { name: /^Add EUR/ }).click();
      await charge.waitFor({ state: 'detached' });
      await sum('Balance').getByText('12.50').waitFor();

      const payment = await openDialog(page, 'Record payment');
      expect(await payment.getByLabel(/^Amount/).inputValue()).toBe('12.50');
      await payment.getByLabel('Reference').fill('Receipt 7');
      await expectGoodLooks(page, 'record-payment');
      let sent = 0;
      const answered = Promise.withResolvers<void>();
      await page.route('**/panel/graphql', async (route) => {
        if (route.request().postData()?.includes('folioPaymentRecord')) {
          sent += 1;
          await answered.promise;
        }
        return route.continue();
      });
      // Browsers handle input before other tasks.
      await page.evaluate(`(async () => {
        const form = document.querySelector('[role="dialog"] form');
        form.requestSubmit();
        await scheduler.postTask(() => {}, { priority: 'user-blocking' });
        form.requestSubmit();
      })()`);
      await expect.poll(() => sent).toBeGreaterThan(0);
      await payment.getByLabel('Reference').press('Enter');
      answered.resolve();
      await payment.waitFor({ state: 'detached' });
      expect(sent, 'Enter again, immediately and later, records nothing').toBe(1);
      await sum('Balance').getByText('0.00').waitFor();

      const refund = await openDialog(page, 'Record refund');
      await refund.getByLabel(/^Amount/).fill('99999');
      await refund.getByText(/can still be refunded\.$/).waitFor();
      await refund.getByLabel(/^Amount/).fill('5');
      const yesterday = Temporal.Now.plainDateISO('UTC').subtract({ days: 1 }).toString();
      await refund.getByLabel('Paid out on').fill(yesterday);
      await refund.getByRole('button', { name: /^Record EUR/ }).click();
      await refund.waitFor({ state: 'detached' });
      await sum('Refunded').getByText('5.00').waitFor();
      const refunds = await platform.database.query(
        "SELECT refunded_at::date::text AS day FROM checkout.folio_entries WHERE entry = 'refund' AND amount = 500",
      );
      expect(refunds).toEqual([{ day: yesterday }]);

      await page.getByRole('button', { name: 'Remove Late check-out' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await sum('Owed to the guest').getByText('7.50').waitFor();
      await expectGoodLooks(page, 'folio');
      await page.goto('/panel/bookings');
      await page
        .getByRole('table', { name: 'Bookings' })
        .getByText(/credit$/)
        .waitFor();
      await expectGoodLooks(page, 'bookings-with-balance');
    } finally {
      await page.context().close();
    }
  });

  test('cancelling a booking and requesting its refund from the payment app is one dialog', async () => {
    const world = await openPaymentWorld({}, {}, platform);
    const booking = await world.place();
    await platform.database.query(
      `UPDATE checkout.bookings SET lines = jsonb_set(lines::jsonb, '{0,cancellation}', $2::jsonb) WHERE id = $1`,
      [
        booking.bookingId,
        JSON.stringify({
          tiers: [],
          afterLast: { refundPercent: 50, feeNights: null, feeAmount: null },
          timeOfDay: '18:00',
        }),
      ],
    );
    const paymentSessionId = await world.open(booking);
    await world.resolve(paymentSessionId);
    const dispute = (status: string) =>
      ask(
        platform,
        { ...world.app.viewer, scopes: ['write_payments'] },
        'mutation ($input: PaymentDisputeReportInput!) { paymentDisputeReport(input: $input) { userErrors { code } } }',
        { input: { paymentSessionId, amount: 2_000, status, reference: 'dp_1' } },
      );
    await dispute('open');
    const page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
    try {
      await page.getByRole('table', { name: 'Disputed payments' }).getByText('20.00').waitFor();
      await expectGoodLooks(page, 'disputed-payments');
      await page.goto(`/panel/bookings/${booking.bookingId}`);
      await page.getByRole('table', { name: 'Folio' }).getByText('Disputed').waitFor();
      await expectGoodLooks(page, 'disputed-folio');
      await (await openDialog(page, 'Cancel booking')).getByLabel('Later').waitFor();
      expect(await page.getByLabel(/^Request it from/).count()).toBe(0);
      await page.getByRole('button', { name: 'Go back' }).click();
      await dispute('won');
      await page.getByText('Dispute won').waitFor();
      const dialog = await openDialog(page, 'Cancel booking');
      const fact = (name: string) => dialog.locator('dl > div').filter({ hasText: name }).locator('dd');
      const amount = dialog.getByLabel(/^Amount/);
      const paid = await fact('Paid').innerText();
      const figures = await Promise.all(
        ['Cancellation fee', 'Due back to the guest', 'Paid'].map((name) => fact(name).innerText()),
      );
      const [fee = 0, due = 0, whole] = figures.map((text) => Number(text.replace(/\D/g, '')));
      expect([fee > 0, fee + due]).toEqual([true, whole]);
      await expect.poll(async () => Number(await amount.inputValue()) * 100).toBeCloseTo(due);
      await expectGoodLooks(page, 'cancel-booking-app');
      await dialog.getByLabel("It's already paid back").check();
      await dialog.getByLabel('Reference').waitFor();
      await expectGoodLooks(page, 'cancel-booking-recorded');
      await dialog.getByLabel('Waive the fee').check();
      await expect.poll(() => fact('Due back to the guest').innerText()).toBe(paid);
      await dialog.getByLabel('Waive the fee').uncheck();
      await dialog.getByLabel(/^Request it from/).check();
      await amount.fill('99999');
      await dialog
        .getByText(/can be refunded this way\.$/)
        .last()
        .waitFor();
      expect(await dialog.getByRole('button', { name: /^Cancel and request/ }).isDisabled()).toBe(true);
      await amount.fill('10');
      await dialog.getByText(/stays due and is listed on Today\.$/).waitFor();
      let lost = 0;
      await page.route('**/panel/graphql', (route) => {
        if (lost > 0 || !route.request().postData()?.includes('refundSessionOpen')) return route.continue();
        lost += 1;
        return route.abort();
      });
      await dialog.getByRole('button', { name: /^Cancel and request EUR.10\.00$/ }).click();
      await dialog.getByText('The booking is cancelled, but its refund failed.').waitFor();
      await dialog.getByRole('button', { name: 'Try the refund again' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(lost).toBe(1);
      const folio = page.getByRole('table', { name: 'Folio' });
      await folio.getByText('Requested').waitFor();
      await folio.getByText('Due', { exact: true }).waitFor();
      expect(await page.getByRole('button', { name: 'Cancel booking' }).count()).toBe(0);
    } finally {
      await page.context().close();
      await world.close();
    }
  });

  test('retrying an entered booking after a lost response creates only one booking', async () => {
    const page = await openPanel(platform, browser);
    const made = () =>
      platform.database.query('SELECT 1 FROM checkout.bookings WHERE guest_last_name = $1', ['Twice']);
    try {
      await page.goto('/panel/bookings');
      const entry = await openDialog(page, 'New booking');
      await entry.getByLabel('Unit type').selectOption({ label: 'Spruce Cabin, Forest Cabins' });
      await entry.getByLabel('Check-in').fill(daysAhead(290));
      await entry.getByLabel('First name').fill('Ida');
      await entry.getByLabel('Last name').fill('Twice');
      let lost = 0;
      await page.route('**/panel/graphql', async (route) => {
        if (lost > 0 || !route.request().postData()?.includes('bookingCreate')) return route.continue();
        lost += 1;
        await route.fetch();
        await route.abort();
      });
      await entry.getByRole('button', { name: 'Create booking' }).click();
      await entry.getByRole('alert').waitFor();
      expect(await made()).toHaveLength(1);
      await entry.getByRole('button', { name: 'Create booking' }).click();
      await page.getByRole('heading', { level: 1, name: /^BK-/ }).waitFor();
      expect(lost).toBe(1);
      expect(await made()).toHaveLength(1);
    } finally {
      await page.context().close();
    }
  });

  test('a price agreed at the desk is shown before and after the booking is created', async () => {
    const page = await openPanel(platform, browser, { viewport: { width: 390, height: 844 } });
    try {
      await page.goto('/panel/bookings');
      const entry = await openDialog(page, 'New booking');
      await entry.getByLabel('Unit type').selectOption({ label: 'Spruce Cabin, Forest Cabins' });
      await entry.getByLabel('Check-in').fill(daysAhead(250));
      await entry.getByLabel('First name').fill('Mary');
      await entry.getByLabel('Last name').fill('Agreed');
      await entry.getByText('Total', { exact: true }).first().click();
      await entry.getByLabel(/^Total \(/).fill('1');
      await entry.getByRole('alert').getByText('Fees and taxes alone are').waitFor();
      await entry.getByLabel(/^Total \(/).fill('333,00');
      await entry.getByRole('table', { name: 'Price' }).getByText('333.00').waitFor();
      let asked = 0;
      await page.route('**/panel/graphql', (route) => {
        if (route.request().postData()?.includes('bookingPreview')) asked += 1;
        return route.continue();
      });
      await entry.getByLabel('Hold the nights for').selectOption({ label: '3 days' });
      await entry.getByLabel('Reason').fill('Returning guest');
      await entry.getByLabel('Booked by').fill('Phone');
      await entry.getByLabel('Note for your team').fill('Quiet room.');
      await entry.getByLabel(/^Total \(/).fill('334,00');
      await entry.getByRole('table', { name: 'Price' }).getByText('334.00').waitFor();
      expect(asked, 'only the total changes the price').toBe(1);
      await expectGoodLooks(page, 'new-booking-agreed');
      await entry.getByRole('button', { name: 'Create booking' }).click();
      await page.getByRole('heading', { level: 1, name: /^BK-/ }).waitFor();
      await page.getByText('One total for the stay: Returning guest').waitFor();
      await page.getByText('Quiet room.').waitFor();
      expect(await total(page)).toContain('334.00');
    } finally {
      await page.context().close();
    }
  });

  test('the dialog refuses to create a booking without enough free units', async () => {
    const page = await openPanel(platform, browser);
    try {
      await page.goto('/panel/bookings');
      const entry = await openDialog(page, 'New booking');
      await entry.getByLabel('Unit type').selectOption({ label: 'Spruce Cabin, Forest Cabins' });
      await entry.getByLabel('Check-in').fill(daysAhead(270));
      await entry.getByLabel('Units').fill('100');
      await entry.getByRole('alert').getByText('Spruce Cabin').waitFor();
      await entry.getByLabel('First name').fill('Ida');
      await entry.getByLabel('Last name').fill('Rhodes');
      await entry.getByRole('button', { name: 'Create booking' }).click();
      await expect.poll(() => entry.getByLabel('Check-in').getAttribute('aria-invalid')).toBe('true');
      expect(await entry.getByLabel('First name').inputValue()).toBe('Ida');
    } finally {
      await page.context().close();
    }
  });
});
