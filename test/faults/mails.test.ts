import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { fill, stranger } from '../support/accounts.ts';
import { bookStay } from '../support/bookings.ts';
import { useTestDatabase } from '../support/database.ts';
import { openMailbox } from '../support/mailbox.ts';
import { plainBrowser } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { EFFORT, patience, tries } from '../support/seeded.ts';
import { startServerProcess } from '../support/server-process.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// docs/interface/accounts.md#mails: no mail without its cause, and no lost mail.

test('an email whose transaction fails is neither written nor sent', async () => {
  const mailbox = await openMailbox();
  const platform = await startPlatform({ MAIL_URL: mailbox.url, LOG_LEVEL: 'fatal' });
  const { query } = platform.database;
  try {
    // The transaction that writes the mail fails once at its last statement.
    await query(`CREATE SEQUENCE apps.failures`);
    await query(`CREATE FUNCTION apps.fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('apps.failures') = 1 THEN RAISE EXCEPTION 'no'; END IF; RETURN NEW; END $$`);
    await query(
      `CREATE TRIGGER fail BEFORE INSERT ON apps.account_events FOR EACH ROW EXECUTE FUNCTION apps.fail()`,
    );
    const who = stranger();
    await fill(plainBrowser(platform.address), '/signup', who);
    await eventually(
      () => query<{ n: number }>(`SELECT last_value::int AS n FROM apps.failures`),
      ([row]) => row?.n === 1,
    );
    const tables = 'SELECT 1 FROM apps.mails UNION ALL SELECT 1 FROM apps.accounts WHERE email = $1';
    expect(await query(tables, [who.email])).toEqual([]);
    expect(mailbox.mails).toEqual([]);
    await mailbox.mailTo(who.email, /^Confirm/);
    expect(await query('SELECT 1 FROM apps.mails')).toHaveLength(1);
    expect(mailbox.mails).toHaveLength(1);
  } finally {
    await platform.close();
    await mailbox.close();
  }
});

test('killing the process while it sends emails loses no emails', {
  timeout: patience(240_000),
}, async () => {
  const mailbox = await openMailbox();
  const database = await useTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'platform-mails-'));
  onTestFinished(async () => {
    await mailbox.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const start = () =>
    startServerProcess({
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRET_KEY: TEST_SECRET_KEY,
      MAIL_URL: mailbox.url,
      TRUSTED_PROXIES: '127.0.0.1',
    });
  const people = Array.from({ length: tries(20) }, () => stranger());
  const signUp = async (address: string) => {
    for (const [n, who] of people.entries()) {
      const browser = plainBrowser(address, { 'x-forwarded-for': `203.0.113.${n}` });
      await fill(browser, '/signup', who).catch(() => null);
    }
  };

  /** Guests with a placed booking: each must receive the mail with the payment link. */
  const placed: string[] = [];
  const place = async (address: string) => {
    const platform = { address, port: Number(new URL(address).port) } as TestPlatform;
    for (let n = 0; n < 4; n += 1) {
      const guest = `Guest${placed.length} Byron`;
      await bookStay(platform, { checkIn: daysAhead(60 + 3 * n), checkOut: daysAhead(62 + 3 * n), guest });
      placed.push(`guest${placed.length}@example.com`);
    }
  };

  let server = await start();
  // An interrupted mail is sent again 10 s later, so every kill costs that time.
  for (const killedAfter of EFFORT > 1 ? [5, 25] : [5]) {
    const signing = signUp(server.address);
    await eventually(
      async () => mailbox.mails.length,
      (count) => count >= killedAfter,
    );
    await place(server.address);
    await server.stop('SIGKILL');
    await signing;
    server = await start();
  }
  await signUp(server.address);
  try {
    const unsent = () =>
      database.query<{ what: string }>(
        `SELECT concat_ws(' ', key, status, last_error) AS what FROM apps.mails WHERE status <> 'sent'
         UNION ALL SELECT name FROM pgboss.job
           WHERE name IN ('booking.created/apps', 'apps/mail-booking', 'apps/sign-up')`,
      );
    for (let tries = 0; tries < 100 && (await unsent()).length > 0; tries += 1) await sleep(1_000);
    expect(await unsent()).toEqual([]);
    const rows = await database.query<{ key: string }>('SELECT key FROM apps.mails');
    const received = new Set(mailbox.mails.map(({ messageId }) => messageId));
    expect(received.size).toBe(rows.length);
    const recipients = new Set(mailbox.mails.flatMap(({ recipients }) => recipients));
    expect(
      [...people.map(({ email }) => email), ...placed].filter((email) => !recipients.has(email)),
    ).toEqual([]);
  } finally {
    await server.stop();
  }
});
