import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StorefrontHttp, storefrontHttp } from '../support/agent.ts';
import { demoHost } from '../support/app-world.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { openReception } from '../support/guests.ts';
import { openThreads } from '../support/host-threads.ts';
import { openInboxWithServer } from '../support/inbox-app.ts';
import { expectGoodLooks, openPanel } from '../support/panel.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// docs/interface/conversations.md: hosts read and answer conversations.

describe('the page of messages', () => {
  let platform: TestPlatform;
  let browser: Browser;
  let page: Page;
  let http: StorefrontHttp;
  let reception: Awaited<ReturnType<typeof openReception>>;
  let inbox: ReturnType<typeof openThreads>;
  let troubles: readonly string[];

  beforeAll(async () => {
    [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
    reception = await openReception(platform, 'lakeside');
    inbox = openThreads(platform, reception.teamId);
    http = storefrontHttp(platform.address, `lakeside.localhost:${platform.port}`);
    page = await openPanel(platform, browser, { viewport: { width: 1440, height: 900 } });
    troubles = watch(page).troubles;
  });
  afterAll(async () => {
    await http.close();
    await browser.close();
    await platform.close();
  });

  let guests = 0;
  /** Creates a guest who booked and wrote; returns the ids of the booking, contact and conversation. */
  const written = async (lastName: string, message: string) => {
    guests += 1;
    const email = `panel-${guests}@example.com`;
    const { id, contactId } = await reception.book({ firstName: 'Ada', lastName, email });
    const path = await inbox.permalinkOf(id);
    const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
    const write = (text: string) =>
      http.send(
        'POST',
        `${path}/messages`,
        form,
        `${new URLSearchParams({ key: crypto.randomUUID(), message: text })}`,
      );
    await write(message);
    const conversation = await inbox.of(id);
    if (!conversation) throw new Error('Nothing was written.');
    return { booking: id, contactId, conversation: conversation.id, write };
  };
  const show = (conversation: string) => page.goto(`/panel/messages/${conversation}`);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const list = () => page.getByRole('table', { name: 'Conversations' });
  const thread = () => page.getByRole('list', { name: 'Messages' }).getByRole('listitem');

  test("the messages page links to each guest's message", async () => {
    await written('Hopper', 'Is there a lift?\nSee https://access.example/needs');
    await page.goto('/panel');
    await page.getByRole('link', { name: /^Inbox.*unread/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    await list().getByText('1 unread').waitFor();
    await expectGoodLooks(page, 'Messages');
    await list().getByRole('link', { name: 'Ada Hopper' }).click();
    await page.getByText('(access.example)').waitFor();
    await expectGoodLooks(page, 'Conversation');
  });

  test("the messages page doesn't count viewed messages as unread", async () => {
    const { conversation } = await written('Noether', 'Hello');
    await show(conversation);
    await thread().getByText('Hello').waitFor();
    await expect.poll(async () => (await unreadOf(conversation))?.unread).toBe(0);
  });
  const unreadOf = async (conversation: string) => {
    const [row] = await platform.database.query<{ unread: number }>(
      'SELECT unread FROM checkout.conversations WHERE id = $1',
      [Number(conversation)],
    );
    return row;
  };

  test('the messages page sends a reply using only the keyboard', async () => {
    const { booking, conversation } = await written('Curie', 'May we come at 3?');
    await show(conversation);
    await page.getByLabel('Your reply').focus();
    await page.keyboard.type('Of course.');
    await page.keyboard.press('Tab'); // the file button
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await thread().getByText('Of course.').waitFor();
    await page.getByText('Answered', { exact: true }).waitFor();
    expect(await page.getByLabel('Your reply').inputValue()).toBe('');
    const shown = await http.get(await inbox.permalinkOf(booking), { accept: 'text/html' });
    expect(shown.text).toContain('Of course.');
  });

  test('the messages page hides a note from the guest', async () => {
    const { booking, conversation } = await written('Franklin', 'Hello');
    await show(conversation);
    await page.getByText('Note', { exact: true }).click();
    await page.getByLabel('Note for your team').fill('She was here in May.');
    await press('Save note');
    await thread().getByText('She was here in May.').waitFor();
    const shown = await http.get(await inbox.permalinkOf(booking), { accept: 'text/html' });
    expect(shown.text).not.toContain('She was here in May.');
  });

  test("a guest's message reopens a conversation closed on the messages page", async () => {
    const { conversation, write } = await written('Meitner', 'Thank you');
    await show(conversation);
    await press('Close');
    await page.getByText('Closed', { exact: true }).waitFor();
    await write('One more thing');
    await page.getByText('Waiting for you', { exact: true }).waitFor();
    await thread().getByText('One more thing').waitFor();
  });

  test('the messages page moves a conversation to spam and back', async () => {
    const { conversation } = await written('Spammer', 'Buy now');
    await show(conversation);
    await press('Mark as spam');
    await press('Move to spam');
    await press('Not spam');
    await page.getByText('Waiting for you', { exact: true }).waitFor();
  });

  test('the messages page finds a conversation by its guest', async () => {
    await written('Lamarr', 'Hello');
    await page.goto('/panel/messages');
    await page.getByRole('searchbox', { name: /^Search by/ }).fill('Lamarr');
    await expect.poll(() => list().getByRole('link').allInnerTexts()).toEqual(['Ada Lamarr']);
  });

  test('the messages page assigns a conversation to a member', async () => {
    const { conversation } = await written('Hamilton', 'Hello');
    await show(conversation);
    const assignee = page.getByRole('combobox', { name: 'Assigned to' });
    await assignee.selectOption({ index: 1 });
    await press('Assign');
    await expect
      .poll(async () => {
        const [row] = await platform.database.query<{ assignee: number | null }>(
          'SELECT assignee_id::float8 AS assignee FROM checkout.conversations WHERE id = $1',
          [Number(conversation)],
        );
        return row?.assignee;
      })
      .toEqual(expect.any(Number));
  });

  test("the messages page offers an app's suggested reply", async () => {
    const { conversation } = await written('Johnson', 'When is breakfast?');
    await inbox.draft(conversation, 'From 7 to 10.');
    await show(conversation);
    const proposed = page.getByRole('region', { name: 'Suggested reply' });
    await proposed.getByText('From 7 to 10.').waitFor();
    await press('Use as reply');
    expect(await page.getByLabel('Your reply').inputValue()).toBe('From 7 to 10.');
    await press('Send reply');
    await thread().getByText('From 7 to 10.').waitFor();
    await proposed.waitFor({ state: 'detached' });
  });

  test('the messages page resends a failed message', async () => {
    const { conversation } = await written('Goeppert', 'Hello');
    await inbox.send(conversation, 'Good morning');
    await platform.database.query(
      `UPDATE checkout.messages SET status = 'failed', failure_code = 'MAIL_FAILED', failure_text = 'It was not taken.'
       WHERE conversation_id = $1 AND direction = 'out'`,
      [Number(conversation)],
    );
    await show(conversation);
    await page.getByText('Not sent: It was not taken.').waitFor();
    await press('Send again');
    await thread().getByText('Sent', { exact: true }).waitFor();
  });

  test('a host can write the first message from a booking', async () => {
    const { id } = await reception.book({ firstName: 'Ada', lastName: 'Byron', email: 'first@example.com' });
    await page.goto(`/panel/bookings/${id}`);
    await press('Write to the guest');
    await page.getByLabel('Your message').fill('We look forward to your stay.');
    await expectGoodLooks(page, 'First message to a guest');
    await press('Send message');
    await thread().getByText('We look forward to your stay.').waitFor();
    await page.goto(`/panel/bookings/${id}`);
    await page.getByRole('link', { name: 'Your storefront' }).click();
    await thread().getByText('We look forward to your stay.').waitFor();
  });

  test("a guest's page links to the messages", async () => {
    const { contactId } = await written('Somerville', 'Hello there');
    await page.goto(`/panel/guests/${contactId}`);
    await page.getByRole('link', { name: 'Your storefront' }).click();
    await thread().getByText('Hello there').waitFor();
  });

  test('the messages page sends a reply through the app connected to the external inbox', async () => {
    const provider = await openInboxWithServer(platform, await demoHost(platform, 'lakeside'));
    const { conversation } = await provider.app.receive({ message: { text: 'Is there a crib?' } });
    await show(conversation.id);
    await thread().getByText('Is there a crib?').waitFor();
    await page
      .getByText(`The guest wrote through ${provider.app.app.slug}, which delivers your reply.`)
      .waitFor();
    await expectGoodLooks(page, 'Conversation of another inbox');
    await page.getByLabel('Your reply').fill('There is.');
    await press('Send reply');
    await thread().getByText('Sent', { exact: true }).waitFor();
    expect(provider.server.calls.map(({ raw }) => JSON.parse(raw).text)).toEqual(['There is.']);
    await provider.server.close();
  });

  test('the messages page can send files with a reply', async () => {
    const { conversation } = await written('Babbage', 'Where do I park?');
    await show(conversation);
    await page.getByLabel('Your reply').fill('Here is the map.');
    const pdf = { name: 'map.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') };
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Left, then right.') };
    await page.locator('input[type=file]').setInputFiles([pdf, notes]);
    await page.getByRole('button', { name: 'Remove map.pdf' }).waitFor();
    await page.getByRole('button', { name: 'Remove notes.txt' }).waitFor();
    await press('Send reply');
    await page.getByRole('alert').getByText("notes.txt isn't").waitFor();
    await expectGoodLooks(page, 'Files of an answer');
    await press('Remove notes.txt');
    await press('Send reply');
    const file = thread().getByRole('link', { name: 'map.pdf' });
    await file.waitFor();
    const sent = await fetch((await file.getAttribute('href')) ?? '');
    expect(sent.headers.get('content-disposition')).toContain('map.pdf');
    expect(await sent.text()).toBe('%PDF-1.7\n%%EOF\n');
    await expectGoodLooks(page, 'Conversation with a file');
  });

  test('the messages page can resend a reply refused by an app', async () => {
    const provider = await openInboxWithServer(platform, await demoHost(platform, 'lakeside'));
    provider.answer({ status: 422, body: { code: 'THREAD_CLOSED', retry: false } });
    const { conversation } = await provider.app.receive({ message: { text: 'And a cot?' } });
    await show(conversation.id);
    await page.getByLabel('Your reply').fill('That too.');
    await press('Send reply');
    await thread().getByText('Not sent: THREAD_CLOSED').waitFor();
    await expectGoodLooks(page, 'Answer that an app did not send');
    provider.answer({ body: { external_id: 'second-try' } });
    await press('Send again');
    await thread().getByText('Sent', { exact: true }).waitFor();
    await provider.server.close();
  });

  test('the messages page never violates its content security policy', () => {
    expect(troubles).toEqual([]);
  });
});
