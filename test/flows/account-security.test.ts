import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken } from '#kit/secrets.ts';
import { addApp as addAppTo, panelAnswer, signInTo as signIn } from '../support/account-security.ts';
import { accountOf, browserOf, fill, PASSWORD, pathIn, signUp, stranger } from '../support/accounts.ts';
import { type Authenticator, type Misbehaviour, newAuthenticator } from '../support/authenticator.ts';
import { linkOf, type Mailbox, openMailbox } from '../support/mailbox.ts';
import type { PlainBrowser } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// docs/interface/accounts.md#security: an account's protections and how its owner changes them.

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

const answerOf = (browser: PlainBrowser, query: string, variables: object = {}) =>
  panelAnswer(platform, browser, query, variables);

const asks = async (...asked: Parameters<typeof answerOf>) => (await answerOf(...asked)).data;

/** Returns the first GraphQL error's code; null without errors. */
const codeOf = async (browser: PlainBrowser, query: string): Promise<string | null> =>
  (await answerOf(browser, query)).errors?.[0].extensions.code ?? null;

/** Requests a change to another address; the links arrive by email. */
const changeEmail = async (browser: PlainBrowser, email: string) =>
  (
    await asks(
      browser,
      'mutation ($email: String) { accountUpdate(input: { email: $email }) { account { email } userErrors { code } } }',
      { email },
    )
  ).accountUpdate;

const addApp = (browser: PlainBrowser) => addAppTo(platform, browser);
const signInTo = (who: { readonly email: string; readonly password: string }) => signIn(platform, who);

const longAgo = (email: string) =>
  platform.database.query(
    `UPDATE apps.host_sessions SET elevated_until = now() - interval '1 second'
     WHERE account_id = (SELECT id FROM apps.accounts WHERE email = $1)`,
    [email],
  );

describe('an authenticator app', () => {
  test("every sign-in requires the authenticator app's code", async () => {
    const who = await signUp(platform, mailbox);
    const app = await addApp(who.browser);
    expect(app.codes).toHaveLength(10);
    const { browser, page } = await signInTo(who);
    expect(new URL(page.url).pathname).toBe('/login/second-factor');
    expect(await accountOf(browser)).toBeNull();
    const wrong = await browser.submit(page, { code: '000000' });
    expect([wrong.status, wrong.html]).toEqual([401, expect.stringContaining('incorrect')]);
    const landed = await browser.submit(wrong, { code: await app.next() });
    expect(new URL(landed.url).pathname).toBe('/account/security');
    expect(await accountOf(browser)).toMatchObject({ email: who.email });
    await mailbox.mailTo(who.email, /^Your sign-in was changed/);
  });

  test("an authenticator app's code works once, even if several sign-ins send it concurrently", async () => {
    const who = await signUp(platform, mailbox);
    const { next } = await addApp(who.browser);
    const code = await next();
    const tries = await Promise.all(Array.from({ length: 5 }, () => signInTo(who)));
    const answers = await Promise.all(tries.map(({ browser, page }) => browser.submit(page, { code })));
    expect(answers.filter(({ url }) => url.endsWith('/account/security'))).toHaveLength(1);
  });

  test("a sign-in after a password reset still requires the authenticator app's code", async () => {
    const who = await signUp(platform, mailbox);
    await addApp(who.browser);
    await fill(browserOf(platform), '/forgot', { email: who.email });
    const path = await pathIn(mailbox, who.email, /^Choose a new/);
    await fill(browserOf(platform), path, { password: 'another fine password' });
    const { page } = await signInTo({ ...who, password: 'another fine password' });
    expect(new URL(page.url).pathname).toBe('/login/second-factor');
  });

  test("a recovery code works once in place of the authenticator app's code, regardless of case or punctuation", async () => {
    const who = await signUp(platform, mailbox);
    const [code = ''] = (await addApp(who.browser)).codes;
    const first = await signInTo(who);
    await first.browser.submit(first.page, { code: ` ${code.toLowerCase().replace('-', ' ')}` });
    expect(await accountOf(first.browser)).toMatchObject({ email: who.email });
    const second = await signInTo(who);
    expect((await second.browser.submit(second.page, { code })).status).toBe(401);
  });

  test('a correct authenticator code gets 429 after ten wrong codes in 15 minutes', async () => {
    const who = await signUp(platform, mailbox);
    const { next } = await addApp(who.browser);
    const { browser, page } = await signInTo(who);
    for (let n = 0; n < 10; n += 1) expect((await browser.submit(page, { code: '000000' })).status).toBe(401);
    expect((await browser.submit(page, { code: await next() })).status).toBe(429);
  });

  test("removing an authenticator app that's the last factor requires the password and a code", async () => {
    const who = await signUp(platform, mailbox);
    const { next } = await addApp(who.browser);
    const remove = async (given: object) =>
      (
        await asks(
          who.browser,
          'mutation ($code: String!, $password: String) { totpDisable(code: $code, password: $password) { userErrors { code } } }',
          given,
        )
      ).totpDisable.userErrors;
    const code = await next();
    expect(await remove({ code })).toEqual([{ code: 'FACTOR_REQUIRED' }]);
    expect(await remove({ code, password: 'not the password' })).toEqual([{ code: 'INVALID' }]);
    expect(await remove({ code: '000000', password: PASSWORD })).toEqual([{ code: 'INVALID' }]);
    expect(await remove({ code, password: PASSWORD })).toEqual([]);
    const { browser } = await signInTo(who);
    expect(await accountOf(browser)).toMatchObject({ email: who.email });
  });

  test('the database never contains an authenticator secret or recovery code in plain text', async () => {
    const who = await signUp(platform, mailbox);
    const { secret, codes } = await addApp(who.browser);
    const rows = await platform.database.query(
      'SELECT 1 FROM apps.factors f WHERE f::text LIKE ANY ($1::text[])',
      [[secret, ...codes].map((shown) => `%${shown}%`)],
    );
    expect(rows).toEqual([]);
  });
});

/** The platform's configured origin: no request decides which site a passkey belongs to. */
const placeOf = () => `http://localhost:${platform.port}`;

const CREATE =
  'mutation ($input: PasskeyCreateInput) { passkeyCreate(input: $input) { options recoveryCodes passkey { id name } userErrors { code } } }';

/** Adds an authenticator's new passkey to a browser's account and returns the result. */
async function create(
  browser: PlainBrowser,
  authenticator: Authenticator,
  { name = 'Laptop', ...wrong }: Misbehaviour & { readonly name?: string } = {},
) {
  const { options } = (await asks(browser, CREATE)).passkeyCreate;
  const input = { response: authenticator.create(options, wrong), name };
  return (await asks(browser, CREATE, { input })).passkeyCreate;
}

const optionsIn = (html: string) =>
  (/data-options="([^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&quot;', '"');

/** Creates an account with one passkey. */
async function withPasskey() {
  const who = await signUp(platform, mailbox);
  const authenticator = newAuthenticator(placeOf());
  const { passkey, recoveryCodes } = await create(who.browser, authenticator);
  return { who, authenticator, id: passkey.id as string, codes: recoveryCodes as readonly string[] };
}

/** Sends an authenticator's response to the page with its challenge. */
const answerTo = (browser: PlainBrowser, html: string, passkey: string) => {
  const csrf = /name="csrf_token" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const fields = { csrf_token: csrf, return_to: '/account/security', passkey };
  return browser.post('/login/second-factor', `${new URLSearchParams(fields)}`);
};

/** An ES256 key whose point isn't on its curve. */
const BROKEN_KEY: readonly (readonly [number, number | Buffer])[] = [
  [1, 2],
  [3, -7],
  [-1, 1],
  [-2, Buffer.alloc(32, 1)],
  [-3, Buffer.alloc(32, 1)],
];

describe('a passkey', () => {
  let owner: Awaited<ReturnType<typeof withPasskey>>;
  beforeAll(async () => {
    owner = await withPasskey();
  });

  test('every sign-in requires the passkey', async () => {
    const { who, authenticator, codes } = owner;
    expect(codes).toHaveLength(10);
    const { browser, page } = await signInTo(who);
    expect(new URL(page.url).pathname).toBe('/login/second-factor');
    expect(await accountOf(browser)).toBeNull();
    const landed = await answerTo(browser, page.html, authenticator.get(optionsIn(page.html)));
    expect(new URL(landed.url).pathname).toBe('/account/security');
    const { account } = await asks(browser, '{ account { secondFactors { kind name usedAt } } }');
    const passkey = account.secondFactors.find(({ kind }: { kind: string }) => kind === 'passkey');
    expect(passkey).toEqual({ kind: 'passkey', name: 'Laptop', usedAt: expect.any(String) });
    await mailbox.mailTo(who.email, /^Your sign-in was changed/);
  });

  test('a recovery code replaces a passkey', async () => {
    const { who, codes } = owner;
    const { browser, page } = await signInTo(who);
    const csrf = /name="csrf_token" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
    const fields = { csrf_token: csrf, code: codes[0] ?? '' };
    await browser.post('/login/second-factor', `${new URLSearchParams(fields)}`);
    expect(await accountOf(browser)).toMatchObject({ email: who.email });
  });

  test.each<[string, Misbehaviour]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['of another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['whose counter goes back', { counter: 1 }],
  ])('a passkey signature %s signs no one in', async (_what, wrong) => {
    const { who, authenticator } = owner;
    const { browser, page } = await signInTo(who);
    const refused = await answerTo(browser, page.html, authenticator.get(optionsIn(page.html), wrong));
    expect([refused.status, await accountOf(browser)]).toEqual([401, null]);
    const landed = await answerTo(browser, refused.html, authenticator.get(optionsIn(refused.html)));
    expect(new URL(landed.url).pathname).toBe('/account/security');
  });

  test("another account's passkey signs no one in", async () => {
    const other = await withPasskey();
    const { browser, page } = await signInTo(owner.who);
    const refused = await answerTo(browser, page.html, other.authenticator.get(optionsIn(page.html)));
    expect([refused.status, await accountOf(browser)]).toEqual([401, null]);
  });

  test('a passkey response works once and only in the session that requested it', async () => {
    const { who, authenticator } = await withPasskey();
    const [first, second] = await Promise.all([signInTo(who), signInTo(who)]);
    const forFirst = authenticator.get(optionsIn(first.page.html));
    expect((await answerTo(second.browser, second.page.html, forFirst)).status).toBe(401);
    const started = async () =>
      (await asks(who.browser, '{ account { sessions { id } } }')).account.sessions.length;
    const before = await started();
    await Promise.all(Array.from({ length: 5 }, () => answerTo(first.browser, first.page.html, forFirst)));
    expect(await started()).toBe(before + 1);
    await answerTo(second.browser, second.page.html, forFirst);
    expect(await started()).toBe(before + 1);
  });

  test('a passkey response to a five-minute-old challenge signs no one in', async () => {
    const { who, authenticator } = owner;
    const { browser, page } = await signInTo(who);
    await platform.database.query(
      `UPDATE apps.passkey_challenges SET expires_at = now() - interval '1 second'`,
    );
    const late = await answerTo(browser, page.html, authenticator.get(optionsIn(page.html)));
    expect([late.status, await accountOf(browser)]).toEqual([401, null]);
  });

  test.each<[string, Misbehaviour]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ])('an account rejects a passkey made for %s', async (_what, wrong) => {
    const refused = await create(owner.who.browser, newAuthenticator(placeOf()), wrong);
    expect(refused).toMatchObject({ passkey: null, userErrors: [{ code: 'INVALID' }] });
  });

  test.each<[string, Misbehaviour]>([
    ['in a frame of another origin', { client: { crossOrigin: true } }],
    ['below a page of another origin', { client: { topOrigin: 'https://evil.example' } }],
    ['with a point off the curve', { key: new Map<number, number | Buffer>(BROKEN_KEY) }],
    ['with transports that hold U+0000', { transports: ['\u0000'] }],
    ['with transports that hold a lone surrogate', { transports: ['\ud800'] }],
  ])('an account rejects a passkey made %s', async (_what, wrong) => {
    const refused = await create(owner.who.browser, newAuthenticator(placeOf()), wrong);
    expect(refused).toMatchObject({ passkey: null, userErrors: [{ code: 'INVALID' }] });
  });

  test("a passkey used in another origin's frame signs no one in", async () => {
    const { who, authenticator } = owner;
    const { browser, page } = await signInTo(who);
    const signed = authenticator.get(optionsIn(page.html), { client: { crossOrigin: true } });
    expect((await answerTo(browser, page.html, signed)).status).toBe(401);
  });

  test('an eleventh passkey is refused when its authenticator responds', async () => {
    const { who } = await withPasskey();
    const authenticator = newAuthenticator(placeOf());
    const { options } = (await asks(who.browser, CREATE)).passkeyCreate;
    await platform.database.query(
      `INSERT INTO apps.factors (account_id, kind, name, credential_id, public_key, counter, transports, created_at, confirmed_at)
       SELECT account_id, kind, name, credential_id || n, public_key, counter, transports, created_at, confirmed_at
       FROM apps.factors, generate_series(1, 9) n
       WHERE kind = 'passkey' AND account_id = (SELECT id FROM apps.accounts WHERE email = $1)`,
      [who.email],
    );
    const input = { response: authenticator.create(options), name: 'Eleventh' };
    const refused = (await asks(who.browser, CREATE, { input })).passkeyCreate;
    expect(refused).toMatchObject({ passkey: null, userErrors: [{ code: 'LIMIT_REACHED' }] });
  });

  test("an account rejects another account's passkey", async () => {
    const who = await signUp(platform, mailbox);
    expect((await create(who.browser, owner.authenticator)).userErrors).toEqual([{ code: 'INVALID' }]);
  });

  test("removing a passkey that's the last factor requires the password and the passkey", async () => {
    const { who, authenticator, id } = await withPasskey();
    const remove = async (proof: object | null, one = id) =>
      (
        await asks(
          who.browser,
          'mutation ($id: ID!, $proof: FactorProofInput) { passkeyRemove(id: $id, proof: $proof) { userErrors { code } } }',
          { id: one, proof },
        )
      ).passkeyRemove.userErrors;
    const shown = async () => {
      const { passkeyAsk } = await asks(who.browser, 'mutation { passkeyAsk { options } }');
      return authenticator.get(passkeyAsk.options);
    };
    const second = await create(who.browser, newAuthenticator(placeOf()), { name: 'Key ring' });
    expect(second.recoveryCodes).toBeNull();
    expect(await remove(null, second.passkey.id)).toEqual([]);
    expect(await remove(null)).toEqual([{ code: 'FACTOR_REQUIRED' }]);
    expect(await remove({ passkey: await shown() })).toEqual([{ code: 'FACTOR_REQUIRED' }]);
    expect(await remove({ passkey: await shown(), password: 'wrong' })).toEqual([{ code: 'INVALID' }]);
    expect(await remove({ passkey: await shown(), password: PASSWORD })).toEqual([]);
    const { account } = await asks(who.browser, '{ account { secondFactors { kind } } }');
    expect(account.secondFactors).toEqual([]);
  });
});

describe('a change', () => {
  test('changing a password or factor requires a sign-in within the last ten minutes', async () => {
    const who = await signUp(platform, mailbox);
    await longAgo(who.email);
    const change = `accountUpdate(input: { password: "a new long password", currentPassword: "${PASSWORD}" }) { userErrors { code } }`;
    for (const document of [`mutation { ${change} }`, 'mutation { totpEnable { secret } }']) {
      expect(await codeOf(who.browser, document)).toBe('STEP_UP_REQUIRED');
    }
    const page = await who.browser.open('/account/security');
    const csrf = /name="csrf_token" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
    const led = await who.browser.post(
      '/account/security/totp',
      `${new URLSearchParams({ csrf_token: csrf })}`,
    );
    expect(new URL(led.url).pathname).toBe('/login');
  });

  test('changing the password requires the current one and ends the other sessions', async () => {
    const who = await signUp(platform, mailbox);
    const { browser: other } = await signInTo(who);
    const change = (currentPassword: string) =>
      asks(
        who.browser,
        'mutation ($input: AccountUpdateInput!) { accountUpdate(input: $input) { account { email } userErrors { field code } } }',
        { input: { password: 'a new long password', currentPassword } },
      );
    expect((await change('wrong')).accountUpdate).toEqual({
      account: null,
      userErrors: [{ field: ['input', 'currentPassword'], code: 'INVALID' }],
    });
    expect((await change(PASSWORD)).accountUpdate.userErrors).toEqual([]);
    expect(await accountOf(other)).toBeNull();
    expect(await accountOf(who.browser)).toMatchObject({ email: who.email });
    await mailbox.mailTo(who.email, /^Your password was changed/);
  });

  test('the account page shows the new language and time zone after a change', async () => {
    const who = await signUp(platform, mailbox);
    const page = await who.browser.open('/account/security');
    expect(page.html).toMatch(/<time datetime="[^"]+">[-\d]{10} [:\d]{5} UTC<\/time>/);
    const csrf = /name="csrf_token" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
    const form = await who.browser.post(
      '/account/security/preferences',
      `${new URLSearchParams({ csrf_token: csrf, locale: 'de', time_zone: 'Europe/Zurich' })}`,
    );
    expect(form.html).toContain('Language and time zone were saved.');
    expect(form.html).toMatch(/<time datetime="[^"]+">[-\d]{10} [:\d]{5} Europe\/Zurich<\/time>/);
    const change = async (input: object) =>
      (
        await asks(
          who.browser,
          `mutation ($input: AccountUpdateInput!) { accountUpdate(input: $input) {
            account { locale timeZone } userErrors { field code } } }`,
          { input },
        )
      ).accountUpdate;
    expect((await change({ locale: 'de-CH' })).account).toEqual({
      locale: 'de-CH',
      timeZone: 'Europe/Zurich',
    });
    expect((await change({ locale: 'no such language' })).userErrors).toEqual([
      { field: ['input', 'locale'], code: 'INVALID' },
    ]);
    expect((await change({ timeZone: 'Asia/Calcutta' })).account?.timeZone).toBe('Asia/Calcutta');
    expect((await who.browser.open('/account/security')).html).toContain(
      '<option value="Asia/Calcutta" selected>',
    );
    expect((await change({ timeZone: 'Europe/Atlantis' })).userErrors).toEqual([
      { field: ['input', 'timeZone'], code: 'INVALID' },
    ]);
  });

  test('a new email address takes effect once its owner confirms it', async () => {
    const who = await signUp(platform, mailbox);
    const next = stranger().email;
    const update = await changeEmail(who.browser, next);
    expect(update).toEqual({ account: { email: who.email }, userErrors: [] });
    const done = await fill(browserOf(platform), await pathIn(mailbox, next, /^Confirm your new/));
    expect(done.html).toContain(next);
    expect(await accountOf(who.browser)).toMatchObject({ email: next });

    const told = await mailbox.mailTo(who.email, /^Your email address was changed/);
    const browser = browserOf(platform);
    const chooses = await fill(browser, new URL(linkOf(told)).pathname);
    expect(new URL(chooses.url).pathname).toMatch(/^\/reset\//);
    expect(await accountOf(who.browser)).toBeNull();
    await browser.submit(chooses, { password: 'chosen by the owner' });
    const { browser: back } = await signInTo({ email: who.email, password: 'chosen by the owner' });
    expect(await accountOf(back)).toMatchObject({ email: who.email });
  });

  test('a change of address can be undone for exactly 72 hours', async () => {
    const who = await signUp(platform, mailbox);
    const next = stranger().email;
    await changeEmail(who.browser, next);
    await fill(browserOf(platform), await pathIn(mailbox, next, /^Confirm your new/));
    const path = new URL(linkOf(await mailbox.mailTo(who.email, /^Your email address was changed/))).pathname;
    const hash = hashToken(path.split('/').pop() ?? '');
    const [left] = await platform.database.query<{ hours: number }>(
      `SELECT round(extract(epoch FROM expires_at - now()) / 3600)::int AS hours FROM apps.mail_tokens WHERE token_hash = $1`,
      [hash],
    );
    expect(left).toEqual({ hours: 72 });
    const browser = browserOf(platform);
    const page = await browser.open(path);
    await platform.database.query('UPDATE apps.mail_tokens SET expires_at = now() WHERE token_hash = $1', [
      hash,
    ]);
    expect((await browser.submit(page)).status).toBe(410);
    expect((await browser.open(path)).status).toBe(410);
    expect(await accountOf(who.browser)).toMatchObject({ email: next });
  });

  test("an address change's links work only once when 50 browsers follow them concurrently", async () => {
    const who = await signUp(platform, mailbox);
    const next = stranger().email;
    await changeEmail(who.browser, next);
    const follow = async (path: string) => {
      const pages = await Promise.all(
        Array.from({ length: 50 }, async () => {
          const browser = browserOf(platform);
          return { browser, page: await browser.open(path) };
        }),
      );
      const sent = await Promise.all(pages.map(({ browser, page }) => browser.submit(page)));
      return sent.filter(({ status }) => status === 200).length;
    };
    expect(await follow(await pathIn(mailbox, next, /^Confirm your new/))).toBe(1);
    const told = await mailbox.mailTo(who.email, /^Your email address was changed/);
    expect(await follow(new URL(linkOf(told)).pathname)).toBe(1);
  });

  test('a change to an address that already has an account fails', async () => {
    const who = await signUp(platform, mailbox);
    const other = await signUp(platform, mailbox);
    const { userErrors } = await changeEmail(who.browser, other.email);
    expect(userErrors).toEqual([{ code: 'EMAIL_TAKEN' }]);
  });
});

describe('a session', () => {
  const ELEVATE =
    'mutation ($input: FactorProofInput!) { sessionElevate(input: $input) { elevatedUntil userErrors { field code } } }';
  const MAKE =
    'mutation { accessTokenCreate(input: { name: "t", abilities: ["develop-apps"] }) { token userErrors { code } } }';

  test('a session can create secrets again after the password is entered', async () => {
    const who = await signUp(platform, mailbox);
    await longAgo(who.email);
    expect(await codeOf(who.browser, MAKE)).toBe('STEP_UP_REQUIRED');
    const wrong = await asks(who.browser, ELEVATE, { input: { password: 'wrong' } });
    const refusal = { field: ['input', 'password'], code: 'INVALID' };
    expect(wrong.sessionElevate).toEqual({ elevatedUntil: null, userErrors: [refusal] });
    expect(await codeOf(who.browser, MAKE)).toBe('STEP_UP_REQUIRED');
    const shown = await asks(who.browser, ELEVATE, { input: { password: PASSWORD } });
    expect(Date.parse(shown.sessionElevate.elevatedUntil)).toBeGreaterThan(Date.now() + 9 * 60_000);
    expect(await codeOf(who.browser, MAKE)).toBeNull();
  });

  test('a session can create secrets again after the second factor is entered', async () => {
    const who = await signUp(platform, mailbox);
    const { next } = await addApp(who.browser);
    await longAgo(who.email);
    const wrong = await asks(who.browser, ELEVATE, { input: { code: '000000' } });
    expect(wrong.sessionElevate.userErrors).toEqual([{ field: ['input', 'code'], code: 'INVALID' }]);
    await asks(who.browser, ELEVATE, { input: { code: await next() } });
    expect(await codeOf(who.browser, MAKE)).toBeNull();
  });

  test('a session refuses the correct password after ten wrong passwords in 15 minutes', async () => {
    const who = await signUp(platform, mailbox);
    const show = async (password: string) =>
      (await asks(who.browser, ELEVATE, { input: { password } })).sessionElevate.userErrors[0]?.code;
    for (let n = 0; n < 10; n += 1) expect(await show('wrong')).toBe('INVALID');
    expect(await show(PASSWORD)).toBe('TOO_MANY_ATTEMPTS');
  });
});

describe('sessions', () => {
  test('an account lists its sessions and can end each', async () => {
    const who = await signUp(platform, mailbox);
    const others = await Promise.all([signInTo(who), signInTo(who)]);
    const { account } = await asks(who.browser, '{ account { verifiedAt sessions { id current address } } }');
    expect(account.verifiedAt).not.toBeNull();
    expect(account.sessions.map(({ current }: { current: boolean }) => current)).toEqual([
      false,
      false,
      true,
    ]);
    const end = (id: string | null) =>
      asks(who.browser, 'mutation ($id: ID) { sessionRevoke(id: $id) { ended userErrors { code } } }', {
        id,
      });
    expect((await end(account.sessions[0].id)).sessionRevoke.ended).toBe(1);
    expect((await end(null)).sessionRevoke.ended).toBe(1);
    expect(await Promise.all(others.map(({ browser }) => accountOf(browser)))).toEqual([null, null]);
    expect(await accountOf(who.browser)).not.toBeNull();
  });

  test("an account can't find another account's sessions", async () => {
    const who = await signUp(platform, mailbox);
    const other = await signUp(platform, mailbox);
    const { account } = await asks(other.browser, '{ account { sessions { id } } }');
    const { sessionRevoke } = await asks(
      who.browser,
      'mutation ($id: ID) { sessionRevoke(id: $id) { ended userErrors { code } } }',
      { id: account.sessions[0].id },
    );
    expect(sessionRevoke).toEqual({ ended: null, userErrors: [{ code: 'NOT_FOUND' }] });
    expect(await accountOf(other.browser)).not.toBeNull();
  });
});

describe('the security log', () => {
  test("the security log lists the account's events, newest first", async () => {
    const who = await signUp(platform, mailbox);
    await addApp(who.browser);
    const { securityEvents } = await asks(
      who.browser,
      '{ securityEvents(first: 10) { nodes { kind address } } }',
    );
    expect(securityEvents.nodes.map(({ kind }: { kind: string }) => kind)).toEqual([
      'totp.enabled',
      'session.started',
      'account.verified',
      'account.signed_up',
    ]);
  });
});

describe('a suspended account', () => {
  const OPERATOR = {
    kind: 'hostUser',
    sessionId: 0,
    teamId: null,
    role: null,
    operator: true,
    elevated: true,
  } as const;
  const asOperator = async (query: string, variables: object = {}) => {
    const [row] = await platform.database.query<{ id: number }>(
      'SELECT id FROM apps.accounts WHERE operator',
    );
    const viewer = { ...OPERATOR, accountId: row?.id ?? 0 };
    // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests assert
    return platform.execute<any, object>({ text: query }, variables, { viewer, requestId: 'test' });
  };
  const idOf = async (email: string) =>
    (
      await platform.database.query<{ id: number }>('SELECT id FROM apps.accounts WHERE email = $1', [email])
    )[0]?.id;
  const lock = async (email: string, field = 'accountLock', reason = 'Sends spam') => {
    const query = `mutation ($id: ID!, $reason: String!) { answer: ${field}(id: $id, reason: $reason) {
      account { status lockedReason } userErrors { code field } } }`;
    return (await asOperator(query, { id: String(await idOf(email)), reason })).answer;
  };

  test("a suspended account's sessions and access tokens fail until an operator resumes it", async () => {
    const who = await signUp(platform, mailbox);
    const { accessTokenCreate } = await asks(
      who.browser,
      'mutation { accessTokenCreate(input: { name: "Laptop", abilities: ["develop-apps"] }) { token } }',
    );
    const tokenWorks = async () => {
      const headers = { authorization: `Bearer ${accessTokenCreate.token}` };
      return (await fetch(`${platform.address}/api/dev/teams`, { headers })).status;
    };
    expect([await tokenWorks(), (await accountOf(who.browser))?.email]).toEqual([200, who.email]);
    expect(await lock(who.email)).toEqual({
      account: { status: 'locked', lockedReason: 'Sends spam' },
      userErrors: [],
    });
    expect([await tokenWorks(), await accountOf(who.browser)]).toEqual([401, null]);
    const refused = await signInTo(who);
    expect([refused.page.status, refused.page.html]).toEqual([403, expect.stringContaining('suspended')]);

    expect((await lock(who.email, 'accountUnlock', 'A mistake')).account).toEqual({
      status: 'active',
      lockedReason: null,
    });
    expect(await tokenWorks()).toBe(200);
    expect(await accountOf((await signInTo(who)).browser)).toMatchObject({ email: who.email });
  });

  test("a link mailed before the suspension doesn't resume the account", async () => {
    const who = await signUp(platform, mailbox);
    await fill(browserOf(platform), '/forgot', { email: who.email });
    const path = await pathIn(mailbox, who.email, /^Choose a new/);
    await lock(who.email);
    await fill(browserOf(platform), path, { password: 'another fine password' }).catch(() => null);
    expect((await signInTo({ ...who, password: 'another fine password' })).page.status).toBe(401);
    expect((await signInTo(who)).page.status).toBe(403);
  });

  test('the author and reason of an account suspension appear in both logs', async () => {
    const who = await signUp(platform, mailbox);
    const id = await idOf(who.email);
    await lock(who.email);
    await lock(who.email);
    const events = await platform.database.query<{ kind: string; detail: string; operator: boolean }>(
      `SELECT e.kind, e.detail, a.operator FROM apps.account_events e JOIN apps.accounts a ON a.id = e.account_id
       WHERE (a.id = $1 AND e.kind LIKE 'account.locked') OR e.detail = $2 ORDER BY e.kind`,
      [id, `Account ${id}: Sends spam`],
    );
    expect(events).toEqual([
      { kind: 'account.locked', detail: 'Sends spam', operator: false },
      { kind: 'operator.account.locked', detail: `Account ${id}: Sends spam`, operator: true },
    ]);
  });

  test("operators can't suspend their own account", async () => {
    const [own] = await platform.database.query<{ email: string }>(
      'SELECT email FROM apps.accounts WHERE operator',
    );
    expect((await lock(own?.email ?? '')).userErrors).toMatchObject([{ code: 'INVALID', field: ['id'] }]);
  });

  test('suspending an account requires a reason', async () => {
    const who = await signUp(platform, mailbox);
    expect((await lock(who.email, 'accountLock', '  ')).userErrors).toMatchObject([{ field: ['reason'] }]);
  });
});
