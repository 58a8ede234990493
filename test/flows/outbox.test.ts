import { describe, expect, onTestFinished, test } from 'vitest';
import { browserOf, fill, stranger } from '../support/accounts.ts';
import { useTestDatabase } from '../support/database.ts';
import { openMailbox } from '../support/mailbox.ts';
import { panelHeaders, plainBrowser, signIn } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { eventually } from '../support/task-world.ts';

// docs/interface/accounts.md#mails: emails are written with their cause, sent and retried.

async function mailingPlatform(settings: Readonly<Record<string, string>> = {}) {
  const mailbox = await openMailbox();
  const platform = await startPlatform({
    MAIL_URL: mailbox.url,
    TRUSTED_PROXIES: '127.0.0.1',
    ...settings,
  });
  onTestFinished(async () => {
    await platform.close();
    await mailbox.close();
  });
  return { mailbox, platform };
}

interface MailRow {
  readonly status: string;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly link_sealed: string | null;
  /** Seconds until the email is due, counted from now and from its creation. */
  readonly wait: number;
  readonly delay: number;
}

const rowOf = async ({ database }: TestPlatform, email: string) =>
  (
    await database.query<MailRow>(
      `SELECT status, attempts, last_error, link_sealed, extract(epoch FROM due_at - now())::float8 AS wait,
         extract(epoch FROM due_at - created_at)::float8 AS delay
       FROM apps.mails WHERE recipient = $1`,
      [email],
    )
  )[0];

async function askOutbox(platform: TestPlatform, who: string) {
  const browser = plainBrowser(platform.address);
  await signIn(platform, browser, who);
  const response = await fetch(`${platform.address}/panel/graphql`, {
    method: 'POST',
    headers: await panelHeaders(browser),
    body: JSON.stringify({ query: '{ outboxMails(first: 5) { nodes { to subject status text } } }' }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests assert
  return (await response.json()) as any;
}

describe('a mail', () => {
  test('an email has text, HTML, a Message-ID and the configured sender', async () => {
    const { mailbox, platform } = await mailingPlatform({ MAIL_FROM: 'Lodging <hello@example.com>' });
    const who = stranger('Ann <script>');
    await fill(browserOf(platform), '/signup', who);
    const mail = await mailbox.mailTo(who.email, /^Confirm/);
    expect(mail.from).toMatchObject({ name: 'Lodging', address: 'hello@example.com' });
    expect(mail.messageId).toMatch(/^<[0-9a-f]{32}@example\.com>$/);
    expect(mail.text).toContain('Hello Ann <script>,');
    expect(mail.html).toContain('Hello Ann &lt;script&gt;,');
    const row = await eventually(
      () => rowOf(platform, who.email),
      (found) => found?.status === 'sent',
    );
    expect(row).toMatchObject({ attempts: 1, link_sealed: null });
  });

  test('a temporarily refused email is first retried after a minute', async () => {
    const { mailbox, platform } = await mailingPlatform({ SWEEP_INTERVAL: 'PT0.5S' });
    mailbox.refuse(1, 451);
    const who = stranger();
    await fill(browserOf(platform), '/signup', who);
    const row = await eventually(
      () => rowOf(platform, who.email),
      (found) => (found?.wait ?? 0) > 1,
    );
    expect(row).toMatchObject({
      status: 'queued',
      attempts: 1,
      last_error: expect.stringContaining('not now'),
    });
    expect(row?.delay).toBeGreaterThan(40);
    expect(row?.wait).toBeLessThan(61);
    await platform.database.query('UPDATE apps.mails SET due_at = now() WHERE recipient = $1', [who.email]);
    await mailbox.mailTo(who.email, /^Confirm/);
  });

  test('a permanently refused email fails immediately', async () => {
    const { mailbox, platform } = await mailingPlatform();
    mailbox.refuse(1, 550);
    const who = stranger();
    await fill(browserOf(platform), '/signup', who);
    await eventually(
      () => rowOf(platform, who.email),
      (found) => found?.status === 'failed',
    );
  });
});

describe('the outbox without a mail server', () => {
  test("the outbox keeps emails readable for operators until there's a mail server", async () => {
    const database = await useTestDatabase();
    const silent = await startPlatform({ TRUSTED_PROXIES: '127.0.0.1' }, database);
    const who = stranger();
    await fill(browserOf(silent), '/signup', who);
    await eventually(() => rowOf(silent, who.email), Boolean);
    const { data } = await askOutbox(silent, 'operator');
    expect(data.outboxMails.nodes).toMatchObject([
      {
        to: who.email,
        subject: 'Confirm your email address',
        status: 'queued',
        text: expect.stringContaining(`http://localhost:${silent.port}/verify/`),
      },
    ]);
    const { data: denied, errors } = await askOutbox(silent, 'host');
    expect([denied.outboxMails, errors[0].extensions.code]).toEqual([null, 'ACCESS_DENIED']);

    // The first process continues: it leaves the email's job to processes with a server.
    const mailbox = await openMailbox();
    const speaking = await startPlatform({ MAIL_URL: mailbox.url }, database);
    try {
      await mailbox.mailTo(who.email, /^Confirm/);
      expect((await askOutbox(speaking, 'operator')).data.outboxMails.nodes[0]).toMatchObject({ text: null });
    } finally {
      await speaking.close();
      await silent.close();
      await mailbox.close();
    }
  });
});
