import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calendarFile } from '#adapters/storefront-pages/calendar-file.ts';
import { icon, robots } from '#adapters/storefront-pages/discovery.ts';
import { WORDS } from '#adapters/storefront-pages/words/words.ts';
import { moneyIn } from '#kit/language.ts';
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

/** A stay two months ahead that nothing else of this file touches. */
const stayOf = (unitType: number, from = 90, nights = 3) =>
  `/stays/${unitType}/book?check_in=${daysAhead(from)}&check_out=${daysAhead(from + nights)}&adults=2&children=0&units=1`;

const GUEST = { first_name: 'Zoë', last_name: 'Lovelace', email: 'zoe.direct@example.com' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded', ...HTML };

/** Opens the form of a stay as a browser does, and returns how to send it. */
async function openForm(path: string) {
  const page = await lakeside.get(path, HTML);
  const hidden = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/<input type="hidden" name="(attempt|price)" value="([^"]+)"/g)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    );
  const send = (guest: object, from = page.text, headers = {}) =>
    lakeside.send(
      'POST',
      path,
      { ...FORM, ...headers },
      `${new URLSearchParams({ ...hidden(from), ...guest })}`,
    );
  return { page, send };
}

const bookingsOf = (email: string) =>
  platform.database.query<{ source_kind: string; total: string }>(
    'SELECT source_kind, total FROM checkout.bookings WHERE guest_email = $1',
    [email],
  );

describe('a guest who books directly', () => {
  test('sees the price that agents see, with everything in it', async () => {
    const [from, until] = [daysAhead(90), daysAhead(93)];
    const agent = await connectAgent(platform.port, 'lakeside.localhost');
    const { products } = await agent.call('lookup_catalog', { id: `stay:1:${from}:${until}:2:0` });
    await agent.close();
    const { text } = await lakeside.get(`/stays/1?check_in=${from}&check_out=${until}&adults=2`, HTML);
    const total = moneyIn('en', products[0]?.total ?? 0, 'EUR');
    expect(text).toContain(`<strong>${total}</strong>`);
    expect(text).toMatch(
      /Free cancellation until <time datetime="[^"]+Z">[^<]+\(Europe\/Zurich time\)<\/time>/,
    );
  });

  test('gets one booking, however often the form is sent', async () => {
    const { send } = await openForm(stayOf(1));
    const answers = await Promise.all([send(GUEST), send(GUEST), send(GUEST)]);
    const again = await send(GUEST);
    expect([...answers, again].map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    const leads = [...answers, again].map(({ headers }) => headers.location);
    expect(new Set(leads).size).toBe(1);
    const booked = await bookingsOf(GUEST.email);
    expect(booked.map(({ source_kind }) => source_kind)).toEqual(['direct']);
    const { text } = await lakeside.get(leads[0] ?? '', HTML);
    expect(text).toContain('aria-current="step">Pay</li>');
  });

  test('is told at the field what is wrong, in their language', async () => {
    const { send } = await openForm(`${stayOf(1)}&lang=de`);
    const { status, text } = await send({ ...GUEST, last_name: ' ', email: 'not an address' });
    expect(status).toBe(422);
    expect(text).toContain('id="last_name-fault">Geben Sie Ihren Nachnamen ein.');
    expect(text).toContain('id="email-fault">');
    expect(text).toContain('value="Zoë"');
    expect(await bookingsOf('not an address')).toEqual([]);
  });

  test('confirms a price that changed meanwhile', async () => {
    const email = 'moved@example.com';
    const { send } = await openForm(stayOf(2));
    const total = async () =>
      (await lakeside.get(stayOf(2), HTML)).text.match(/class="total">.*?<td>([^<]+)/)?.[1];
    const before = await total();
    await platform.database.query('UPDATE catalog.unit_type SET base_rate = base_rate + 1000 WHERE id = 2');
    await expect.poll(total).not.toBe(before);
    const moved = await send({ ...GUEST, email });
    expect(moved.status).toBe(422);
    expect(moved.text).toContain(`the total is ${await total()} now. Nothing was booked.`);
    expect(await bookingsOf(email)).toEqual([]);
    expect((await send({ ...GUEST, email }, moved.text)).status).toBe(303);
  });

  test('is offered the nearest dates when theirs are taken', async () => {
    await platform.database.query(
      'UPDATE catalog.night SET total = 0 WHERE unit_type_id = 3 AND night BETWEEN $1 AND $2 AND held + confirmed = 0',
      [daysAhead(90), daysAhead(92)],
    );
    const path = stayOf(3).replace('/book', '');
    await expect.poll(async () => (await lakeside.get(path, HTML)).text).toContain('These dates are taken.');
    const { text } = await lakeside.get(path, HTML);
    const [, nearest = ''] = /<li><a href="(\/stays\/3\?[^"]+)"/.exec(text) ?? [];
    expect((await lakeside.get(nearest.replaceAll('&amp;', '&'), HTML)).text).toContain('in total');
  });

  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ])('cannot be made to by another site: %o', async (headers) => {
    const email = 'forged@example.com';
    const { send } = await openForm(stayOf(1, 120));
    expect((await send({ ...GUEST, email }, undefined, headers)).status).toBe(403);
    expect(await bookingsOf(email)).toEqual([]);
  });

  test('finds no form where the host answers requests', async () => {
    const alpine = storefrontHttp(platform.address, 'alpine.localhost');
    const { text } = await alpine.get('/', HTML);
    const [, id = ''] = /href="\/stays\/(\d+)"/.exec(text) ?? [];
    const dates = `check_in=${daysAhead(90)}&check_out=${daysAhead(93)}`;
    expect((await alpine.get(`/stays/${id}/book?${dates}`, HTML)).status).toBe(404);
    expect((await alpine.get(`/stays/${id}?${dates}`, HTML)).text).toContain(
      `/stays/${id}/request?check_in=`,
    );
    await alpine.close();
  });

  test('prints a receipt once the booking is confirmed', async () => {
    const { send } = await openForm(stayOf(1, 130));
    const { headers } = await send({ ...GUEST, email: 'receipt@example.com' });
    const path = headers.location ?? '';
    expect((await lakeside.get(`${path}/receipt`, HTML)).status).toBe(404);
    const confirm = "UPDATE checkout.bookings SET status = 'confirmed' WHERE permalink_id = $1";
    await platform.database.query(confirm, [path.split('/').at(-1)]);
    const { text } = await lakeside.get(path, HTML);
    expect(text).toContain('Plan the way there');
    const receipt = await lakeside.get(`${path}/receipt`, HTML);
    expect(receipt.text).toContain('Zoë Lovelace');
    expect(receipt.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  });
});

test('every stay carries what search engines require of lodging', async () => {
  for (let unitType = 1; unitType <= 8; unitType++) {
    const dates = `check_in=${daysAhead(200)}&check_out=${daysAhead(203)}&adults=1`;
    const { text } = await lakeside.get(`/stays/${unitType}?${dates}`, HTML);
    const [, data = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
    const lodging = JSON.parse(data);
    expect(lodging).toMatchObject({
      '@context': 'https://schema.org',
      '@type': expect.stringMatching(/^(?:VacationRental|Hotel)$/),
      identifier: expect.any(String),
      name: expect.any(String),
      latitude: expect.any(Number),
      longitude: expect.any(Number),
      address: { addressCountry: expect.stringMatching(/^[A-Z]{2}$/) },
      containsPlace: {
        '@type': expect.stringMatching(/^(?:Accommodation|HotelRoom)$/),
        occupancy: { value: expect.any(Number) },
      },
    });
    expect(lodging.image.length).toBeGreaterThan(0);
    for (const image of lodging.image) expect(URL.canParse(image)).toBe(true);
    expect(text).toContain(`<link rel="canonical" href="${lodging.url}">`);
    expect(text).toContain('hreflang="x-default"');
    expect(text).toContain('<meta property="og:title"');
  }
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
    {
      unitTypeId: '1',
      title: `Grande chambre à coucher, côté lac, ${'é'.repeat(60)}`,
      quantity: 2,
      subtotal: 1,
      units: [],
    },
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
