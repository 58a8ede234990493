import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ThemePackage } from '#theme/theme-package.ts';
import { connectAgent, type StorefrontHttp, storefrontHttp } from '../support/agent.ts';
import { ask, type Developer, hostOf, newDeveloper } from '../support/developer.ts';
import { liveTheme } from '../support/live-themes.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { type Files, filesOf, folderOf, LEAST_THEME, themeOf } from '../support/themes.ts';

// docs/guides/build-a-theme.md: a storefront's pages with its published theme.

let platform: TestPlatform;
let lakeside: StorefrontHttp;
let host: ReturnType<typeof hostOf>;
let developer: Developer;
let storefrontId: string;
/** Bytes of today's pages, before any theme. */
let plain: readonly string[];

const HTML = { accept: 'text/html' };
const PATHS = ['/', '/stays/1', '/policies/terms_of_service', '/nowhere'];
const HEARTH = themeOf(folderOf('examples/theme-hearth'));

beforeAll(async () => {
  platform = await startPlatform();
  lakeside = storefrontHttp(platform.address, `lakeside.localhost:${platform.port}`);
  host = hostOf(1);
  developer = await newDeveloper(platform);
  const { storefronts } = await ask<{ storefronts: readonly { id: string; domain: string }[] }>(
    platform,
    host,
    '{ storefronts { id domain } }',
  );
  storefrontId = storefronts.find(({ domain }) => domain === 'lakeside.localhost')?.id ?? '';
  plain = await Promise.all(PATHS.map(textAt));
});
afterAll(async () => {
  await lakeside.close();
  await platform.close();
});

const textAt = async (path: string): Promise<string> => (await lakeside.get(path, HTML)).text;

interface Placed {
  readonly id: string;
  readonly status: string;
  readonly problem: string | null;
  readonly settingsVersion: number;
}

const mutate = async (mutation: string): Promise<Placed> => {
  const done = await ask<Record<string, { theme: Placed | null; userErrors: readonly unknown[] }>>(
    platform,
    host,
    `mutation { ${mutation} { theme { id status problem settingsVersion } userErrors { code message } } }`,
  );
  const [payload] = Object.values(done);
  if (!payload?.theme) throw new Error(JSON.stringify(payload?.userErrors));
  return payload.theme;
};

let made = 0;
/** Adds a theme to the storefront; guests don't see it yet. */
async function install(theme: ThemePackage): Promise<Placed> {
  const slug = `theme-${++made}`;
  await liveTheme(platform, developer, { slug, distribution: 'public', theme });
  return mutate(`themeInstall(storefrontId: "${storefrontId}", slug: "${slug}")`);
}

const publish = (id: string) => mutate(`themePublish(id: "${id}")`);
const small = (files: Files) => themeOf(filesOf({ ...LEAST_THEME, ...files }));
const themes = async () =>
  (
    await ask<{ themes: readonly Placed[] }>(
      platform,
      host,
      `{ themes(storefrontId: "${storefrontId}") { id status problem settingsVersion } }`,
    )
  ).themes;
/** Waits until pages show what was published. */
const showing = (text: string, path = '/') => expect.poll(() => textAt(path)).toContain(text);

describe('The example theme Hearth', () => {
  test('a theme renders the home page, a stay, a policy and a missing page', async () => {
    const { id } = await install(HEARTH);
    await publish(id);
    await showing('hearth.css');
    const [home = '', stay = '', policy = '', missing = ''] = await Promise.all(PATHS.map(textAt));
    expect(home).toContain('<html lang="en" class="page-home">');
    expect(home).toMatch(/<title>Lakeside Stays<\/title>/);
    expect(home.match(/<article class="room/g)).toHaveLength(8);
    expect(home).toContain('<link rel="canonical"');
    expect(home).toContain('name="check_in"');
    expect(stay).toContain('class="page-stay"');
    expect(stay).toContain('application/ld+json');
    expect(stay).toContain('id="calendar"');
    expect(stay).toContain('name="check_out"');
    expect(policy).toContain('class="page-policy"');
    expect(missing).toContain('class="page-not_found"');
    expect((await lakeside.get('/nowhere', HTML)).status).toBe(404);
    for (const page of [home, stay, policy, missing]) {
      expect(page).not.toMatch(/\{[{%]|<!--[0-9a-f]{24}/);
      expect(page).not.toMatch(/(?:src|srcset)="https?:/);
    }
  });

  test('pages with a theme allow no scripts, and only their own origin', async () => {
    const { headers } = await lakeside.get('/', HTML);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'self'( 'sha256-[\w+/]{43}='){2}; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
  });

  test('a stay with dates has its price and a button to book', async () => {
    const path = `/stays/1?check_in=${daysAhead(40)}&check_out=${daysAhead(43)}&adults=2&children=0&units=1`;
    const page = await textAt(path);
    expect(page).toContain('class="page-stay"');
    expect(page).toMatch(/href="\/stays\/1\/(book|request)\?/);
  });

  test('a search shows its results in the theme', async () => {
    const page = await textAt(
      `/?check_in=${daysAhead(40)}&check_out=${daysAhead(43)}&adults=2&children=0&units=1`,
    );
    expect(page).toContain('class="results measure"');
    expect(page).toContain('class="cards"');
  });

  test('an asset is immutable and can only be loaded by its digest', async () => {
    const { status, headers } = await lakeside.get(`/theme/${HEARTH.sha256}/hearth.css`, {});
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    for (const path of [`/theme/${'0'.repeat(64)}/hearth.css`, `/theme/${HEARTH.sha256}/theme.toml`])
      expect((await lakeside.get(path, HTML)).status).toBe(404);
  });

  test.each([
    ['de-CH', 'de'],
    ['fr-CA,en;q=0.8', 'fr'],
    ['zh-Hans-CN,de;q=0.5', 'de'],
    ['de;q=0,fr;q=0.3', 'fr'],
    ['pt-BR', 'en'],
    [undefined, 'en'],
  ])('a guest who asks for %s gets the page in %s from a warm cache', async (header, language) => {
    const accept = header === undefined ? HTML : { ...HTML, 'accept-language': header };
    const { headers, text } = await lakeside.get('/', accept);
    expect(headers['content-language']).toBe(language);
    expect(headers['vary']).toContain('accept-language');
    expect(text).toContain(`<html lang="${language}"`);
    const words = { en: 'Look inside', de: 'Hineinschauen', fr: 'Voir l&#39;intérieur' };
    for (const [other, word] of Object.entries(words))
      expect(text.includes(word), `${word} for ${language}`).toBe(other === language);
  });

  test('settings change the page once they are published', async () => {
    const [published] = (await themes()).filter(({ status }) => status === 'published');
    if (!published) throw new Error('No theme is published.');
    const values = `[{ key: "opening.headline", value: "A <b>room</b> & a lake" }, { key: "warmth", value: "#123456" }]`;
    const { id } = await mutate(
      `themeSettingsSet(id: "${published.id}", version: ${published.settingsVersion}, values: ${values})`,
    );
    expect(await textAt('/')).not.toContain('a lake</h1>');
    await publish(id);
    await showing('<h1>A &lt;b&gt;room&lt;/b&gt; &amp; a lake</h1>');
    expect(await textAt('/')).toContain('--warmth:#123456');
  });

  test('every page has the same bytes as before once the theme is removed', async () => {
    const [published] = (await themes()).filter(({ status }) => status === 'published');
    await ask(platform, host, `mutation { themeRemove(id: "${published?.id}") { userErrors { code } } }`);
    await expect.poll(() => textAt('/')).not.toContain('hearth.css');
    expect(await Promise.all(PATHS.map(textAt))).toEqual(plain);
  });
});

describe('A theme with gaps and faults', () => {
  test('a page without a template is the platform’s own', async () => {
    const { id } = await install(small({ 'templates/home.liquid': '<h1>Only a home page</h1>' }));
    await publish(id);
    await showing('Only a home page');
    expect(await textAt('/stays/1')).toBe(plain[1]);
  });

  test('a preview shows a theme that guests do not see, and is not stored', async () => {
    const { id } = await install(small({ 'templates/home.liquid': '<h1>Preview only</h1>' }));
    const { themePreview } = await ask<{ themePreview: { url: string } }>(
      platform,
      host,
      `{ themePreview(id: "${id}") { url } }`,
    );
    const { pathname, search } = new URL(themePreview.url);
    // Only the panel shows it, in a frame on the platform's own host.
    const frame = { host: 'localhost', 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' };
    const { headers, body } = await request(`${platform.address}${pathname}${search}`, { headers: frame });
    expect(await body.text()).toContain('Preview only');
    expect(headers['cache-control']).toBe('no-store');
    expect(await textAt('/')).not.toContain('Preview only');
  });

  test.each([
    ['{% for i in (1..100000000) %}{% endfor %}', /ms|objects/],
    ['{% render "a" %}', /objects|call stack|ms/],
    ['{{ "now" | date: "%99999999d" }}', /objects/],
    ['<scr{% if true %}ipt>alert(1)</scr{% endif %}ipt>', /script/],
  ])('a home page with %j is the platform’s own, and the host sees why', async (text, reason) => {
    const files = { 'templates/home.liquid': text, 'snippets/a.liquid': '{% render "a" %}{% render "a" %}' };
    const { id } = await install(small({ ...files, 'templates/stay.liquid': `<h1>Stay ${made}</h1>` }));
    await publish(id);
    await showing(`<h1>Stay ${made - 1}</h1>`, '/stays/1');
    expect(await textAt('/')).toBe(plain[0]);
    const own = (await themes()).find((theme) => theme.id === id);
    expect(own).toMatchObject({ status: 'published', problem: expect.stringMatching(reason) });
    expect(own?.problem).toContain('The page "home" was shown without the theme.');
  });

  test('20 failures unpublish a theme', async () => {
    const { id } = await install(
      small({ 'templates/home.liquid': '{% for i in (1..900000000) %}{% endfor %}' }),
    );
    await publish(id);
    await expect
      .poll(async () => {
        expect(await textAt('/')).toBe(plain[0]);
        return (await themes()).find((theme) => theme.id === id)?.status;
      })
      .toBe('draft');
  });
});

describe('A guest’s own pages with a theme', () => {
  let booking: string;
  beforeAll(async () => {
    const agent = await connectAgent(platform.port, 'lakeside.localhost');
    const item = `stay:7:${daysAhead(60)}:${daysAhead(62)}:2:0`;
    const checkout = {
      line_items: [{ item: { id: item }, quantity: 1 }],
      buyer: { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' },
    };
    const { id } = await agent.call('create_checkout', { checkout });
    const { order } = await agent.call('complete_checkout', { id, meta: { 'idempotency-key': 'themed' } });
    await agent.close();
    booking = new URL(order?.permalink_url ?? '').pathname;
    await ask(
      platform,
      host,
      `mutation { storefrontUpdate(input: { id: "${storefrontId}", guestCancellation: true }) { userErrors { message } } }`,
    );
  });

  const BOOKING = `<h1>{{ booking.reference }}</h1>
<p class="seen">{{ page.path }} {% for language in languages %}{{ language.url }} {% endfor %}</p>
{% payment_form %}{% booking_actions %}`;

  test('a booking’s page is never stored, and templates don’t see its address', async () => {
    const { id } = await install(small({ 'templates/booking.liquid': BOOKING }));
    await publish(id);
    await showing('class="seen"', booking);
    const { headers, text } = await lakeside.get(booking, HTML);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'; style-src 'self'");
    expect(headers['content-security-policy']).toContain("form-action 'self' https:");
    expect(text).toContain('data-payment-status="awaiting_payment"');
    expect(/class="seen">([^<]*)</.exec(text)?.[1]).not.toContain(booking);
    expect(text.match(/name="method"/g)).not.toBeNull();
    // Without a template for it, the page to cancel on is the platform’s own.
    expect(await textAt(`${booking}/cancel`)).not.toContain('/theme/');
  });

  test('a form behind a broken template is on the platform’s own page, with its token', async () => {
    const broken = '{% cancel_form %}{% for i in (1..100000000) %}{% endfor %}';
    const { id } = await install(
      small({ 'templates/cancel.liquid': broken, 'templates/home.liquid': '<h1>Cancels</h1>' }),
    );
    await publish(id);
    await showing('<h1>Cancels</h1>');
    const { headers, text } = await lakeside.get(`${booking}/cancel`, HTML);
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toContain('<h1>Cancel your booking');
    expect(text).toMatch(/name="csrf_token" value="[^"]+"/);
    const own = (await themes()).find((theme) => theme.id === id);
    expect(own?.problem).toContain('The page "cancel" was shown without the theme.');
    expect(own?.problem).not.toContain(booking);
  });

  test('a preview shows every page with the theme in one browser, until it ends', async () => {
    const theme = small({
      'templates/home.liquid': '<h1>Previewed home</h1>',
      'templates/policy.liquid': '<h1>Previewed policy</h1>',
      'templates/booking.liquid': BOOKING,
      'templates/cancel.liquid': '{% cancel_form %}{% for i in (1..100000000) %}{% endfor %}',
    });
    const { id } = await install(theme);
    const { themePreview } = await ask<{ themePreview: { siteUrl: string } }>(
      platform,
      host,
      `{ themePreview(id: "${id}") { siteUrl } }`,
    );
    const { pathname, search } = new URL(themePreview.siteUrl);
    const opened = await lakeside.get(pathname + search, HTML);
    expect(opened).toMatchObject({ status: 303, headers: { location: '/', 'cache-control': 'no-store' } });
    const [cookie = ''] = String(opened.headers['set-cookie']).split(';');
    const seen = async (path: string) => lakeside.get(path, { ...HTML, cookie });
    for (const [path, text] of [
      ['/', 'Previewed home'],
      ['/policies/terms_of_service', 'Previewed policy'],
      [booking, 'class="seen"'],
      ['/stays/1', 'class="preview-bar"'],
    ] as const) {
      const page = await seen(path);
      expect(page.text).toContain(text);
      expect(page.text).toContain('href="/theme-preview/end"');
      expect(page.headers['cache-control']).toBe('no-store');
      expect(await textAt(path)).not.toContain('/theme-preview/end');
    }
    // The developer sees why a page is shown without the theme; the host’s guests never saw it.
    expect((await seen(`${booking}/cancel`)).text).toContain('was shown without the theme.');
    expect((await themes()).find((one) => one.id === id)?.problem).toBeNull();
    expect((await lakeside.get('/theme-preview?preview=theme-1.2.3', HTML)).status).toBe(404);
    const ended = await lakeside.get('/theme-preview/end', HTML);
    expect(ended.headers['set-cookie']).toContain('Max-Age=0');
  });

  test('a storefront in maintenance has its theme’s page and style sheet', async () => {
    const theme = small({
      'templates/maintenance.liquid': '<h1 class="closed">{{ page.title }}</h1><p>{{ text }}</p>',
      'templates/home.liquid': '<h1>Open</h1>',
      'assets/a.css': 'p{margin:0}',
    });
    const { id } = await install(theme);
    await publish(id);
    await showing('<h1>Open</h1>');
    const close = (closed: boolean) =>
      ask(
        platform,
        host,
        `mutation { storefrontUpdate(input: { id: "${storefrontId}", maintenance: ${closed} }) { userErrors { message } } }`,
      );
    await close(true);
    await showing('<h1 class="closed">');
    expect((await lakeside.get('/', HTML)).status).toBe(503);
    expect((await lakeside.get(`/theme/${theme.sha256}/a.css`, {})).status).toBe(200);
    await close(false);
  });
});
