import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addApp, panelAnswer, signInTo } from '../support/account-security.ts';
import { accountOf, browserOf, fill, PASSWORD, pathIn, signUp, stranger } from '../support/accounts.ts';
import { ask, newDeveloper } from '../support/developer.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import type { PlainBrowser } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { eventually } from '../support/task-world.ts';

// docs/interface/accounts.md#links: owners recover an account from a thief with a session.

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

const NEW_PASSWORD = 'chosen by the owner';
const CONFIRM_NEW = /^Confirm your new/;
const UNDO = /^Your email address was changed/;
const STOP = /^Your email address is about to change/;
const RESET = /^Choose a new password/;

const asks = async (browser: PlainBrowser, query: string, variables: object = {}) => {
  const { data, errors } = await panelAnswer(platform, browser, query, variables);
  if (!data) throw new Error(JSON.stringify(errors));
  return data;
};

const askForAddress = async (browser: PlainBrowser, email: string) => {
  const query =
    'mutation ($email: String) { accountUpdate(input: { email: $email }) { userErrors { code } } }';
  return (await asks(browser, query, { email })).accountUpdate.userErrors;
};

/** Changes the account of a browser to a new address and returns the address. */
async function changeAddress(browser: PlainBrowser): Promise<string> {
  const { email } = stranger();
  expect(await askForAddress(browser, email)).toEqual([]);
  await fill(browserOf(platform), await pathIn(mailbox, email, CONFIRM_NEW));
  return email;
}

/** Follows a link to a password form and chooses the password. */
async function chooseAfter(path: string, password = NEW_PASSWORD): Promise<void> {
  const browser = browserOf(platform);
  const chooses = await fill(browser, path);
  expect(new URL(chooses.url).pathname).toMatch(/^\/reset\//);
  expect((await browser.submit(chooses, { password })).html).toContain('Password changed');
}

const statusAt = async (path: string) => (await browserOf(platform).open(path)).status;

const makeToken = async (browser: PlainBrowser): Promise<string> =>
  (
    await asks(
      browser,
      'mutation { accessTokenCreate(input: { name: "t", abilities: ["develop-apps"] }) { token } }',
    )
  ).accessTokenCreate.token;

const statusOf = async (token: string) =>
  (await fetch(`${platform.address}/api/dev/teams`, { headers: { authorization: `Bearer ${token}` } }))
    .status;

/** Creates an account and gives a thief one of its sessions. */
async function withThief() {
  const owner = await signUp(platform, mailbox);
  const { browser: thief } = await signInTo(platform, owner);
  return { owner, thief };
}

const mayStillSignIn = async (email: string, password = NEW_PASSWORD) => {
  const { browser, page } = await signInTo(platform, { email, password });
  return { path: new URL(page.url).pathname, account: await accountOf(browser) };
};

describe('a thief with a session', () => {
  test('an older undo link restores the address even after a newer undo link was followed', async () => {
    const { owner, thief } = await withThief();
    const second = await changeAddress(thief);
    await changeAddress(thief);
    const undo = await pathIn(mailbox, owner.email, UNDO);
    await chooseAfter(await pathIn(mailbox, second, UNDO), 'chosen by the thief');
    const { browser: again } = await signInTo(platform, { email: second, password: 'chosen by the thief' });
    expect(await accountOf(again)).toMatchObject({ email: second });
    await chooseAfter(undo);
    expect(await accountOf(again)).toBeNull();
    expect(await mayStillSignIn(owner.email)).toMatchObject({ account: { email: owner.email } });
    expect(await statusAt(undo)).toBe(410);
  });

  test('an undo link invalidates newer undo links', async () => {
    const { owner, thief } = await withThief();
    const second = await changeAddress(thief);
    await changeAddress(thief);
    const newer = await pathIn(mailbox, second, UNDO);
    await chooseAfter(await pathIn(mailbox, owner.email, UNDO));
    expect(await statusAt(newer)).toBe(410);
  });

  test("an undo link invalidates the thief's reset link", async () => {
    const { owner, thief } = await withThief();
    const second = await changeAddress(thief);
    await fill(browserOf(platform), '/forgot', { email: second });
    const reset = await pathIn(mailbox, second, RESET);
    await chooseAfter(await pathIn(mailbox, owner.email, UNDO));
    expect(await statusAt(reset)).toBe(410);
  });

  test('an undo link removes second factors added since the change', async () => {
    const { owner, thief } = await withThief();
    await changeAddress(thief);
    await addApp(platform, thief);
    await chooseAfter(await pathIn(mailbox, owner.email, UNDO));
    expect(await mayStillSignIn(owner.email)).toMatchObject({
      path: '/account/security',
      account: { email: owner.email },
    });
    const factors = await platform.database.query(
      'SELECT 1 FROM apps.factors WHERE account_id = (SELECT id FROM apps.accounts WHERE email = $1)',
      [owner.email],
    );
    expect(factors).toEqual([]);
  });

  test('a new second factor cancels a requested change of address', async () => {
    const { owner, thief } = await withThief();
    const { email } = stranger();
    await askForAddress(thief, email);
    const change = await pathIn(mailbox, email, CONFIRM_NEW);
    await addApp(platform, owner.browser);
    expect(await statusAt(change)).toBe(410);
  });

  test('an undo link keeps second factors and recovery codes that predate the change', async () => {
    const owner = await signUp(platform, mailbox);
    const { codes } = await addApp(platform, owner.browser);
    await changeAddress(owner.browser);
    await chooseAfter(await pathIn(mailbox, owner.email, UNDO));
    const { browser, page } = await signInTo(platform, { email: owner.email, password: NEW_PASSWORD });
    expect(new URL(page.url).pathname).toBe('/login/second-factor');
    await browser.submit(page, { code: codes[3] ?? '' });
    expect(await accountOf(browser)).toMatchObject({ email: owner.email });
  });

  test('an undo link takes the address back from an account that never confirmed it', async () => {
    const { owner, thief } = await withThief();
    await changeAddress(thief);
    await fill(browserOf(platform), '/signup', { ...stranger(), email: owner.email });
    const squatters = () =>
      platform.database.query('SELECT 1 FROM apps.accounts WHERE email = $1', [owner.email]);
    await eventually(squatters, ({ length }) => length === 1);
    await chooseAfter(await pathIn(mailbox, owner.email, UNDO));
    expect(await mayStillSignIn(owner.email)).toMatchObject({ account: { email: owner.email } });
  });

  test('a new password cancels a requested change of address', async () => {
    const { owner, thief } = await withThief();
    const { email } = stranger();
    await askForAddress(thief, email);
    const change = await pathIn(mailbox, email, CONFIRM_NEW);
    const input = { password: NEW_PASSWORD, currentPassword: PASSWORD };
    const set =
      'mutation ($input: AccountUpdateInput!) { accountUpdate(input: $input) { userErrors { code } } }';
    expect((await asks(owner.browser, set, { input })).accountUpdate.userErrors).toEqual([]);
    expect(await statusAt(change)).toBe(410);
  });

  test('one request can change the password and the address together', async () => {
    const owner = await signUp(platform, mailbox);
    const { email } = stranger();
    const input = { password: NEW_PASSWORD, currentPassword: PASSWORD, email };
    const set =
      'mutation ($input: AccountUpdateInput!) { accountUpdate(input: $input) { userErrors { code } } }';
    expect((await asks(owner.browser, set, { input })).accountUpdate.userErrors).toEqual([]);
    expect(await statusAt(await pathIn(mailbox, email, CONFIRM_NEW))).toBe(200);
  });

  test('revoking a session cancels the change of address it requested', async () => {
    const { owner, thief } = await withThief();
    const { email } = stranger();
    await askForAddress(thief, email);
    const change = await pathIn(mailbox, email, CONFIRM_NEW);
    await asks(owner.browser, 'mutation { sessionRevoke { ended } }');
    expect(await accountOf(thief)).toBeNull();
    expect(await statusAt(change)).toBe(410);
  });

  test('the current address receives a link that stops a requested change', async () => {
    const { owner, thief } = await withThief();
    const { email } = stranger();
    await addApp(platform, owner.browser);
    await askForAddress(owner.browser, email);
    const change = await pathIn(mailbox, email, CONFIRM_NEW);
    const stop = await pathIn(mailbox, owner.email, STOP);
    await chooseAfter(stop);
    expect(await statusAt(change)).toBe(410);
    expect(await statusAt(stop)).toBe(410);
    expect(await accountOf(thief)).toBeNull();
    expect(await mayStillSignIn(owner.email)).toMatchObject({ path: '/login/second-factor' });
  });

  test('the owner receives a link that removes a second factor added by someone else', async () => {
    const { owner, thief } = await withThief();
    await addApp(platform, thief);
    await chooseAfter(await pathIn(mailbox, owner.email, /^Your sign-in was changed/));
    expect(await accountOf(thief)).toBeNull();
    expect(await mayStillSignIn(owner.email)).toMatchObject({ account: { email: owner.email } });
  });
});

/** Creates an invitation and returns the link shown to its inviter. */
async function invite(email: string | null): Promise<string> {
  const { host } = await newDeveloper(platform);
  const { teamInvitationCreate } = await ask<{ teamInvitationCreate: { path: string } }>(
    platform,
    host,
    'mutation ($input: TeamInvitationCreateInput!) { teamInvitationCreate(input: $input) { path } }',
    { input: { name: 'Sam', role: 'manager', email } },
  );
  return teamInvitationCreate.path;
}

/** Creates an account through an invitation link; its browser is signed in. */
async function joinBy(path: string, who = stranger()) {
  const browser = browserOf(platform);
  const joined = await fill(browser, path, who);
  expect(new URL(joined.url).pathname).toBe('/panel');
  return { ...who, browser };
}

const isConfirmed = async (email: string): Promise<boolean> => {
  const rows = await platform.database.query<{ status: string; verified_at: Date | null }>(
    'SELECT status, verified_at FROM apps.accounts WHERE email = $1',
    [email],
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.status === 'active' && rows[0].verified_at !== null;
};

describe('an account by invitation', () => {
  test('accepting an invitation that has no address creates an unconfirmed account', async () => {
    const { email } = await joinBy(await invite(null));
    expect(await isConfirmed(email)).toBe(false);
    const browser = browserOf(platform);
    const chooses = await fill(browser, await pathIn(mailbox, email, /^Confirm your email/));
    await browser.submit(chooses, { password: NEW_PASSWORD });
    expect(await isConfirmed(email)).toBe(true);
  });

  test('accepting an invitation through its emailed link creates a confirmed account', async () => {
    const who = stranger();
    await invite(who.email);
    await joinBy(await pathIn(mailbox, who.email, /invites you to/), who);
    expect(await isConfirmed(who.email)).toBe(true);
  });

  test('accepting an invitation through the link shown to the inviter creates an unconfirmed account', async () => {
    const who = stranger();
    await joinBy(await invite(who.email), who);
    expect(await isConfirmed(who.email)).toBe(false);
  });

  test.each(['reset', 'verify'] as const)(
    'confirming an address for the first time through a %s link revokes earlier tokens and factors',
    async (proof) => {
      const maker = await joinBy(await invite(null));
      const token = await makeToken(maker.browser);
      await addApp(platform, maker.browser);
      expect(await statusOf(token)).toBe(200);
      if (proof === 'reset') await fill(browserOf(platform), '/forgot', { email: maker.email });
      const browser = browserOf(platform);
      const page = await fill(
        browser,
        await pathIn(mailbox, maker.email, proof === 'reset' ? RESET : /^Confirm your email/),
        { password: NEW_PASSWORD },
      );
      if (proof === 'verify') await browser.submit(page, { password: NEW_PASSWORD });
      expect(await statusOf(token)).toBe(401);
      expect(await accountOf(maker.browser)).toBeNull();
      expect(await mayStillSignIn(maker.email)).toMatchObject({
        path: '/account/security',
        account: { email: maker.email },
      });
      expect((await signInTo(platform, maker)).page.status).toBe(401);
    },
  );
});

describe('a forgotten password', () => {
  const forget = (browser: PlainBrowser, email: string) => fill(browser, '/forgot', { email });

  /** Waits until the jobs have processed every reset request. */
  const quiet = () =>
    eventually(
      () =>
        platform.database.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM (
             SELECT FROM apps.mails WHERE status = 'queued' UNION ALL SELECT FROM pgboss.job
             WHERE name = 'apps/forgot-password' AND state IN ('created', 'active')) AS waiting`,
        ),
      ([row]) => row?.n === 0,
    );

  const resetsTo = async (email: string) => {
    await quiet();
    const mails = `SELECT 1 FROM apps.mails WHERE recipient = $1 AND template = 'reset'`;
    return (await platform.database.query(mails, [email])).length;
  };

  test('a reset link still works after a stranger requests others', async () => {
    const owner = await signUp(platform, mailbox);
    await forget(owner.browser, owner.email);
    const held = await pathIn(mailbox, owner.email, RESET);
    const attacker = browserOf(platform);
    for (let n = 0; n < 6; n += 1) await forget(attacker, owner.email);
    await quiet();
    expect(await statusAt(held)).toBe(200);
    await fill(browserOf(platform), held, { password: NEW_PASSWORD });
    expect(await mayStillSignIn(owner.email)).toMatchObject({ account: { email: owner.email } });
  });

  test("strangers don't use up the limit on reset emails for an owner on a known network", async () => {
    const owner = await signUp(platform, mailbox);
    await Promise.all(Array.from({ length: 12 }, () => forget(browserOf(platform), owner.email)));
    const before = await resetsTo(owner.email);
    expect(before).toBe(4); // and the email that confirmed the address
    for (let n = 0; n < 7; n += 1) await forget(owner.browser, owner.email);
    expect((await resetsTo(owner.email)) - before).toBe(5);
  });

  test("an unknown network gets three reset emails an hour and doesn't use up other networks' limits", async () => {
    const owner = await signUp(platform, mailbox);
    const attacker = browserOf(platform);
    await Promise.all(Array.from({ length: 9 }, () => forget(attacker, owner.email)));
    expect(await resetsTo(owner.email)).toBe(3);
    await forget(browserOf(platform), owner.email);
    expect(await resetsTo(owner.email)).toBe(4);
  });

  test('a password reset can revoke access tokens but keeps them by default', async () => {
    const owner = await signUp(platform, mailbox);
    const token = await makeToken(owner.browser);
    for (const [choice, status, text] of [
      ['keep', 200, '1 access token still works'],
      ['revoke', 401, '1 access token was revoked'],
    ] as const) {
      await forget(owner.browser, owner.email);
      await quiet();
      const browser = browserOf(platform);
      const page = await browser.open(await pathIn(mailbox, owner.email, RESET));
      expect(page.html).toContain('Your account has 1 access token');
      const chosen: Record<string, string> = choice === 'keep' ? {} : { access_tokens: choice };
      const done = await browser.submit(page, { password: `${NEW_PASSWORD} ${choice}`, ...chosen });
      expect(done.html).toContain(text);
      expect(await statusOf(token)).toBe(status);
    }
  });
});

test('when two accounts confirm one address, the second fails permanently', async () => {
  const { email } = stranger();
  const owners = [await signUp(platform, mailbox), await signUp(platform, mailbox)];
  const links: string[] = [];
  for (const { browser } of owners) {
    expect(await askForAddress(browser, email)).toEqual([]);
    await eventually(
      async () => mailbox.mails.filter(({ recipients }) => recipients.includes(email)).length,
      (count) => count === links.length + 1,
    );
    links.push(await pathIn(mailbox, email, CONFIRM_NEW));
  }
  const sent = await Promise.all(links.map((path) => fill(browserOf(platform), path)));
  expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(sent.find(({ status }) => status === 409)?.html).toContain('already exists');
  expect(await Promise.all(links.map(statusAt))).toEqual([410, 410]);
});
