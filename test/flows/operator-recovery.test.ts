import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApp, panelAnswer, signInTo } from '../support/account-security.ts';
import { accountOf, browserOf, fill } from '../support/accounts.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { demoAccount } from '../support/oauth.ts';
import { type Ran, recoveryPath, runOperator } from '../support/operator-program.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { eventually } from '../support/task-world.ts';

// docs/interface/accounts.md#operator-recovery: an operator without a password or second factor regains
// access.

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

const NEW_PASSWORD = 'a password chosen at night';

const runHere = (...args: readonly string[]): Promise<Ran> =>
  runOperator({ DATABASE_URL: platform.database.url, PUBLIC_ORIGIN_AUTH: 'https://id.example.com' }, ...args);

const tokens = () =>
  platform.database.query<{ hash: string; minutes: number }>(
    `SELECT token_hash AS hash, extract(epoch FROM expires_at - created_at)::int / 60 AS minutes
     FROM apps.mail_tokens WHERE purpose = 'recover' AND used_at IS NULL`,
  );

test("an operator's recovery link sets a password, removes the second factors and works once", async () => {
  const operator = demoAccount(platform, 'operator');
  const { browser: lost } = await signInTo(platform, operator);
  await addApp(platform, lost);

  const ran = await runHere(operator.email.toUpperCase());
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('https://id.example.com/recover/')]);
  expect(ran.stdout).toContain(`Check that ${operator.email} is your address`);
  const path = recoveryPath(ran);
  expect(await tokens()).toEqual([{ hash: expect.not.stringContaining(path.slice(9)), minutes: 30 }]);
  expect((await signInTo(platform, operator)).page.url, 'nothing has changed yet').toMatch(/second-factor/);

  const browser = browserOf(platform);
  const weak = await fill(browser, path, { password: 'short' });
  expect([weak.status, weak.html]).toEqual([422, expect.stringContaining('at least 10 characters')]);
  const done = await fill(browser, path, { password: NEW_PASSWORD });
  expect([done.status, done.html]).toEqual([200, expect.stringContaining('Password changed')]);
  expect((await browser.open(path)).status).toBe(410);
  expect(await accountOf(lost), 'earlier sessions have ended').toBeNull();

  const { browser: recovered, page } = await signInTo(platform, { ...operator, password: NEW_PASSWORD });
  expect(new URL(page.url).pathname).toBe('/account/security');
  expect(page.html).toContain('Recovered the account with a link from the server');
  const { data } = await panelAnswer(
    platform,
    recovered,
    '{ account { operator secondFactors { kind } } securityEvents(first: 20) { nodes { kind address } } }',
  );
  expect(data.account).toEqual({ operator: true, secondFactors: [] });
  expect(data.securityEvents.nodes).toContainEqual({
    kind: 'operator.recovered',
    address: expect.stringMatching(/^198\.51\./),
  });
  await eventually(
    async () => mailbox.mails.filter(({ recipients }) => recipients.includes(operator.email)),
    (mails) => mails.some(({ text }) => text?.includes('recovered with a link from the server')),
  );
}, 60_000);

test('a newer recovery link ends the earlier one, and an expired link does nothing', async () => {
  const { email } = demoAccount(platform, 'operator');
  const earlier = recoveryPath(await runHere(email));
  const newer = recoveryPath(await runHere(email));
  const browser = browserOf(platform);
  expect((await browser.open(earlier)).status).toBe(410);
  const page = await browser.open(newer);
  expect([page.status, page.html]).toEqual([200, expect.stringContaining('second factors will be removed')]);
  await platform.database.query(
    `UPDATE apps.mail_tokens SET expires_at = now() - interval '1 second' WHERE purpose = 'recover'`,
  );
  expect((await browser.submit(page, { password: 'yet another password' })).status).toBe(410);
  const signedIn = await signInTo(platform, { email, password: NEW_PASSWORD });
  expect(await accountOf(signedIn.browser)).toMatchObject({ email });
}, 60_000);

test('a recovery lifts the hold on sign-ins after too many wrong passwords', async () => {
  const { email } = demoAccount(platform, 'operator');
  const browser = browserOf(platform);
  const signIn = (password: string) =>
    fill(browser, '/login?return_to=%2Faccount%2Fsecurity', { email, password });
  for (let tried = 0; tried < 5; tried++) await signIn('wrong password');
  // Attempts from other addresses: the account's limit, which is below the address's.
  await platform.database.query('UPDATE apps.sign_in_failures SET failures = 25 WHERE failures = 5');
  expect((await signIn(NEW_PASSWORD)).status).toBe(429);
  await fill(browser, recoveryPath(await runHere(email)), { password: NEW_PASSWORD });
  expect(new URL((await signIn(NEW_PASSWORD)).url).pathname).toBe('/account/security');
}, 60_000);

test("a recovery link's form revokes access tokens unless the person keeps them", async () => {
  const { email } = demoAccount(platform, 'operator');
  const tokensOf = () =>
    platform.database.query<{ name: string; revoked: boolean }>(
      `SELECT t.name, t.revoked_at IS NOT NULL AS revoked
       FROM apps.access_tokens t JOIN apps.accounts a ON a.id = t.account_id WHERE a.email = $1`,
      [email],
    );
  await platform.database.query(
    `INSERT INTO apps.access_tokens (account_id, name, abilities, token_hash, hint, created_at)
     SELECT id, 'backdoor', '{}', 'hash', 'hint', now() FROM apps.accounts WHERE email = $1`,
    [email],
  );
  const recover = async (choice: Readonly<Record<string, string>>) =>
    fill(browserOf(platform), recoveryPath(await runHere(email)), { password: NEW_PASSWORD, ...choice });
  await recover({ access_tokens: 'keep' });
  expect(await tokensOf()).toEqual([{ name: 'backdoor', revoked: false }]);
  await recover({});
  expect(await tokensOf()).toEqual([{ name: 'backdoor', revoked: true }]);
}, 60_000);

test('npm run operator refuses everyone but operators with one line, and prints no link', async () => {
  const host = demoAccount(platform, 'host').email;
  const operator = demoAccount(platform, 'operator').email;
  const refusals: readonly (readonly [readonly string[], number, string])[] = [
    [[], 2, "npm run operator -- <email>: pass the address of the operator's account."],
    [[host], 1, `${host} isn't an operator. Operators: ${operator}.`],
    [['unknown@example.com'], 1, `unknown@example.com isn't an operator. Operators: ${operator}.`],
  ];
  const ran = await Promise.all(refusals.map(([args]) => runHere(...args)));
  expect(ran).toEqual(refusals.map(([, code, line]) => ({ code, stdout: '', stderr: `${line}\n` })));
  await platform.database.query(`UPDATE apps.accounts SET status = 'locked' WHERE email = $1`, [operator]);
  expect((await runHere(operator)).stderr).toBe(
    `${operator} is suspended. Another operator can resume the account.\n`,
  );
}, 60_000);
