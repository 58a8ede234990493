import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAgent, type StorefrontHttp, storefrontHttp } from '../support/agent.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { ask } from '../support/developer.ts';
import { linkOf, type Mailbox, openMailbox } from '../support/mailbox.ts';
import { keepPicture, openPanel, seriousFindings } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { openRequests } from '../support/requests.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// docs/interface/requests.md#the-guests-pages: from an agent's search to a paid stay, through clicks, emails
// and a real MCP client.

let mailbox: Mailbox;
let platform: TestPlatform;
let requests: Awaited<ReturnType<typeof openRequests>>;
let browser: Browser;
let alpine: StorefrontHttp;
beforeAll(async () => {
  mailbox = await openMailbox();
  [platform, browser] = await Promise.all([startPlatform({ MAIL_URL: mailbox.url }), openBrowser()]);
  requests = await openRequests(platform, 'alpine');
  alpine = storefrontHttp(platform.address, `alpine.localhost:${platform.port}`);
});
afterAll(async () => {
  await Promise.all([browser.close(), alpine.close()]);
  await platform.close();
  await mailbox.close();
});

const stay = (day: number) => {
  const [checkIn, checkOut] = [daysAhead(day), daysAhead(day + 2)];
  return `/stays/${requests.unit}/request?check_in=${checkIn}&check_out=${checkOut}&adults=1&children=0&units=1`;
};

describe('a guest whose agent found a stay', { timeout: 60_000 }, () => {
  const guest = { email: 'grace@example.com', first: 'Grace', last: 'Hopper' };
  let page: Page;
  let troubles: readonly string[];
  let url = '';
  let progress = '';

  beforeAll(async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      locale: 'en-GB',
      viewport: { width: 1440, height: 900 },
    });
    page = await context.newPage();
    page.setDefaultTimeout(10_000);
    troubles = watch(page).troubles;
  });

  /** Both widths, each with a picture; axe needs scripts, so it checks a copy of the page. */
  const expectFit = async (name: string) => {
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `test-output/panel/${name}-${width}.png`, fullPage: true });
    }
    const looked = await browser.newPage();
    await looked.goto(page.url());
    expect(await seriousFindings(looked), name).toEqual([]);
    await looked.setViewportSize({ width: 360, height: 900 });
    expect(await looked.evaluate('document.documentElement.scrollWidth'), name).toBe(360);
    await keepPicture(looked, `${name}-whole`);
    await looked.close();
  };

  test('the agent gives its guest a link to the request form', async () => {
    const agent = await connectAgent(platform.port, 'alpine.localhost');
    const dates = { check_in: daysAhead(30), check_out: daysAhead(32) };
    const { products } = await agent.call('search_catalog', { catalog: { ...dates, adults: 1 } });
    await agent.close();
    url = String(products[0]?.url);
    await page.goto(url);
    await page.getByRole('heading', { level: 1, name: 'Request to book' }).waitFor();
    await expectFit('request-form');
  });

  test('the guest submits the form, and the page points to the mailbox', async () => {
    await page.getByLabel('First name').fill(guest.first);
    await page.getByLabel('Last name').fill(guest.last);
    await page.getByLabel('Email address').fill(guest.email);
    await page.getByLabel('Arrival time (optional)').fill('16:30');
    await page.getByLabel('Message to the host (optional)').fill('We love quiet rooms.');
    await page.getByLabel(/I accept the host's terms/).check();
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByRole('heading', { name: 'Check your mailbox' }).waitFor();
  });

  test('the guest confirms with a button on the page that the email links to', async () => {
    await page.goto(linkOf(await mailbox.mailTo(guest.email, /confirm/i)));
    const [row] = await platform.database.query<{ status: string }>(
      'SELECT status FROM checkout.booking_requests WHERE guest_email = $1',
      [guest.email],
    );
    expect(row?.status).toBe('unverified');
    await expectFit('request-verify');
    await page.getByRole('button', { name: 'Confirm request' }).click();
    await page.locator('[data-request-status="pending"]').waitFor();
    progress = page.url();
    await expectFit('request-pending');
  });

  test('the host accepts the request in the panel', async () => {
    const host = await openPanel(platform, browser, {
      who: 'outsider',
      viewport: { width: 1440, height: 900 },
    });
    await host.getByRole('table', { name: 'Waiting for your answer' }).getByRole('link').click();
    await host.getByText('We love quiet rooms.').waitFor();
    await host.getByText('16:30').waitFor();
    await host.getByRole('button', { name: 'Accept', exact: true }).click();
    await host.getByRole('button', { name: 'Accept the request' }).click();
    await host.getByText('Accepted, unpaid').waitFor();
    await host.context().close();

    await page.goto(progress);
    await page.locator('[data-request-status="accepted"]').waitFor();
    await expectFit('request-accepted');
  });

  test('the guest pays at the link on the request page', async () => {
    await page.getByRole('link', { name: 'Pay now' }).click();
    await page.locator('[data-payment-status="awaiting_payment"]').waitFor();
    await page.getByRole('button', { name: /test payment/i }).click();
    await page.locator('[data-payment-status="paid"]').waitFor();
    await page.goto(progress);
    await page.locator('[data-request-status="booked"]').waitFor();
    expect(troubles).toEqual([]);
  });

  test('the stay gets a cleaning task', async () => {
    const tasks = () =>
      platform.database.query<{ type: string }>(
        `SELECT t.task_type AS type FROM tasks.task t JOIN checkout.bookings b ON b.id = t.booking_id WHERE b.guest_email = $1`,
        [guest.email],
      );
    const found = await eventually(tasks, (rows) => rows.length > 0);
    expect(found.map(({ type }) => type)).toEqual(['cleaning']);
  });

  test("the guest's emails never contradict the request", async () => {
    await mailbox.mailTo(guest.email, /confirmed/);
    const subjects = mailbox.mails
      .filter(({ recipients }) => recipients.includes(guest.email))
      .map(({ subject }) => subject ?? '');
    expect(
      subjects.map((subject) => /confirm your|pay|is confirmed/i.exec(subject)?.[0]?.toLowerCase()),
    ).toEqual(['confirm your', 'pay', 'is confirmed']);
  });
});

describe('the pages of requests', () => {
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
  const send = (
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ) => alpine.send('POST', path, { ...FORM, ...headers }, new URLSearchParams(fields).toString());
  const filled = (email: string, over: object = {}) => ({
    first_name: 'Ada',
    last_name: 'Byron',
    email,
    terms: 'yes',
    ...over,
  });
  const placedBy = (email: string) =>
    platform.database.query<{ id: string }>(
      'SELECT id FROM checkout.booking_requests WHERE guest_email = $1',
      [email],
    );
  const clearBudget = () =>
    platform.database.query("DELETE FROM rate_limits WHERE key LIKE 'guest-request:%'");

  test("the request form shows each error next to its field in the guest's language", async () => {
    const answer = await send(stay(40), { first_name: 'Ada', message: '<b>' }, { 'accept-language': 'de' });
    const { text } = answer;
    expect(answer.status).toBe(422);
    expect(text).toContain('<html lang="de"');
    expect(text).toMatch(/name="last_name"[^>]*aria-invalid="true"/);
    expect(text).toContain('Bitte akzeptieren Sie die Bedingungen.');
    expect(text).not.toMatch(/name="first_name"[^>]*aria-invalid/);
    expect(text).toContain('&lt;b&gt;');
  });

  test('submitting the request form twice creates one request', async () => {
    const form = filled('twice@example.com', { key: crypto.randomUUID() });
    const answers = await Promise.all([send(stay(42), form), send(stay(42), form)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.text).toContain('mailbox');
    expect(await placedBy('twice@example.com')).toHaveLength(1);
  });

  test.each([{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])(
    "the request form refuses another site's post: %j",
    async (headers) => {
      expect((await send(stay(44), filled('foreign@example.com'), headers)).status).toBe(403);
      expect(await placedBy('foreign@example.com')).toEqual([]);
    },
  );

  test('the request page offers the nearest dates if the nights are taken', async () => {
    await platform.database.query(
      'UPDATE catalog.night SET closed = total WHERE unit_type_id = $1 AND night = $2',
      [requests.unit, daysAhead(47)],
    );
    const shown = await eventually(
      async () => (await alpine.get(stay(46))).text,
      (text) => text.includes('These dates are taken.'),
    );
    expect(shown).toMatch(/href="\/stays\/\d+\/request\?check_in=/);
    expect((await send(stay(46), filled('late@example.com'))).status).toBe(422);
  });

  test('an unknown request link shows a page that explains the problem', async () => {
    const [{ id = '' } = {}] = await placedBy('twice@example.com');
    const path = `/requests/${id}/verify/${'x'.repeat(43)}`;
    expect((await alpine.get(path)).status).toBe(200);
    expect((await send(path, {})).status).toBe(410);
    expect((await alpine.get(`/requests/${crypto.randomUUID()}/verify/x`)).status).toBe(410);
    expect((await alpine.get(`/requests/${crypto.randomUUID()}`)).status).toBe(404);
  });

  test('the guest can withdraw a request on its page', async () => {
    const { id } = await requests.request({ checkIn: daysAhead(50), checkOut: daysAhead(52) });
    const shown = await alpine.get(`/requests/${id}`);
    expect(shown.headers['cache-control']).toBe('no-store');
    expect(shown.headers['x-robots-tag']).toBe('noindex');
    const answer = await send(`/requests/${id}/withdraw`, {});
    expect([answer.status, answer.headers.location]).toEqual([303, `/requests/${id}`]);
    expect(await requests.statusOf(id)).toBe('withdrawn');
    expect((await alpine.get(`/requests/${id}`)).text).toContain('You withdrew this request.');
  });

  test('the request page redirects to the stay if the dates are missing', async () => {
    const answer = await alpine.get(`/stays/${requests.unit}/request`);
    expect(answer.headers.location).toBe(`/stays/${requests.unit}`);
  });

  test('one network address can send five requests an hour', async () => {
    await clearBudget();
    const sent = await Promise.all(
      Array.from({ length: 7 }, (_, place) => send(stay(60), filled(`crowd-${place}@example.com`))),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  test('the request page accepts no requests if bookings are instant', async () => {
    const setInstant = (instantBooking: boolean) =>
      ask(
        platform,
        requests.host,
        'mutation($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) { userErrors { code } } }',
        { input: { id: String(requests.storefront), instantBooking } },
      );
    await setInstant(true);
    expect((await alpine.get(stay(70))).status).toBe(409);
    await setInstant(false);
  });
});
