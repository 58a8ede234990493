import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountOf, browserOf, fill, PASSWORD, pathIn, signUp, stranger } from '../support/accounts.ts';
import { ask, newDeveloper } from '../support/developer.ts';
import { linkOf, type Mailbox, openMailbox } from '../support/mailbox.ts';
import { demoAccount, formOf, panelHeaders, plainBrowser } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { eventually } from '../support/task-world.ts';

// docs/interface/accounts.md: sign-up, address confirmation and forgotten passwords.

let platform: TestPlatform;
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await openMailbox();
  platform = await startPlatform({ MAIL_URL: mailbox.url, TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(async () => {
  await platform.close();
  await mailbox.close();
});

const CONFIRM = /^Confirm your/;
const RESET = /^Choose a new password/;
const KNOWN = /^You already have an account/;

const accountRow = async (email: string) =>
  (
    await platform.database.query<{ id: number; status: string; verified_at: Date | null }>(
      'SELECT id, status, verified_at FROM apps.accounts WHERE email = $1',
      [email],
    )
  )[0];

const mailsTo = (email: string) => mailbox.mails.filter(({ recipients }) => recipients.includes(email));

/** Waits until every job that a form started is done and no email is waiting. */
const quiet = () =>
  eventually(
    () =>
      platform.database.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM (
           SELECT FROM apps.mails WHERE status = 'queued' UNION ALL SELECT FROM pgboss.job
           WHERE name IN ('apps/sign-up', 'apps/forgot-password') AND state IN ('created', 'active')) AS waiting`,
      ),
    ([row]) => row?.n === 0,
  );

describe('a stranger', () => {
  test('a password reset ends the old session', async () => {
    const who = stranger();
    const browser = browserOf(platform);
    const answer = await fill(browser, '/signup', who);
    expect([answer.status, answer.html]).toEqual([200, expect.stringContaining('Check your mailbox')]);
    expect(await accountOf(browser)).toBeNull();

    const landed = await fill(browser, await pathIn(mailbox, who.email, CONFIRM));
    expect(new URL(landed.url).pathname).toBe('/panel/welcome');
    expect(await accountOf(browser)).toMatchObject({ email: who.email, operator: false });
    expect(await accountRow(who.email)).toMatchObject({ status: 'active', verified_at: expect.any(Date) });

    const elsewhere = browserOf(platform);
    const sent = await fill(elsewhere, '/forgot', { email: who.email });
    expect(sent.html).toContain('Check your mailbox');
    const reset = await pathIn(mailbox, who.email, RESET);
    const done = await fill(elsewhere, reset, { password: 'another fine password' });
    expect([done.status, done.html]).toEqual([200, expect.stringContaining('Password changed')]);
    expect(await accountOf(browser)).toBeNull();

    expect((await fill(browserOf(platform), '/login', who)).status).toBe(401);
    await fill(elsewhere, '/login', { ...who, password: 'another fine password' });
    expect(await accountOf(elsewhere)).toMatchObject({ email: who.email });
    await mailbox.mailTo(who.email, /^Your password was changed/);
  });

  test('a stranger can sign in before confirming the address', async () => {
    const who = stranger();
    await fill(browserOf(platform), '/signup', who);
    await mailbox.mailTo(who.email, CONFIRM);
    const browser = browserOf(platform);
    await fill(browser, '/login', who);
    expect(await accountOf(browser)).toMatchObject({ email: who.email });
    expect(await accountRow(who.email)).toMatchObject({ status: 'unverified', verified_at: null });
  });

  test.each([
    [{ password: 'short' }, 'at least 10 characters'],
    [{ password: 'aaaaaaaaaaaaaaa' }, 'too easy to guess'],
    [{ password: 'Basketball' }, 'too easy to guess'],
    [{ email: 'nobody' }, 'email address is invalid'],
    [{ name: ' ' }, '1 to 100 visible characters'],
  ])('the sign-up form reports an error for %j and keeps the input', async (wrong, reason) => {
    const who = { ...stranger('Kim <Lee>'), ...wrong };
    const page = await fill(browserOf(platform), '/signup', who);
    expect(page.status).toBe(422);
    expect(page.html).toContain(reason);
    expect(page.html).toContain(`value="${who.email}"`);
  });

  test('the platform rejects a form submitted from another site', async () => {
    const page = await plainBrowser(platform.address).post('/signup', `${new URLSearchParams(stranger())}`);
    expect(page.status).toBe(403);
  });
});

describe('a link', () => {
  test('a confirmation link works once when 50 browsers follow it concurrently', async () => {
    const who = stranger();
    await fill(browserOf(platform), '/signup', who);
    const path = await pathIn(mailbox, who.email, CONFIRM);
    const browsers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const browser = browserOf(platform);
        return { browser, page: await browser.open(path) };
      }),
    );
    const answers = await Promise.all(browsers.map(({ browser, page }) => browser.submit(page)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 410)).toHaveLength(49);
    const sessions = await platform.database.query(
      'SELECT 1 FROM apps.host_sessions s JOIN apps.accounts a ON a.id = s.account_id WHERE a.email = $1',
      [who.email],
    );
    expect(sessions).toHaveLength(1);
  });

  test('a reset link changes the password once when 20 browsers follow it concurrently', async () => {
    const { email } = await signUp(platform, mailbox);
    await fill(browserOf(platform), '/forgot', { email });
    const path = await pathIn(mailbox, email, RESET);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        fill(browserOf(platform), path, { password: `password number ${n}` }).catch(() => null),
      ),
    );
    expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(1);
  });

  test('an emailed link uses the configured origin despite forged request headers', async () => {
    const who = stranger();
    const forged = {
      'x-forwarded-host': 'localhost:6666',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '198.51.100.9',
    };
    const browser = plainBrowser(platform.address, forged);
    const page = await browser.open('/signup');
    expect(page.headers.getSetCookie()[0]).toContain('Secure'); // the forged scheme is accepted where it does no harm
    await browser.submit(page, who);
    expect(linkOf(await mailbox.mailTo(who.email, CONFIRM))).toMatch(
      new RegExp(`^http://localhost:${platform.port}/verify/[\\w-]{43}$`),
    );
  });

  test('the forgotten-password form returns 404 under a foreign host', async () => {
    const foreign = { 'x-forwarded-host': 'evil.example.com', 'x-forwarded-for': '198.51.100.9' };
    expect((await plainBrowser(platform.address, foreign).open('/forgot')).status).toBe(404);
  });

  test('a newer confirmation link invalidates the previous one', async () => {
    const who = stranger();
    await fill(browserOf(platform), '/signup', who);
    const first = await pathIn(mailbox, who.email, CONFIRM);
    await fill(browserOf(platform), '/signup', who);
    await eventually(
      async () => mailsTo(who.email).length,
      (count) => count === 2,
    );
    expect((await browserOf(platform).open(first)).status).toBe(410);
    const second = await pathIn(mailbox, who.email, CONFIRM);
    expect((await browserOf(platform).open(second)).status).toBe(200);
  });

  test('using a reset link invalidates every other reset link', async () => {
    const { email } = await signUp(platform, mailbox);
    await fill(browserOf(platform), '/forgot', { email });
    const first = await pathIn(mailbox, email, RESET);
    await fill(browserOf(platform), '/forgot', { email });
    await eventually(
      async () => mailsTo(email).length,
      (count) => count === 3,
    );
    const second = await pathIn(mailbox, email, RESET);
    expect((await browserOf(platform).open(first)).status).toBe(200);
    await fill(browserOf(platform), second, { password: 'another fine password' });
    expect((await browserOf(platform).open(first)).status).toBe(410);
  });

  test('no table contains a link as it was emailed', async () => {
    const { email, browser } = await signUp(platform, mailbox);
    await fill(browserOf(platform), '/forgot', { email });
    const token = (await pathIn(mailbox, email, RESET)).split('/').at(-1) ?? '';
    await quiet();
    const secrets = [token, browser.cookies.get('sid') ?? '', demoAccount(platform, 'developer').pat ?? ''];
    expect(secrets.every((secret) => secret.length > 40)).toBe(true);
    const tables = await platform.database.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    expect(tables.length).toBeGreaterThan(40);
    const patterns = secrets.map((secret) => `%${secret}%`);
    for (const { name } of tables) {
      const rows = await platform.database.query(
        `SELECT 1 FROM ${name} t WHERE t::text LIKE ANY ($1::text[])`,
        [patterns],
      );
      expect([name, rows]).toEqual([name, []]);
    }
  });
});

describe('an address', () => {
  test('signing up with a known address shows the same page but sends a different email', async () => {
    const { email } = await signUp(platform, mailbox);
    const known = await fill(browserOf(platform), '/signup', { ...stranger(), email });
    const unknown = await fill(browserOf(platform), '/signup', stranger());
    const withoutToken = (html: string) => html.replace(/name="csrf_token" value="[^"]*"/g, '');
    expect([known.status, withoutToken(known.html)]).toEqual([unknown.status, withoutToken(unknown.html)]);
    await mailbox.mailTo(email, KNOWN);
    expect(await accountRow(email)).toMatchObject({ status: 'active' });
  });

  test('a reset request for an unknown address gets the same response but no email', async () => {
    const { email } = await signUp(platform, mailbox);
    const nobody = stranger();
    const known = await fill(browserOf(platform), '/forgot', { email });
    const unknown = await fill(browserOf(platform), '/forgot', { email: nobody.email });
    expect([known.status, known.html]).toEqual([unknown.status, unknown.html]);
    await mailbox.mailTo(email, RESET);
    await quiet();
    expect(mailsTo(nobody.email)).toEqual([]);
  });

  test('a failed sign-in looks the same for known and unknown addresses', async () => {
    const { email } = await signUp(platform, mailbox);
    const answerTo = async (typed: string) => {
      const { status, html } = await fill(browserOf(platform), '/login', { email: typed, password: 'wrong' });
      return [status, html.replace(/name="csrf_token" value="[^"]*"/, '').replaceAll(typed, '')];
    };
    for (let n = 0; n < 5; n += 1) expect(await answerTo(email)).toEqual(await answerTo(stranger().email));
  });

  test('an address receives at most five account emails an hour, even under concurrent requests', async () => {
    const { email } = await signUp(platform, mailbox);
    await Promise.all(Array.from({ length: 12 }, () => fill(browserOf(platform), '/forgot', { email })));
    await quiet();
    const rows = await platform.database.query('SELECT 1 FROM apps.mails WHERE recipient = $1', [email]);
    expect(rows).toHaveLength(5);
  });

  test('when two people sign up with one address, the account keeps neither password', async () => {
    const victim = stranger();
    const attacker = browserOf(platform);
    await fill(attacker, '/signup', { ...victim, password: 'password of an attacker' });
    await mailbox.mailTo(victim.email, CONFIRM);
    await fill(attacker, '/login', { ...victim, password: 'password of an attacker' });
    expect(await accountOf(attacker)).toMatchObject({ email: victim.email });

    await fill(browserOf(platform), '/signup', victim);
    await eventually(
      async () => mailsTo(victim.email).length,
      (count) => count === 2,
    );
    expect(await accountOf(attacker)).toBeNull();
    const browser = browserOf(platform);
    const chooses = await fill(browser, await pathIn(mailbox, victim.email, CONFIRM));
    expect(new URL(chooses.url).pathname).toMatch(/^\/reset\//);
    await browser.submit(chooses, { password: 'chosen by the owner' });
    const signIns = ['password of an attacker', victim.password, 'chosen by the owner'].map(
      async (password) => (await fill(browserOf(platform), '/login', { ...victim, password })).status,
    );
    expect(await Promise.all(signIns)).toEqual([401, 401, 200]);
  });

  test('confirming an address ends every session opened before', async () => {
    const victim = stranger();
    const attacker = browserOf(platform);
    await fill(attacker, '/signup', victim);
    const path = await pathIn(mailbox, victim.email, CONFIRM);
    await fill(attacker, '/login', victim);
    await fill(browserOf(platform), path);
    expect(await accountOf(attacker)).toBeNull();
  });
});

describe('an invitation', () => {
  test('an invitation is sent to its address and works only for that address', async () => {
    const [inviter, guest, other] = [
      await newDeveloper(platform),
      await signUp(platform, mailbox),
      await signUp(platform, mailbox),
    ];
    const { teamInvitationCreate: made } = await ask<{ teamInvitationCreate: { userErrors: object[] } }>(
      platform,
      inviter.host,
      'mutation($input: TeamInvitationCreateInput!) { teamInvitationCreate(input: $input) { userErrors { message } } }',
      { input: { name: 'Sam', role: 'front_desk', email: guest.email } },
    );
    expect(made.userErrors).toEqual([]);
    const mail = await mailbox.mailTo(guest.email, /invites you to/);
    expect(mail.text).toContain('Dev invites you to join the team Team.');
    const path = new URL(linkOf(mail)).pathname;
    const teamOf = async ({ email }: { readonly email: string }) =>
      platform.database.query(
        `SELECT m.role FROM apps.memberships m JOIN apps.accounts a ON a.id = m.account_id
         WHERE a.email = $1 AND m.team_id = $2`,
        [email, inviter.teamId],
      );
    await fill(other.browser, path).catch(() => null);
    expect(await teamOf(other)).toEqual([]);
    await fill(guest.browser, path);
    expect(await teamOf(guest)).toEqual([{ role: 'front_desk' }]);
  });
});

describe('an account whose address is not confirmed', () => {
  test("an account with an unconfirmed address can't take a storefront live", async () => {
    const { host, team } = await newDeveloper(platform);
    const who = stranger();
    await fill(browserOf(platform), '/signup', who);
    const path = await pathIn(mailbox, who.email, CONFIRM);
    const browser = browserOf(platform);
    await fill(browser, '/login', who);
    await platform.database.query(
      `INSERT INTO apps.memberships (account_id, team_id, role, created_at)
       SELECT id, $2, 'owner', now() FROM apps.accounts WHERE email = $1`,
      [who.email, host.teamId],
    );
    const codeOf = async (query: string) => {
      const response = await fetch(`${platform.address}/panel/graphql`, {
        method: 'POST',
        headers: { ...(await panelHeaders(browser)), 'x-platform-team': team },
        body: JSON.stringify({ query }),
      });
      const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
      return errors?.[0]?.extensions.code;
    };
    const open = `mutation { storefrontCreate(input: { name: "Bay", slug: "bay-${host.teamId}" }) { userErrors { code } } }`;
    expect(await codeOf('{ storefronts { id } properties { nodes { id } } }')).toBeUndefined();
    expect(await codeOf(open)).toBe('UNVERIFIED');
    await fill(browser, path);
    expect(await codeOf(open)).toBeUndefined();
  });
});

describe('the limit of an address of origin', () => {
  test('one network address can send 20 sign-up and forgotten-password forms an hour', async () => {
    const browser = browserOf(platform);
    const page = await browser.open('/forgot');
    const answers: number[] = [];
    for (let n = 0; n < 21; n += 1) {
      const { status, headers } = await browser.submit(page, { email: stranger().email });
      answers.push(status);
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(60);
    }
    expect(answers).toEqual([...Array(20).fill(200), 429]);
  });
});

describe('sign-up by invitation alone', () => {
  test('invitation-only sign-up shows no form and refuses submitted forms', async () => {
    const closed = await startPlatform({ SIGN_UP: 'invited' }, platform.database);
    try {
      const browser = plainBrowser(closed.address);
      const page = await browser.open('/signup');
      expect(page.html).toContain('By invitation');
      expect((await browser.open('/login')).html).not.toContain('/signup');
      const { fields } = formOf((await browser.open('/login')).html);
      const sent = await browser.post('/signup', `${new URLSearchParams({ ...fields, ...stranger() })}`);
      expect(sent.status).toBe(403);
    } finally {
      await closed.close();
    }
  });
});

describe('a suspended account', () => {
  test("a suspended account is signed out immediately and can't sign in", async () => {
    const { email, browser } = await signUp(platform, mailbox);
    await platform.database.query(`UPDATE apps.accounts SET status = 'locked' WHERE email = $1`, [email]);
    expect(await accountOf(browser)).toBeNull();
    const page = await fill(browserOf(platform), '/login', { email, password: PASSWORD });
    expect([page.status, page.html]).toEqual([403, expect.stringContaining('suspended')]);
    await platform.database.query(`UPDATE apps.accounts SET status = 'active' WHERE email = $1`, [email]);
  });

  test("the migration doesn't change the demo world's accounts", async () => {
    const { email } = demoAccount(platform, 'host');
    expect(await accountRow(email)).toMatchObject({ status: 'active', verified_at: expect.any(Date) });
  });
});
