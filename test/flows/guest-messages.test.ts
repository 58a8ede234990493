import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StorefrontHttp, storefrontHttp } from '../support/agent.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { type Guest, openReception } from '../support/guests.ts';
import { openThreads } from '../support/host-threads.ts';
import { expectGoodGuestPage } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { openRequests } from '../support/requests.ts';

// docs/interface/conversations.md#guests: guests write to their host on the page of their booking or request.

let platform: TestPlatform;
let browser: Browser;
let http: StorefrontHttp;
let reception: Awaited<ReturnType<typeof openReception>>;
let inbox: ReturnType<typeof openThreads>;
beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
  reception = await openReception(platform, 'lakeside');
  inbox = openThreads(platform, reception.teamId);
  http = storefrontHttp(platform.address, `lakeside.localhost:${platform.port}`);
});
afterAll(async () => {
  await http.close();
  await browser.close();
  await platform.close();
});

let guests = 0;
const newGuest = (more: Partial<Guest> = {}): Guest => {
  guests += 1;
  return { firstName: 'Ada', lastName: 'Lovelace', email: `writes-${guests}@example.com`, ...more };
};
/** Creates a booking; returns its id and its page's path. */
const book = async () => {
  const { id } = await reception.book(newGuest());
  return { id, path: await inbox.permalinkOf(id) };
};
const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
const keyOf = (text: string) => /name="key" value="([^"]+)"/.exec(text)?.[1] ?? '';
const post = (path: string, fields: Readonly<Record<string, string>>, more: object = {}) =>
  http.send('POST', `${path}/messages`, { ...FORM, ...more }, `${new URLSearchParams(fields)}`);
const textsOf = async (booking: string) =>
  (await inbox.of(booking))?.messages.nodes.map(({ text }) => text) ?? [];

async function openPage(path: string, more: object = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: `http://lakeside.localhost:${platform.port}`,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...more,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(path);
  return page;
}

describe('the page of a booking', () => {
  test('the booking page accepts a message and shows the reply without JavaScript', async () => {
    const { id, path } = await book();
    const page = await openPage(path, { javaScriptEnabled: false });
    const { troubles } = watch(page);
    await page.getByLabel('Your message').fill('Is there a cot?\nWe come at 9.');
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByText('Your message was sent.').waitFor();
    await page.getByText('Is there a cot?').waitFor();
    expect(await textsOf(id)).toEqual(['Is there a cot?\nWe come at 9.']);
    const conversation = await inbox.of(id);
    await inbox.send(String(conversation?.id), 'Yes, it is in the room.');
    await page.goto(path);
    const messages = page.getByRole('region', { name: 'Messages' }).getByRole('listitem');
    expect(await messages.allInnerTexts()).toEqual([
      expect.stringMatching(/^You, .*\(local time at the property\)\s+Is there a cot\?\nWe come at 9\.$/),
      expect.stringMatching(/Yes, it is in the room\.$/),
    ]);
    expect(troubles).toEqual([]);
    await page.context().close();
  });

  test('the booking page looks good with a thread', async () => {
    const { id, path } = await book();
    await inbox.start({ bookingId: id }, 'Welcome! Read https://lakeside.example/arrival before you come.');
    const page = await openPage(path);
    await page.getByText('(lakeside.example)').waitFor();
    await page.getByLabel('Your message').fill('Thank you');
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByText('Your message was sent.').waitFor();
    await expectGoodGuestPage(page, 'messages');
    await page.context().close();
  });

  test('the booking page never shows a team note', async () => {
    const { id, path } = await book();
    const { message } = await inbox.start({ bookingId: id }, 'Good morning');
    await inbox.note(String(message?.conversationId), 'A difficult guest');
    const { text } = await http.get(path, { accept: 'text/html' });
    expect(text).toContain('Good morning');
    expect(text).not.toContain('A difficult guest');
  });

  test('the booking page shows markup as text', async () => {
    const { path } = await book();
    const { text } = await http.get(path, { accept: 'text/html' });
    await post(path, { key: keyOf(text), message: '<img src=x onerror=alert(1)> & <b>bold</b>' });
    const shown = (await http.get(path, { accept: 'text/html' })).text;
    expect(shown).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &lt;b&gt;bold&lt;/b&gt;');
  });

  test("submitting the booking page's form three times creates one message", async () => {
    const { id, path } = await book();
    const key = keyOf((await http.get(path, { accept: 'text/html' })).text);
    const sent = await Promise.all([1, 2, 3].map(() => post(path, { key, message: 'Once' })));
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await textsOf(id)).toEqual(['Once']);
  });

  test('submitting a message on the booking page redirects back to the thread', async () => {
    const { path } = await book();
    const { status, headers } = await post(path, { key: 'a', message: 'Hello' });
    expect([status, headers.location]).toEqual([303, `${path}?message=sent#messages`]);
  });

  test("the booking page keeps an overlong message's text in the form", async () => {
    const { id, path } = await book();
    const long = 'ä'.repeat(10_001);
    const { status, text } = await post(path, { key: 'k', message: long });
    expect(status).toBe(422);
    expect(text).toContain('A message can have at most 10,000 characters.');
    expect(text).toContain(`>${long}</textarea>`);
    expect(await textsOf(id)).toEqual([]);
  });

  test('a refused message leaves a page whose payment forms still pay for the booking', async () => {
    const { path } = await book();
    const { text } = await post(path, { key: 'k', message: '' });
    const actions = [...text.matchAll(/<form class="method" method="post"(?: action="([^"]*)")?/g)];
    expect(actions.length).toBeGreaterThan(0);
    for (const [, action] of actions) expect(action).toBe(path);
  });

  test('the booking page requires a message text', async () => {
    const { id, path } = await book();
    const { status, text } = await post(path, { key: 'k', message: ' \r\n ' });
    expect([status, text]).toEqual([422, expect.stringContaining('Write a message first.')]);
    expect(await textsOf(id)).toEqual([]);
  });

  test("the booking page refuses another site's form", async () => {
    const { id, path } = await book();
    const { status } = await post(path, { key: 'k', message: 'x' }, { 'sec-fetch-site': 'cross-site' });
    expect(status).toBe(403);
    expect(await textsOf(id)).toEqual([]);
  });

  test('the booking page refuses a body larger than any message', async () => {
    const { path } = await book();
    const { status } = await post(path, { key: 'k', message: 'x'.repeat(120_000) });
    expect(status).toBe(413);
  });

  test('an unknown booking link accepts no message', async () => {
    const { status } = await post(`/bookings/${crypto.randomUUID()}`, { key: 'k', message: 'x' });
    expect(status).toBe(404);
  });

  test("the booking form's address redirects to the booking page", async () => {
    const { path } = await book();
    const { status, headers } = await http.get(`${path}/messages`, { accept: 'text/html' });
    expect([status, headers.location]).toEqual([303, `${path}#messages`]);
  });

  test('the booking page is in German if the guest prefers German', async () => {
    const { path } = await book();
    const { text } = await http.get(`${path}?lang=de`, { accept: 'text/html' });
    expect(text).toContain('Ihre Nachricht</label>');
    expect(text).toContain(`action="${path}/messages?lang=de"`);
  });
});

test("the request page accepts messages from the request's guest", async () => {
  const requests = await openRequests(platform, 'alpine');
  const { id } = await requests.request();
  const page = await openPage(`http://alpine.localhost:${platform.port}/requests/${id}`);
  await page.getByLabel('Your message').fill('May we bring a dog?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByText('Your message was sent.').waitFor();
  await page.getByText('May we bring a dog?').waitFor();
  await expectGoodGuestPage(page, 'request-messages');
  await page.context().close();
});
