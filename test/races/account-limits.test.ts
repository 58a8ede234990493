import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { derive } from '#kit/password-threads.ts';
import { hashPassword } from '#kit/passwords.ts';
import { addApp, panelAnswer, signInTo } from '../support/account-security.ts';
import { accountOf, browserOf, PASSWORD, signUp } from '../support/accounts.ts';
import { ask, newDeveloper } from '../support/developer.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { formOf, type PlainBrowser } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { eventually } from '../support/task-world.ts';

// docs/interface/accounts.md#second-factor: an attempt is counted before any check, so a burst can't exceed a
// limit.

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

/** Counts each value. */
const tally = (values: readonly (string | number)[]) =>
  Object.fromEntries([...Map.groupBy(values, String)].map(([value, { length }]) => [value, length]));

const atOnce = <T>(count: number, send: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => send(n)));

/** Sends a page's form with other values, without waiting for each response as a browser would. */
const sender = (browser: PlainBrowser, html: string, path: string) => {
  const { fields } = formOf(html);
  return (typed: Readonly<Record<string, string>>) =>
    browser.post(path, `${new URLSearchParams({ ...fields, ...typed })}`);
};

/** An account with an authenticator app. */
async function withApp() {
  const who = await signUp(platform, mailbox);
  return { ...who, app: await addApp(platform, who.browser) };
}

const rowsOf = <R extends object>(sql: string, email: string) =>
  platform.database.query<R>(sql.replace('$who', '(SELECT id FROM apps.accounts WHERE email = $1)'), [email]);

const codesIn = (
  field: string,
  answers: readonly { data: Record<string, { userErrors: { code: string }[] }> }[],
) => tally(answers.map(({ data }) => data[field]?.userErrors[0]?.code ?? 'done'));

describe('a burst of guesses', () => {
  test('only ten of 200 simultaneous sign-in codes are checked', async () => {
    const who = await withApp();
    const { browser, page } = await signInTo(platform, who);
    const send = sender(browser, page.html, '/login/second-factor');
    const answers = await atOnce(200, (n) => send({ code: String(n).padStart(6, '0') }));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 401: 10, 429: 190 });
    const looked = await rowsOf<object>(
      `SELECT 1 FROM apps.account_events WHERE account_id = $who AND kind = 'session.factor_refused'`,
      who.email,
    );
    expect(looked).toHaveLength(10);
    expect((await send({ code: await who.app.next() })).status).toBe(429);
  });

  test('only ten of 60 simultaneous step-up passwords are checked', async () => {
    const who = await signUp(platform, mailbox);
    const elevate =
      'mutation ($input: FactorProofInput!) { sessionElevate(input: $input) { userErrors { code } } }';
    const answers = await atOnce(60, (n) =>
      panelAnswer(platform, who.browser, elevate, { input: { password: `not the password ${n}` } }),
    );
    expect(codesIn('sessionElevate', answers)).toEqual({ INVALID: 10, TOO_MANY_ATTEMPTS: 50 });
  });

  test('only ten of 60 simultaneous current passwords are checked when the password changes', async () => {
    const who = await signUp(platform, mailbox);
    const change =
      'mutation ($input: AccountUpdateInput!) { accountUpdate(input: $input) { userErrors { code } } }';
    const answers = await atOnce(60, (n) =>
      panelAnswer(platform, who.browser, change, {
        input: { password: 'another fine password', currentPassword: `guess ${n}` },
      }),
    );
    expect(codesIn('accountUpdate', answers)).toEqual({ INVALID: 10, TOO_MANY_ATTEMPTS: 50 });
  });

  test('at most ten of 60 simultaneous codes to remove a factor are checked', async () => {
    const who = await withApp();
    const remove =
      'mutation ($code: String!, $password: String) { totpDisable(code: $code, password: $password) { userErrors { code } } }';
    const answers = await atOnce(60, (n) =>
      panelAnswer(platform, who.browser, remove, {
        code: String(n).padStart(6, '0'),
        password: n % 2 === 0 ? PASSWORD : null,
      }),
    );
    const { INVALID = 0, FACTOR_REQUIRED, ...others } = codesIn('totpDisable', answers);
    expect(FACTOR_REQUIRED).toBe(30);
    expect(INVALID).toBeLessThanOrEqual(10);
    expect(Object.keys(others)).toEqual(['TOO_MANY_ATTEMPTS']);
  });

  test('only five of 40 simultaneous sign-ups through one invitation reveal who has an account', async () => {
    const known = await signUp(platform, mailbox);
    const { host } = await newDeveloper(platform);
    const invited = await ask<{ teamInvitationCreate: { path: string } }>(
      platform,
      host,
      'mutation { teamInvitationCreate(input: { name: "Sam", role: manager }) { path } }',
    );
    const { path } = invited.teamInvitationCreate;
    const browser = browserOf(platform);
    const send = sender(browser, (await browser.open(path)).html, `${path}/account`);
    const answers = await atOnce(40, () =>
      send({ name: 'Sam', email: known.email, password: 'a long enough password' }),
    );
    const { 409: revealing = 0, ...others } = tally(answers.map(({ status }) => status));
    expect(revealing).toBe(5);
    expect(others).toEqual({ 429: 35 });
  });

  test('only ten of 35 simultaneous device codes are checked', async () => {
    const who = await signUp(platform, mailbox);
    const letters = 'BCDFGHJKLMNPQRSTVWXZ';
    const answers = await atOnce(35, (n) =>
      who.browser.open(`/device?user_code=BBBB-BB${letters[n % 20]}${letters[Math.floor(n / 20)]}`),
    );
    expect(tally(answers.map(({ status }) => status))).toEqual({ 422: 10, 429: 25 });
  });
});

test("a correct password doesn't count toward the limit", async () => {
  const who = await signUp(platform, mailbox);
  const elevate = async (password: string) => {
    const query =
      'mutation ($input: FactorProofInput!) { sessionElevate(input: $input) { userErrors { code } } }';
    const answer = await panelAnswer(platform, who.browser, query, { input: { password } });
    return answer.data.sessionElevate.userErrors[0]?.code ?? 'done';
  };
  for (let n = 0; n < 9; n += 1) expect(await elevate('wrong')).toBe('INVALID');
  for (let n = 0; n < 12; n += 1) expect(await elevate(PASSWORD)).toBe('done');
  expect(await elevate('wrong')).toBe('INVALID');
  expect(await elevate(PASSWORD)).toBe('TOO_MANY_ATTEMPTS');
});

describe('a recovery code', () => {
  /** Stores a code like earlier releases did. */
  async function storeAsBefore(email: string, code: string): Promise<void> {
    await rowsOf(`DELETE FROM apps.factors WHERE kind = 'recovery' AND account_id = $who`, email);
    await platform.database.query(
      `INSERT INTO apps.factors (account_id, kind, code_hash, created_at)
       SELECT id, 'recovery', $2, now() FROM apps.accounts WHERE email = $1`,
      [email, await hashPassword(code)],
    );
  }

  test('a recovery code is stored as a keyed hash with its own key', async () => {
    const who = await withApp();
    const rows = await rowsOf<{ code_hash: string | null; code_digest: string; secret_sealed: string }>(
      `SELECT code_hash, code_digest, secret_sealed FROM apps.factors WHERE kind = 'recovery' AND account_id = $who`,
      who.email,
    );
    expect(rows).toHaveLength(10);
    for (const row of rows) {
      expect(row).toEqual({
        code_hash: null,
        code_digest: expect.stringMatching(/^[\w-]{43}$/),
        secret_sealed: expect.stringMatching(/^v1\./),
      });
    }
    expect(new Set(rows.map(({ code_digest }) => code_digest)).size).toBe(10);
  });

  test('a recovery code sent several times simultaneously signs in only once', async () => {
    const who = await withApp();
    const [code = ''] = who.app.codes;
    const tries = await Promise.all(Array.from({ length: 4 }, () => signInTo(platform, who)));
    const answers = await Promise.all(tries.map(({ browser, page }) => browser.submit(page, { code })));
    expect(answers.filter(({ url }) => url.endsWith('/account/security'))).toHaveLength(1);
  });

  test("an earlier release's recovery code signs in once", async () => {
    const who = await withApp();
    await storeAsBefore(who.email, '7KQ2M-0XV9T');
    const tries = await Promise.all(Array.from({ length: 4 }, () => signInTo(platform, who)));
    const answers = await Promise.all(
      tries.map(({ browser, page }) => browser.submit(page, { code: '7kq2m 0xv9t' })),
    );
    expect(answers.filter(({ url }) => url.endsWith('/account/security'))).toHaveLength(1);
    const signedIn = tries.find((_, n) => answers[n]?.url.endsWith('/account/security'));
    expect(signedIn && (await accountOf(signedIn.browser))).toMatchObject({ email: who.email });
  });

  test("an earlier release's recovery code is checked without a lock on the factors", async () => {
    const who = await withApp();
    await storeAsBefore(who.email, '7KQ2M-0XV9T');
    const { browser, page } = await signInTo(platform, who);
    let busy = true;
    const slow = {
      message: 'x',
      nonce: Buffer.alloc(16),
      memory: 19_456,
      passes: 12,
      parallelism: 1,
      tagLength: 32,
    };
    const blockers = Promise.all(Array.from({ length: 4 }, () => derive(slow))).then(() => {
      busy = false;
    });
    const answered = browser.submit(page, { code: 'ZZZZZ-ZZZZZ' });
    await eventually(
      () => platform.database.query<{ n: number }>('SELECT count(*)::int AS n FROM apps.sign_in_failures'),
      ([row]) => (row?.n ?? 0) > 0,
    );
    let checks = 0;
    while (busy) {
      await rowsOf(`SELECT id FROM apps.factors WHERE account_id = $who FOR UPDATE NOWAIT`, who.email);
      await new Promise((resolve) => setTimeout(resolve, 20));
      checks += 1;
    }
    expect(checks).toBeGreaterThan(1);
    await blockers;
    expect((await answered).status).toBe(401);
  });
});
