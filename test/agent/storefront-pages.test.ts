import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calendarFile } from '#adapters/storefront-pages/calendar-file.ts';
import { icon, robots } from '#adapters/storefront-pages/discovery.ts';
import { WORDS } from '#adapters/storefront-pages/words/words.ts';
import { connectAgent, type StorefrontHttp, storefrontHttp } from '../support/agent.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

let platform: TestPlatform;
let lakeside: StorefrontHttp;

beforeAll(async () => {
  platform = await startPlatform({ HOLD_TTL: 'PT3S', SWEEP_INTERVAL: 'PT1S' });
  lakeside = storefrontHttp(platform.address, `lakeside.localhost:${platform.port}`);
});
afterAll(async () => {
  await lakeside.close();
  await platform.close();
});

const HTML = { accept: 'text/html' };

const STOREFRONT = {
  id: '1',
  teamId: '1',
  domain: 'a.example',
  name: 'Seehof; Brienz',
  status: 'live',
  agentBookings: true,
  instantBooking: true,
  paused: false,
  maintenanceRetryAfter: 0,
  acpEnabled: false,
  policies: [],
  baseUrl: 'https://a.example',
  clientAddress: '',
} as const;
const VISIT = { storefront: STOREFRONT, words: WORDS.en, chosen: null };

test('every link of the home page leads somewhere', async () => {
  const { status, headers, text } = await lakeside.get('/', HTML);
  expect(status).toBe(200);
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  const links = [...text.matchAll(/href="(\/[^"]*)"/g)].map((match) => match[1] ?? '');
  expect(links.filter((link) => link.startsWith('/stays/'))).toHaveLength(8);
  for (const link of new Set(links)) expect((await lakeside.get(link, HTML)).status).toBe(200);
});

test('the sitemap that robots.txt names lists pages that answer', async () => {
  const sitemap = await lakeside.get('/sitemap.xml');
  const urls = [...sitemap.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => new URL(match[1] ?? ''));
  expect(urls.filter(({ pathname }) => pathname.startsWith('/stays/'))).toHaveLength(8);
  for (const url of urls) expect((await lakeside.get(url.pathname, HTML)).status).toBe(200);
  const { text } = await lakeside.get('/robots.txt');
  expect(text).toContain(`Sitemap: http://lakeside.localhost:${platform.port}/sitemap.xml`);
  expect(text).toContain('Disallow: /bookings/');
});

test('llms.txt leads a model to the MCP server and the stays', async () => {
  const { text, headers } = await lakeside.get('/llms.txt');
  expect(headers['content-type']).toContain('text/plain');
  expect(text).toMatch(/^# Lakeside Stays\n/);
  for (const [, url = ''] of text.matchAll(/\]\((http[^)]+\/(?:stays|policies|\.well-known)\/[^)]+)\)/g))
    expect((await lakeside.get(new URL(url).pathname)).status, url).toBe(200);
  expect(text).toContain('/api/mcp');
});

test('a draft is not for search engines', () => {
  expect(robots({ ...STOREFRONT, status: 'draft' })).toBe('User-agent: *\nDisallow: /\n');
  expect(robots({ ...STOREFRONT, status: 'live' })).toContain('Sitemap: ');
});

test('an icon holds no markup of the name', () => {
  expect(icon({ ...STOREFRONT, name: '<b>' })).toContain('>&lt;</text>');
});

test("a product's url is the page of its unit type", async () => {
  const agent = await connectAgent(platform.port, 'lakeside.localhost');
  const { products } = await agent.call('search_catalog', { catalog: { query: 'Boathouse' } });
  await agent.close();
  const { text } = await lakeside.get(new URL(products[0]?.url ?? '').pathname, HTML);
  expect(text).toContain('<h1>The Boathouse</h1>');
  expect(text).toContain('EUR 340.00');
});

test('every unit type of the demo world shows photos that load', async () => {
  for (let unitType = 1; unitType <= 8; unitType++) {
    const { text } = await lakeside.get(`/stays/${unitType}`, HTML);
    const sources = [...text.matchAll(/<img [^>]*src="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(sources.length).toBeGreaterThanOrEqual(2);
    for (const source of sources) {
      const { status, headers } = await lakeside.get(source);
      expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'image/jpeg' });
    }
  }
});

describe('the language of a page', () => {
  const GERMAN = { ...HTML, 'accept-language': 'fr, de-CH;q=0.8, en;q=0.2' };

  test('follows the browser, of which caches learn', async () => {
    const { headers, text } = await lakeside.get('/stays/5', GERMAN);
    expect(text).toContain('<html lang="de">');
    expect(text).toContain('172,00 EUR pro Nacht');
    expect(headers).toMatchObject({ vary: 'accept-language', 'content-language': 'de' });
    const { text: english } = await lakeside.get('/stays/5', HTML);
    expect(english).toContain('<html lang="en">');
    expect(english).toContain('EUR 172.00 per night');
  });

  test('stays as it was chosen in every link', async () => {
    const { text } = await lakeside.get('/stays/5?lang=en', GERMAN);
    expect(text).toContain('<html lang="en">');
    expect(text).toContain('href="/stays/5?lang=de" hreflang="de"');
    const links = [...text.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, link = '']) => link);
    const pages = links.filter((link) => !link.startsWith('/media/') && !link.includes('lang=de'));
    expect(pages.length).toBeGreaterThan(3);
    for (const link of pages) expect(link).toContain('lang=en');
  });

  test('is that of the nearest text a host wrote', async () => {
    await platform.database.query(
      `UPDATE catalog.unit_type SET descriptions = '[{"locale": "en", "markdown": "By the **lake**."}, {"locale": "de-CH", "markdown": "Am **See**."}]', description = 'By the lake.' WHERE id = 6`,
    );
    expect((await lakeside.get('/stays/6', GERMAN)).text).toContain('Am See.');
    expect((await lakeside.get('/stays/6', HTML)).text).toContain('By the lake.');
  });

  test('is that of a missing page', async () => {
    const { status, headers, text } = await lakeside.get('/stays/999999', GERMAN);
    expect({ status, vary: headers.vary }).toEqual({ status: 404, vary: 'accept-language' });
    expect(text).toContain('Diese Seite gibt es nicht.');
  });
});

test('policy pages show what the host wrote, paragraph by paragraph', async () => {
  const { text } = await lakeside.get('/policies/faq', HTML);
  expect(text).toContain('<h1>Questions</h1>');
  expect(text).toContain('<p class="prose">Parking is free at every property.</p>');
});

test('what a host or a guest wrote is text, never markup', async () => {
  await platform.database.query(
    `UPDATE catalog.unit_type SET description = '<script>alert(1)</script> & "quotes"' WHERE id = 8`,
  );
  const { text } = await lakeside.get('/stays/8', HTML);
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot;');
  expect(text).not.toContain('<script>');
});

test('the permalink shows the state of the booking', async () => {
  const agent = await connectAgent(platform.port, 'lakeside.localhost');
  const checkout = {
    line_items: [{ item: { id: `stay:7:${daysAhead(60)}:${daysAhead(62)}:2:0` }, quantity: 2 }],
    buyer: { first_name: 'Zoë <b>', last_name: 'Lovelace', email: 'zoe@example.com' },
  };
  const { id } = await agent.call('create_checkout', { checkout });
  const done = await agent.call('complete_checkout', { id, meta: { 'idempotency-key': 'page' } });
  const path = new URL(done.order?.permalink_url ?? '').pathname;

  const held = await lakeside.get(path, HTML);
  expect(held.headers['cache-control']).toBe('no-store');
  expect(held.text).toContain('data-payment-status="awaiting_payment"');
  expect(held.text).toContain(done.order?.id ?? 'no order');
  const ends = done.order?.hold_expires_at ?? '';
  const clock = { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Zurich' } as const;
  const time = new Date(ends).toLocaleTimeString('en-GB', clock);
  expect(held.text).toMatch(
    new RegExp(`<time datetime="${ends}">[^<]* at ${time} \\(Europe/Zurich time\\)</time>`),
  );
  expect(held.text).toContain('Zoë &lt;b&gt;');
  const file = await lakeside.get(`${path}/stay.ics`);
  expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(file.text).toContain('STATUS:TENTATIVE');
  const { text: german } = await lakeside.get(`${path}?lang=de`, HTML);
  expect(german).toContain('sind bis <time datetime=');
  expect(german).toContain('<th scope="row">Übernachtungen</th>');
  const shown = [...held.text.matchAll(/<td>EUR (-?[\d,.]+)<\/td>/g)].map((match) =>
    Math.round(Number(match[1]?.replace(',', '')) * 100),
  );
  expect(shown).toEqual(done.totals.map(({ amount }) => amount));

  await expect
    .poll(async () => (await lakeside.get(path, HTML)).text, { timeout: 15_000, interval: 250 })
    .toContain('data-payment-status="released"');
  expect(await agent.call('get_checkout', { id })).toMatchObject({ order: { payment_status: 'released' } });
  await agent.close();

  const harbour = storefrontHttp(platform.address, 'harbour.localhost');
  expect((await harbour.get(path, HTML)).status).toBe(404);
  await harbour.close();
});

test.each(['/stays/999999', '/stays/abc', '/policies/nothing', '/bookings/abc', '/no/such/page'])(
  '%s is a friendly 404',
  async (path) => {
    const { status, text } = await lakeside.get(path, HTML);
    expect(status).toBe(404);
    expect(text).toContain('<a href="/">See what Lakeside Stays offers</a>');
    expect((await lakeside.get(path)).json).toMatchObject({ code: 'not_found' });
  },
);

test.each([
  ['nobody.example', 404],
  ['closed.localhost', 503],
])('%s answers %i with a page', async (host, expected) => {
  const http = storefrontHttp(platform.address, host);
  const { status, headers, text } = await http.get('/', HTML);
  expect(status).toBe(expected);
  expect(text).toContain('<h1>');
  expect(headers['retry-after'] !== undefined).toBe(expected === 503);
  await http.close();
});

test('a storefront without agents still has its pages', async () => {
  const http = storefrontHttp(platform.address, 'quiet.localhost');
  const { status, text } = await http.get('/', HTML);
  expect(status).toBe(200);
  expect(text).not.toContain('/api/mcp');
  await http.close();
});

test.each([
  ['text/xml', '<method/>', 415],
  ['application/x-www-form-urlencoded', `method=${'x'.repeat(5_000)}`, 413],
  ['application/json', '{"method":', 400],
])('a form that cannot be read is the client’s mistake: %s', async (type, body, status) => {
  const answer = await fetch(`${platform.address}/bookings/abc`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ code: 'bad_request' });
});

test('a calendar file folds long lines, escapes text and keeps its event over changes', () => {
  const lines = [
    { title: `Grande chambre à coucher, côté lac, ${'é'.repeat(60)}`, quantity: 2, subtotal: 1, units: [] },
  ];
  const booking = {
    ...{ reference: 'BK-7Q4M2XAB', checkIn: '2027-05-01', checkOut: '2027-05-04', lines },
    ...{ updatedAt: '2026-11-22T10:00:00.123Z', version: 2 },
  };
  const file = calendarFile(VISIT, { ...booking, status: 'confirmed' }, 'secret-id');
  const raw = file.split('\r\n');
  expect(raw.pop()).toBe('');
  for (const line of raw) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
  const unfolded = file.replaceAll('\r\n ', '');
  expect(unfolded).toContain('DTSTART;VALUE=DATE:20270501\r\nDTEND;VALUE=DATE:20270504\r\n');
  expect(unfolded).toContain('DTSTAMP:20261122T100000Z\r\n');
  expect(unfolded).toContain('SUMMARY:2 × Grande chambre à coucher\\, côté lac\\, ');
  expect(unfolded).toContain('(Seehof\\; Brienz)');
  const cancelled = calendarFile(VISIT, { ...booking, status: 'cancelled', version: 3 }, 'secret-id');
  const uidOf = (text: string) => /^UID:.*$/m.exec(text)?.[0];
  expect(uidOf(cancelled)).toBe(uidOf(file));
  expect(cancelled).toContain('STATUS:CANCELLED');
});
