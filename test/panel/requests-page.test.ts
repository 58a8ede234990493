import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, watch } from '../support/browser.ts';
import { ask } from '../support/developer.ts';
import { expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { newRequester, openRequests } from '../support/requests.ts';
import { daysAhead } from '../support/stays.ts';

// docs/interface/requests.md: a host sees and answers booking requests.

describe('the page of requests', () => {
  let platform: TestPlatform;
  let browser: Browser;
  let page: Page;
  let requests: Awaited<ReturnType<typeof openRequests>>;
  let troubles: readonly string[];

  beforeAll(async () => {
    [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
    requests = await openRequests(platform, 'alpine');
    page = await openPanel(platform, browser, { who: 'outsider', viewport: { width: 1440, height: 900 } });
    troubles = watch(page).troubles;
  });
  afterAll(async () => {
    await browser.close();
    await platform.close();
  });

  let day = 40;
  /** Creates a waiting request for nights that no other test uses. */
  const request = async (lastName: string, over: object = {}) => {
    day += 5;
    const dates = { checkIn: daysAhead(day), checkOut: daysAhead(day + 2) };
    const guest = { ...newRequester(), lastName };
    return { ...(await requests.request({ ...dates, guest, ...over })), ...dates };
  };
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const show = (id: string) => page.goto(`/panel/bookings/requests/${id}`);
  const settled = (status: string) => page.getByText(status, { exact: true }).first().waitFor();
  const sql = (text: string, values: readonly unknown[]) => platform.database.query(text, [...values]);

  test('waiting requests appear on Today and on the requests page with the time left', async () => {
    await request('Hopper', { message: 'We arrive late.\nIs that all right?' });
    await page.goto('/panel');
    const waiting = page.getByRole('table', { name: 'Waiting for your answer' });
    await waiting.getByText('Grace Hopper').waitFor();
    expect(await waiting.getByText(/23 h 59 min left|24 h 0 min left/).count()).toBe(1);
    await page.getByRole('link', { name: 'Bookings' }).click();
    await page.getByRole('link', { name: 'Requests' }).click();
    await waiting.getByText('Grace Hopper').waitFor();
    await expectGoodLooks(page, 'Requests');
    await waiting.getByRole('link', { name: /^RQ-/ }).click();
    await page.getByText('We arrive late.').waitFor();
    await page.getByRole('list', { name: 'Nights around the stay' }).waitFor();
    await expectGoodLooks(page, 'Request');
  });

  test('a host accepts a request, which becomes a booking', async () => {
    const { id } = await request('Lovelace');
    await show(id);
    await press('Accept');
    await press('Accept the request');
    await settled('Accepted, unpaid');
    expect(await requests.statusOf(id)).toBe('accepted');
    await page.locator('a[href*="/panel/bookings/"]', { hasText: '-' }).waitFor();
  });

  test("the request page requires confirmation before accepting a price that differs from the guest's", async () => {
    const { id, checkIn, quote } = await request('Noether');
    await sql('UPDATE catalog.night SET rate = 99900 WHERE unit_type_id = $1 AND night = $2', [
      requests.unit,
      checkIn,
    ]);
    await sql(`UPDATE checkout.booking_requests SET created_at = now() - interval '25 hours' WHERE id = $1`, [
      id,
    ]);
    await show(id);
    await page.getByText(/The stay costs .* now\./).waitFor();
    await press('Accept');
    await page.getByText(/The price has changed/).waitFor();
    await press(/^Accept at /);
    await settled('Accepted, unpaid');
    const [booking] = await platform.database.query<{ total: string }>(
      'SELECT b.total FROM checkout.bookings b JOIN checkout.booking_requests r ON r.booking_id = b.id WHERE r.id = $1',
      [id],
    );
    expect(Number(booking?.total)).toBeGreaterThan(quote.total);
  });

  test('the request page shows the nearest free dates if the nights are taken', async () => {
    const { id, checkIn } = await request('Curie');
    await sql('UPDATE catalog.night SET closed = total WHERE unit_type_id = $1 AND night = $2', [
      requests.unit,
      checkIn,
    ]);
    await show(id);
    await page.getByText('The nights are taken', { exact: true }).waitFor();
    await press('Accept');
    await press('Accept the request');
    await page.getByText('The nights were taken', { exact: true }).waitFor();
    await page.getByText('Free nearby:').waitFor();
    expect(await requests.statusOf(id)).toBe('failed');
  });

  test('a host declines a request with a reason and a note', async () => {
    const { id } = await request('Meitner');
    await show(id);
    await press('Decline');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').selectOption("The arrival time doesn't work");
    await dialog.getByLabel('Note for your team').fill('They wanted to arrive at 3 in the night.');
    await dialog.getByRole('button', { name: 'Decline the request' }).click();
    await settled('Declined');
    await page.getByText('They wanted to arrive at 3 in the night.').waitFor();
    await page.getByRole('link', { name: 'All requests' }).click();
    await page.getByRole('table', { name: 'Answered requests' }).getByText('Grace Meitner').waitFor();
  });

  test("a guest requests a change without scripts, and the host accepts it on the booking's page", async () => {
    day += 5;
    const { made } = await ask<{ made: { booking: { id: string; permalinkId: string } } }>(
      platform,
      requests.host,
      'mutation ($input: BookingCreateInput!) { made: bookingCreate(input: $input) { booking { id permalinkId } } }',
      {
        input: {
          unitTypeId: String(requests.unit),
          checkIn: daysAhead(day),
          checkOut: daysAhead(day + 1),
          adults: 1,
          guest: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' },
          payment: 'paid',
        },
      },
    );
    const { id, permalinkId } = made.booking;
    const plain = await browser.newContext({
      baseURL: `http://alpine.localhost:${platform.port}`,
      javaScriptEnabled: false,
    });
    const guest = await plain.newPage();
    await guest.goto(`/bookings/${permalinkId}/change`);
    await guest.getByLabel('Check-out').fill(daysAhead(day + 2));
    await guest.getByRole('button', { name: 'Show the new price' }).click();
    await guest.getByRole('button', { name: 'Send the request' }).click();
    await guest.getByRole('button', { name: 'Withdraw the request' }).waitFor();
    await plain.close();

    await page.goto('/panel');
    const changes = page.getByRole('table', { name: 'Requested changes' });
    await changes.getByRole('link', { name: /^BK-/ }).click();
    await page.getByRole('heading', { name: 'Folio' }).waitFor();
    await changes.getByText('Answer by').first().waitFor();
    await expectGoodLooks(page, 'Booking with a requested change');
    await press('Accept');
    await press('Accept the change');
    await changes.waitFor({ state: 'detached' });
    const [booking] = await platform.database.query(
      'SELECT check_out::text AS "checkOut" FROM checkout.bookings WHERE id = $1',
      [Number(id)],
    );
    expect(booking).toEqual({ checkOut: daysAhead(day + 2) });
    await page.goto('/panel/bookings/requests');
    const answered = page.getByRole('table', { name: 'Answered changes' });
    await answered.getByText('Accepted', { exact: true }).waitFor();
    await expectGoodLooks(page, 'Answered changes');
  });

  test('a host saves the request settings and the questions for guests', async () => {
    await page.goto('/panel/site');
    await page.getByLabel('While a request waits for your answer').selectOption('Its nights are held');
    await page.getByLabel('Hours to answer').fill('1.5');
    await press('Add a question');
    const question = page.getByRole('group', { name: 'Question 1' });
    await question.getByLabel('Text').fill('When do you arrive?');
    await question.getByLabel('Answers to choose from').fill('Before 18:00\nLater');
    await question.getByLabel('Must be answered').check();
    const form = page.locator('form', { hasText: 'Hours to answer' });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Saved.').waitFor();
    const [kept] = await platform.database.query(
      'SELECT request_mode AS mode, respond_within_seconds AS respond, request_questions AS questions FROM catalog.storefront WHERE id = $1',
      [requests.storefront],
    );
    expect(kept).toEqual({
      mode: 'hold',
      respond: 5_400,
      questions: [{ text: 'When do you arrive?', choices: ['Before 18:00', 'Later'], required: true }],
    });
    await page.getByLabel('Hours to answer').fill('0.5');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText(/`respondWithin` must be an ISO 8601 duration, PT1H to PT72H/).waitFor();
    expect(troubles).toEqual([]);
  });
});
