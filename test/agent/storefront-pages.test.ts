import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calendarFile } from '#adapters/storefront-pages/calendar-file.ts';
import { robots } from '#adapters/storefront-pages/discovery.ts';
import { initialOf, tabIcon, tile } from '#adapters/storefront-pages/icon/icon.ts';
import { letters, outlineOf } from '#adapters/storefront-pages/icon/letters.ts';
import { WORDS } from '#adapters/storefront-pages/words/words.ts';
import { moneyIn } from '#kit/language.ts';
import { connectAgent, type StorefrontHttp, storefrontHttp } from '../support/agent.ts';
import { ask, hostOf } from '../support/developer.ts';
import { openGuestForm } from '../support/guest-form.ts';
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
  locale: 'en',
  status: 'live',
  agentBookings: true,
  instantBooking: true,
  guestCancellation: true,
  paused: false,
  maintenanceRetryAfter: 0,
  acpEnabled: false,
  lodgingDraft: false,
  guestChanges: 'off',
  policies: [],
  look: null,
  theme: null,
  baseUrl: 'https://a.example',
  clientAddress: '',
  asked: null,
} as const;
const VISIT = { storefront: STOREFRONT, words: WORDS.en, chosen: null };

test('every link on the home page works', async () => {
  const { status, headers, text } = await lakeside.get('/', HTML);
  expect(status).toBe(200);
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src( 'sha256-[\w+/]{43}='){3}; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect(text).toMatch(/<style>[^<]{5000,}<\/style>/);
  expect(text).not.toContain('rel="stylesheet"');
  const links = [...text.matchAll(/href="(\/[^"]*)"/g)].map((match) => match[1] ?? '');
  expect(links.filter((link) => link.startsWith('/stays/'))).toHaveLength(8);
  for (const link of new Set(links))
    expect((await lakeside.get(link, HTML)).status).toBe(link.startsWith('/language/') ? 303 : 200);
});

test('a long home page links to every stay, page by page', async () => {
  const added = await platform.database.query<{ readonly id: number }>(
    `INSERT INTO catalog.unit_type (property_id, name, description, max_guests, base_guests, units, base_rate, kind)
     SELECT u.property_id, 'Cabin ' || n, 'A cabin.', 2, 2, 1, 9000, 'room'
     FROM (SELECT u.property_id FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id
       JOIN catalog.storefront s ON s.id = p.storefront_id WHERE s.domain = 'lakeside.localhost' ORDER BY u.id LIMIT 1) u
     CROSS JOIN generate_series(1, 50) n RETURNING id`,
  );
  const ids = added.map(({ id }) => id);
  try {
    await expect.poll(async () => (await lakeside.get('/', HTML)).text).toContain('/?after=');
    const stays: string[] = [];
    const sizes: number[] = [];
    for (let path: string | undefined = '/'; path; ) {
      const { status, text } = await lakeside.get(path, HTML);
      expect(status).toBe(200);
      const shown = [...text.matchAll(/<h3><a href="\/stays\/(\d+)"/g)].map((match) => match[1] ?? '');
      stays.push(...shown);
      sizes.push(shown.length);
      path = /<a class="button" href="(\/\?after=[^"]+)"/.exec(text)?.[1];
    }
    expect(sizes).toEqual([24, 24, 10]);
    expect(new Set(stays).size).toBe(58);
    expect(stays).toEqual(expect.arrayContaining(ids.map(String)));
  } finally {
    await platform.database.query('DELETE FROM catalog.unit_type WHERE id = ANY ($1)', [ids]);
  }
});

test('the home page returns 404 if its list is requested to start after an unknown stay', async () => {
  expect((await lakeside.get('/?after=0', HTML)).status).toBe(404);
});

describe('a search of the home page', () => {
  const searchFor = (query: string) => lakeside.get(`/?${query}`, HTML);
  const dates = (from: number, until: number) => `check_in=${daysAhead(from)}&check_out=${daysAhead(until)}`;

  test("the home page's search shows the same stays that agents find, with the full price", async () => {
    const agent = await connectAgent(platform.port, 'lakeside.localhost');
    const catalog = { check_in: daysAhead(95), check_out: daysAhead(98), adults: 2 };
    const { products } = await agent.call('search_catalog', { catalog });
    await agent.close();
    const { text, headers } = await searchFor(`${dates(95, 98)}&adults=2`);
    expect(headers['set-cookie']).toBeUndefined();
    const shown = [...text.matchAll(/<h3><a href="([^"]+)".*?<strong>([^<]+)<\/strong>/gs)];
    const expected = products.map(({ url, display }) => [new URL(url).pathname, display.total]);
    expect(shown.map(([, href = '', total]) => [href.split('?')[0], total])).toEqual(expected);
    const [, stay = ''] = shown[0] ?? [];
    expect((await lakeside.get(stay.replaceAll('&amp;', '&'), HTML)).text).toContain(
      `<strong>${products[0]?.display.total}</strong>`,
    );
  });

  test('an empty search explains why and links to the nearest dates', async () => {
    await platform.database.query(
      'UPDATE catalog.night SET stop_sell = true WHERE night BETWEEN $1 AND $2 AND held + confirmed = 0',
      [daysAhead(300), daysAhead(303)],
    );
    await expect.poll(async () => (await searchFor(dates(300, 303))).text).toContain('role="alert"');
    const { text } = await searchFor(`${dates(300, 303)}&lang=de`);
    expect(text).toContain('Für diesen Zeitraum und diese Gästezahl ist nichts frei');
    expect(text).toContain('Dieser Zeitraum ist nicht buchbar.');
    const [, nearest = ''] = /<li><a href="(\/stays\/\d+\?[^"]+)"/.exec(text) ?? [];
    expect((await lakeside.get(nearest.replaceAll('&amp;', '&'), HTML)).text).toContain('Gesamtpreis');
  });

  test.each([
    ['of a party that fits nowhere', `${dates(95, 98)}&adults=50`, 200, 'room for at most'],
    ['in the past', `${dates(-3, 2)}`, 200, 'Choose other dates'],
    ['without a departure', `check_in=${daysAhead(95)}`, 200, 'Choose a check-in and a check-out date'],
    ['of a page that is none', `${dates(95, 98)}&after=x`, 404, 'Page not found'],
  ])('a search %s explains the problem', async (_what, query, status, text) => {
    const answer = await searchFor(query);
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(text)]);
  });
});

test('every page listed in the sitemap loads, and robots.txt names the sitemap', async () => {
  const sitemap = await lakeside.get('/sitemap.xml');
  const urls = [...sitemap.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => new URL(match[1] ?? ''));
  expect(urls.filter(({ pathname }) => pathname.startsWith('/stays/'))).toHaveLength(8);
  for (const url of urls) expect((await lakeside.get(url.pathname, HTML)).status).toBe(200);
  const [, image = ''] = /<image:loc>([^<]+)<\/image:loc>/.exec(sitemap.text) ?? [];
  expect((await lakeside.get(new URL(image).pathname)).status).toBe(200);
  const { text } = await lakeside.get('/robots.txt');
  expect(text).toContain(`Sitemap: http://lakeside.localhost:${platform.port}/sitemap.xml`);
  expect(text).toContain('Disallow: /bookings/');
});

test('llms.txt links to the MCP server and the stays', async () => {
  const { text, headers } = await lakeside.get('/llms.txt');
  expect(headers['content-type']).toContain('text/plain');
  expect(text).toMatch(/^# Lakeside Stays\n/);
  for (const [, url = ''] of text.matchAll(/\]\((http[^)]+\/(?:stays|policies|\.well-known)\/[^)]+)\)/g))
    expect((await lakeside.get(new URL(url).pathname)).status, url).toBe(200);
  expect(text).toContain('/api/mcp');
});

test('a draft is hidden from search engines', () => {
  expect(robots({ ...STOREFRONT, status: 'draft' })).toBe('User-agent: *\nDisallow: /\n');
  expect(robots({ ...STOREFRONT, status: 'live' })).toContain('Sitemap: ');
});

describe('the icon of a storefront', () => {
  const outline = async (name: string) => outlineOf(await letters(), initialOf(name));

  test('a storefront icon escapes markup in the name', () => {
    expect(tabIcon(initialOf('<b>'), null)).toContain('>&lt;</text>');
  });

  test.each([
    ['an accent', 'zürich', 'Z'],
    ['an accent at its start', 'étoile', 'É'],
    ['a letter of two capitals', 'ßeta', 'S'],
    ['spaces', '  seehof', 'S'],
    ['Cyrillic letters', 'жар', 'Ж'],
  ])('a storefront icon shows the first capital letter of a name with %s', async (_what, name, letter) => {
    expect(initialOf(name)).toBe(letter);
    expect(tabIcon(letter, await outline(name))).not.toContain('<text');
  });

  test('a storefront icon shows a letter without its accent, or a house if the letter has no outline', async () => {
    expect(await outline('Ạn')).toBe(await outline('An'));
    expect(await outline('湖畔')).toBeNull();
    expect(tile(null)).toContain('<path');
  });

  test('the storefront icon for a home screen is a 180-pixel image', async () => {
    const { text } = await lakeside.get('/', HTML);
    const [, path = ''] = /<link rel="apple-touch-icon" href="([^"]+)">/.exec(text) ?? [];
    const url = `${platform.address}${path}`;
    const iconOf = (domain: string) => request(url, { headers: { host: `${domain}:${platform.port}` } });
    const { headers, body } = await iconOf('lakeside.localhost');
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=3600' });
    const png = Buffer.from(await body.arrayBuffer());
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 180, height: 180 });
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)];
    expect(pixel(1, 1)).toEqual([0x0b, 0x5d, 0x56]); // filled to its corners, which phones round off
    const shares = [...data].filter((value) => value === 255).length / data.length;
    expect(shares).toBeGreaterThan(0.04); // the letter L
    const harbour = await iconOf('harbour.localhost');
    expect(Buffer.from(await harbour.body.arrayBuffer()).equals(png)).toBe(false);
  });
});

test("a product's URL is its unit type's page", async () => {
  const agent = await connectAgent(platform.port, 'lakeside.localhost');
  const { products } = await agent.call('search_catalog', { catalog: { query: 'Boathouse' } });
  await agent.close();
  const { text } = await lakeside.get(new URL(products[0]?.url ?? '').pathname, HTML);
  expect(text).toContain('<h1>The Boathouse</h1>');
  expect(text).toContain('<small>340.00</small>');
});

test('every unit type in the demo world shows photos that load', async () => {
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

describe('the map of a stay', () => {
  const figureOf = async (unitType: number, query = '') =>
    /<figure class="map">[\s\S]+<\/figure>/.exec(
      (await lakeside.get(`/stays/${unitType}${query}`, HTML)).text,
    )?.[0];
  test("a stay's map shows its region, towns and a scale in the guest's language", async () => {
    const figure = await figureOf(1, '?lang=de');
    expect(figure).toContain('role="img" aria-label="Karte der Region um Brienz"');
    expect(figure).toContain('>Bern</text>');
    expect(figure).toContain('>50 km</text>');
    expect(figure).not.toMatch(/href|src=|style=/);
    expect(figure?.length).toBeLessThan(20_000);
  });

  test("a stay's map marks only the area if the host doesn't show the exact location", async () => {
    const figures = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((unitType) => figureOf(unitType)));
    const marks = figures.map((figure) => /class="(pin|around)"/.exec(figure ?? '')?.[1]);
    expect(new Set(marks)).toEqual(new Set(['pin', 'around']));
  });
});

const VARY = 'accept-encoding, accept-language, cookie';
const DATES = `check_in=${daysAhead(95)}&check_out=${daysAhead(98)}&adults=2`;

describe('the calendar of a stay', () => {
  const read = async (path: string) => (await lakeside.get(path.replaceAll('&amp;', '&'), HTML)).text;
  const linkIn = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? 'no link';
  const month = daysAhead(160).slice(0, 7);

  test("a stay's calendar has links that choose the check-in and then the check-out", async () => {
    const open = await read(`/stays/2?month=${month}`);
    const checkIn = linkIn(open, new RegExp(`href="(/stays/2\\?check_in=${daysAhead(160)}[^"#]*)#calendar"`));
    const chosen = await read(checkIn);
    expect(chosen).toContain('Choose your check-out day.');
    expect(chosen).not.toContain('role="alert"');
    const stay = `check_in=${daysAhead(160)}&amp;check_out=${daysAhead(162)}`;
    const priced = await read(linkIn(chosen, new RegExp(`href="(/stays/2\\?${stay}[^"#]*)#price"`)));
    expect(priced).toContain('in total, including all fees and taxes');
  });

  test("a night without a free unit has neither a price nor a link in the stay's calendar", async () => {
    const night = daysAhead(163);
    const cellOf = (text: string) =>
      new RegExp(`<td><[^>]+><b>${Number(night.slice(8))}</b>(.*?)</td>`).exec(
        text.slice(text.indexOf('<caption>')),
      )?.[0];
    const calendar = () => read(`/stays/2?month=${night.slice(0, 7)}`);
    expect(cellOf(await calendar())).toMatch(/^<td><a .*<small>\d/);
    await platform.database.query(
      'UPDATE catalog.night SET stop_sell = true WHERE unit_type_id = 2 AND night = $1',
      [night],
    );
    await expect.poll(async () => cellOf(await calendar())).toMatch(/^<td><span><b>\d+<\/b><\/span>/);
  });

  test("the price before dates are chosen is the cheapest stay's full price", async () => {
    for (const unitType of [1, 3, 7]) {
      const text = await read(`/stays/${unitType}`);
      const amount = linkIn(text, /<p class="rate">from (EUR [\d.,]+) for \d+ nights?</);
      const priced = await read(linkIn(text, /All fees and taxes included: <a href="([^"]+)"/));
      expect(priced).toContain(`<strong>${amount}</strong>`);
    }
  });

  test("a card's price before dates are chosen is the cheapest stay's full price", async () => {
    const cards = (await read('/?adults=3')).split('<li class="card">').slice(1);
    expect(cards).toHaveLength(8);
    for (const card of cards.slice(0, 3)) {
      const amount = linkIn(
        card,
        /<strong>from (EUR [\d.,]+) for \d+ nights?<\/strong> \d adults?, all fees/,
      );
      const stay = await read(`${linkIn(card, /<h3><a href="([^"]+)"/)}?adults=3`);
      expect(stay).toContain(`<p class="rate">from ${amount} for`);
    }
  });

  test.each([
    ['adults=12', 'for 5 adults.'],
    ['adults=8&units=2', 'for 8 adults, 2 units.'],
  ])('a stay chosen in the calendar with %s can be booked', async (party, shown) => {
    const open = await read(`/stays/2?month=${month}&${party}`);
    expect(open).toContain(shown);
    const priced = await read(linkIn(open, /All fees and taxes included: <a href="([^"]+)"/));
    expect(priced).toContain(linkIn(open, /<p class="rate">from (EUR [\d.,]+) for/));
    const chosen = await read(
      linkIn(open, new RegExp(`href="(/stays/2\\?check_in=${daysAhead(165)}[^"#]*)#calendar"`)),
    );
    const stay = await read(linkIn(chosen, /href="([^"#]*check_out=[^"#]*)#price"/));
    expect(stay).toContain('in total, including all fees and taxes');
  });

  test("a night with fewer free units than the guest wants isn't offered", async () => {
    const night = daysAhead(170);
    await platform.database.query(
      'UPDATE catalog.night SET closed = total - 1 WHERE unit_type_id = 2 AND night = $1',
      [night],
    );
    const isOffered = async (units: number) =>
      (await read(`/stays/2?month=${night.slice(0, 7)}&units=${units}`)).includes(`check_in=${night}&amp;`);
    await expect.poll(() => isOffered(2)).toBe(false);
    expect(await isOffered(1)).toBe(true);
  });

  test('a calendar for an unreadable or past month shows the current one', async () => {
    const now = await read('/stays/2');
    const monthsOf = (text: string) => [...text.matchAll(/<caption>(\w+ \d{4})</g)].map(([, name]) => name);
    for (const wrong of ['2020-01', '2026-13', 'x'])
      expect(monthsOf(await read(`/stays/2?month=${wrong}`))).toEqual(monthsOf(now));
    expect(monthsOf(now)).toHaveLength(2);
  });
});

describe('the transport of a page', () => {
  const BROWSER = { ...HTML, 'accept-encoding': 'gzip, deflate, br' };
  const bytesOf = async (path: string, encoding: string) => {
    const { headers, body } = await request(`${platform.address}${path}`, {
      headers: { ...HTML, host: `lakeside.localhost:${platform.port}`, 'accept-encoding': encoding },
    });
    return { headers, bytes: Buffer.from(await body.arrayBuffer()) };
  };

  test.each(['/', '/stays/2', '/policies/faq', `/?${DATES}`, `/stays/2?${DATES}`])(
    '%s is sent compressed, as the browser accepts',
    async (path) => {
      const plain = await bytesOf(path, 'identity');
      expect(plain.headers['content-encoding']).toBeUndefined();
      for (const [coding, decode] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const { headers, bytes } = await bytesOf(path, coding);
        expect(headers).toMatchObject({ 'content-encoding': coding, vary: VARY, etag: plain.headers.etag });
        expect(bytes.length).toBeLessThan(plain.bytes.length / 3);
        expect(decode(bytes).equals(plain.bytes)).toBe(true);
      }
    },
  );

  test.each([
    ['/', 'public, max-age=0, s-maxage=60'],
    ['/stays/2', 'public, max-age=0, s-maxage=60'],
    ['/policies/faq', 'public, max-age=0, s-maxage=60'],
    [`/?${DATES}`, 'private, no-cache'],
    [`/stays/2?${DATES}`, 'private, no-cache'],
  ])('a browser that already has %s gets 304', async (path, caching) => {
    const first = await lakeside.get(path, BROWSER);
    expect(first.headers['cache-control']).toBe(caching);
    const tags = `"another", ${first.headers.etag?.replace('W/', '')}`;
    const again = await lakeside.get(path, { ...BROWSER, 'if-none-match': tags });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers).toMatchObject({ etag: first.headers.etag, vary: VARY, 'cache-control': caching });
    expect((await lakeside.get(path, { ...BROWSER, 'if-none-match': '"another"' })).status).toBe(200);
  });

  test("a page in memory reaches no visitor in another visitor's language", async () => {
    for (const _again of [1, 2]) {
      for (const language of ['en', 'de']) {
        const { headers, text } = await lakeside.get('/', { ...HTML, 'accept-language': language });
        expect(headers['content-language']).toBe(language);
        expect(text).toContain(`<html lang="${language}">`);
      }
    }
  });

  /** Sends a request target byte for byte; HTTP clients normalize it. */
  const sendRaw = async (target: string, host = `lakeside.localhost:${platform.port}`) => {
    const socket = connect(platform.port, '127.0.0.1');
    socket.write(`GET ${target} HTTP/1.1\r\nhost: ${host}\r\naccept: text/html\r\nconnection: close\r\n\r\n`);
    const answer = await textOf(socket);
    return { status: Number(answer.split(' ', 2)[1]), answer };
  };

  test.each([
    'http://lakeside.localhost/stays/1',
    'http://lakeside.localhost/policies/faq',
    `/#${DATES}`,
    `/stays/1#${DATES}`,
    '/#preview=x',
  ])('the request target %s changes no page in memory', async (target) => {
    const pages = ['/', '/stays/1'];
    const headings = async () =>
      Promise.all(pages.map(async (page) => /<h1>.*?<\/h1>/.exec((await sendRaw(page)).answer)?.[0]));
    const before = await headings();
    // A new revision, so that the first request after it fills the memory.
    await platform.database.query('UPDATE catalog.unit_type SET base_rate = base_rate + 1 WHERE id = 1');
    for (let round = 0; round < 5; round++) expect((await sendRaw(target)).status).toBe(400);
    expect(await headings()).toEqual(before);
  });

  test('every surface refuses a whole URL or a fragment as the request target', async () => {
    const paths = [
      '/login',
      '/panel',
      '/oauth/authorize',
      '/api/dev/apps',
      '/healthz',
      '/media/x',
      '/no/such/page',
    ];
    for (const path of [...paths, '/developer/api/unstable/graphql', '/api/mcp']) {
      expect([path, (await sendRaw(`http://localhost${path}`, 'localhost')).status]).toEqual([path, 400]);
      expect([path, (await sendRaw(`${path}#a=1`, 'localhost')).status]).toEqual([path, 400]);
    }
  });

  test('a path with dot segments gets no other page from memory', async () => {
    expect((await sendRaw('/')).status).toBe(200);
    for (const path of ['/policies/..', '/policies/%2e%2e', '/policies/x\\..\\..'])
      expect([path, (await sendRaw(path)).status]).toEqual([path, 404]);
  });

  test("a page in memory shows a host's change", async () => {
    const before = await lakeside.get('/stays/3', BROWSER);
    await platform.database.query("UPDATE catalog.unit_type SET name = 'Heron Room' WHERE id = 3");
    const read = () => lakeside.get('/stays/3', { ...HTML, 'if-none-match': before.headers.etag ?? '' });
    await expect.poll(async () => (await read()).text).toContain('<h1>Heron Room</h1>');
  });

  test("a page with a guest's form or booking is neither compressed nor cached", async () => {
    const { headers } = await lakeside.get(stayOf(2, 150), BROWSER);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'accept-language, cookie' });
    expect([headers['content-encoding'], headers.etag]).toEqual([undefined, undefined]);
  });
});

describe('the language of a page', () => {
  const GERMAN = { ...HTML, 'accept-language': 'pt, de-CH;q=0.8, en;q=0.2' };

  test("a page's language follows the browser, and its response varies on it", async () => {
    const { headers, text } = await lakeside.get('/stays/5', GERMAN);
    expect(text).toContain('<html lang="de">');
    expect(text).toMatch(/ab EUR \d[\d.]* für 1 Nacht/);
    expect(headers).toMatchObject({ vary: VARY, 'content-language': 'de' });
    const { text: english } = await lakeside.get('/stays/5', HTML);
    expect(english).toContain('<html lang="en">');
    expect(english).toMatch(/from EUR \d[\d.]* for 1 night/);
  });

  test('every link keeps a chosen language', async () => {
    const { text } = await lakeside.get('/stays/5?lang=en', GERMAN);
    expect(text).toContain('<html lang="en">');
    const links = [...text.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, link = '']) => link);
    const pages = links.filter((link) => !/^\/(?:media|language)\//.test(link));
    expect(pages.length).toBeGreaterThan(3);
    for (const link of pages) expect(link).toContain('lang=en');
  });

  test.each([
    ['de-CH', 'de'],
    ['fr-CA,en;q=0.8', 'fr'],
    ['zh-Hans-CN,de;q=0.5', 'de'],
    ['de;q=0,fr;q=0.3', 'fr'],
    ['pt-BR', 'en'],
    [undefined, 'en'],
  ])('a browser that sends Accept-Language %j gets the page in %s', async (header, language) => {
    const asked = header === undefined ? HTML : { ...HTML, 'accept-language': header };
    const { headers, text } = await lakeside.get('/stays/5', asked);
    expect(headers).toMatchObject({ vary: VARY, 'content-language': language });
    expect(text).toContain(`<html lang="${language}">`);
  });

  test('the switcher lists six languages, and picking one keeps it for later pages', async () => {
    const { text } = await lakeside.get('/stays/5?adults=2', GERMAN);
    const back = encodeURIComponent('/stays/5?adults=2');
    for (const language of ['en', 'fr', 'es', 'it', 'nl'])
      expect(text).toContain(
        `href="/language/${language}?back=${back}" rel="nofollow" hreflang="${language}"`,
      );
    const picked = await lakeside.get(`/language/fr?back=${back}`, GERMAN);
    expect(picked).toMatchObject({ status: 303, headers: { location: '/stays/5?adults=2&lang=fr' } });
    const [cookie = ''] = String(picked.headers['set-cookie']).split(';');
    expect(cookie).toBe('lang=fr');
    const later = await lakeside.get('/policies/terms', { ...GERMAN, cookie });
    expect(later.headers['content-language']).toBe('fr');
    expect(later.text).not.toContain('lang=fr"');
    const other = await lakeside.get('/stays/5?lang=it', { ...GERMAN, cookie });
    expect(other.headers['content-language']).toBe('it');
  });

  const NOBODY = '00000000-0000-4000-8000-000000000000';
  test.each([
    `/bookings/${NOBODY}`,
    `/requests/${NOBODY}/verify/secret`,
    '/?preview=secret',
    '/stays/5?adults=2&preview=secret',
    '/no/such/page?lang=it',
  ])('the switcher on %s links to the page itself', async (path) => {
    const { text } = await lakeside.get(path, GERMAN);
    const link = /href="([^"]+)" rel="nofollow" hreflang="fr"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    const here = path.replace(/[?&]lang=it/, '');
    expect(link).toBe(`${here}${here.includes('?') ? '&' : '?'}lang=fr`);
    expect(text).not.toContain('/language/');
    expect(text).not.toContain(encodeURIComponent(here));
  });

  test("a page sets no cookie, and the switcher doesn't lead to another site", async () => {
    expect((await lakeside.get('/stays/5?lang=fr', GERMAN)).headers['set-cookie']).toBeUndefined();
    const { headers } = await lakeside.get(`/language/fr?back=${encodeURIComponent('//evil.test/')}`, HTML);
    expect(headers.location).toBe('/?lang=fr');
  });

  test("a storefront's locale decides for guests without one of the six languages, and for its agents", async () => {
    const setLocale = (locale: string) =>
      ask(
        platform,
        hostOf(1),
        `mutation { storefrontUpdate(input: { id: "1", locale: "${locale}" }) { storefront { locale } userErrors { code } } }`,
      );
    expect(await setLocale('nl-BE')).toEqual({
      storefrontUpdate: { storefront: { locale: 'nl-BE' }, userErrors: [] },
    });
    const agent = await connectAgent(platform.port, 'lakeside.localhost');
    try {
      const guess = await lakeside.get('/stays/5', { ...HTML, 'accept-language': 'pt-BR' });
      expect(guess.headers['content-language']).toBe('nl');
      expect((await lakeside.get('/stays/5', GERMAN)).headers['content-language']).toBe('de');
      const { products } = await agent.call('lookup_catalog', { id: 'unit_type:5' });
      expect(JSON.stringify(products)).toMatch(/Gratis annuleren|annulering/);
      const checkout = { line_items: [{ item: { id: 'unit_type:5' }, quantity: 1 }] };
      const { messages } = await agent.call('create_checkout', { checkout });
      expect(messages.map(({ content }) => content)).toEqual([
        expect.stringContaining('„unit_type:5” heeft geen data'),
        expect.stringContaining('De gast ontbreekt'),
      ]);
      expect(await setLocale('pt')).toMatchObject({
        storefrontUpdate: { userErrors: [{ code: 'INVALID' }] },
      });
    } finally {
      await setLocale('en');
      await agent.close();
    }
  });

  test('a text that the host has not translated is marked with its language and a note', async () => {
    await platform.database.query(
      `UPDATE catalog.unit_type SET descriptions = '[{"locale": "en", "markdown": "By the **lake**."}]', description = 'By the lake.' WHERE id = 6`,
    );
    const { text } = await lakeside.get('/stays/6?lang=fr', HTML);
    expect(text).toContain('<p class="prose" lang="en">By the lake.</p>');
    expect(text).toContain('Rédigé en anglais');
    expect((await lakeside.get('/?lang=fr', HTML)).text).toContain('<p lang="en">By the lake.</p>');
    const { text: english } = await lakeside.get('/stays/6', HTML);
    expect(english).toContain('<p class="prose">By the lake.</p>');
  });

  test('a page uses the closest language that the host has written text in', async () => {
    await platform.database.query(
      `UPDATE catalog.unit_type SET descriptions = '[{"locale": "en", "markdown": "By the **lake**."}, {"locale": "de-CH", "markdown": "Am **See**."}]', description = 'By the lake.' WHERE id = 6`,
    );
    expect((await lakeside.get('/stays/6', GERMAN)).text).toContain('Am See.');
    expect((await lakeside.get('/stays/6', HTML)).text).toContain('By the lake.');
  });

  test("a missing page uses the browser's language", async () => {
    const { status, headers, text } = await lakeside.get('/stays/999999', GERMAN);
    expect({ status, vary: headers.vary }).toEqual({ status: 404, vary: 'accept-language, cookie' });
    expect(text).toContain('Diese Seite gibt es nicht.');
  });
});

/** A stay in three months that no other test in this file uses. */
const stayOf = (unitType: number, from = 90, nights = 3) =>
  `/stays/${unitType}/book?check_in=${daysAhead(from)}&check_out=${daysAhead(from + nights)}&adults=2&children=0&units=1`;

const GUEST = { first_name: 'Zoë', last_name: 'Lovelace', email: 'zoe.direct@example.com' };

const openForm = (path: string) => openGuestForm(lakeside, path);

const bookingsOf = (email: string) =>
  platform.database.query<{ source_kind: string; total: string }>(
    'SELECT source_kind, total FROM checkout.bookings WHERE guest_email = $1',
    [email],
  );

test("the host's imprint is on every page, but not among the terms that guests accept", async () => {
  const imprint = 'href="/policies/legal_notice"';
  for (const path of ['/', '/stays/1', '/policies/faq']) {
    expect((await lakeside.get(path, HTML)).text, path).toContain(imprint);
  }
  const { text } = await lakeside.get(stayOf(1, 90), HTML);
  const [, terms = ''] = /<p class="consent">(.*?)<\/p>/s.exec(text) ?? [];
  expect(terms).toContain('href="/policies/terms_of_service"');
  expect(terms).not.toContain(imprint);
  expect((await lakeside.get('/policies/legal_notice', HTML)).text).toContain('Lakeside Stays Ltd');
});

describe('a guest who books directly', () => {
  test('a guest who books directly sees the same full price as agents', async () => {
    const [from, until] = [daysAhead(90), daysAhead(93)];
    const agent = await connectAgent(platform.port, 'lakeside.localhost');
    const { products } = await agent.call('lookup_catalog', { id: `stay:1:${from}:${until}:2:0` });
    await agent.close();
    const { text } = await lakeside.get(`/stays/1?check_in=${from}&check_out=${until}&adults=2`, HTML);
    const total = moneyIn('en', products[0]?.total ?? 0, 'EUR');
    expect(text).toContain(`<strong>${total}</strong>`);
    expect(text).toMatch(
      /Free cancellation until <time datetime="[^"]+Z">[^<]+\(local time at the property\)<\/time>/,
    );
  });

  test('sending the form repeatedly creates one booking', async () => {
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

  test("a refused form explains the error next to the field in the guest's language", async () => {
    const { send } = await openForm(`${stayOf(1)}&lang=de`);
    const { status, text } = await send({ ...GUEST, last_name: ' ', email: 'not an address' });
    expect(status).toBe(422);
    expect(text).toContain('id="last_name-fault">Geben Sie Ihren Nachnamen ein.');
    expect(text).toContain('id="email-fault">');
    expect(text).toContain('value="Zoë"');
    expect(await bookingsOf('not an address')).toEqual([]);
  });

  test("the booking's page shows the arrival time that the guest gave", async () => {
    const { send } = await openForm(stayOf(1, 150));
    const wrong = await send({ ...GUEST, arrival_time: 'at noon' });
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('id="arrival_time-fault"')]);
    const { headers } = await send({ ...GUEST, arrival_time: '16:30' }, wrong.text);
    const { text } = await lakeside.get(headers.location ?? '', HTML);
    expect(text).toContain('<dt>Arrival time</dt><dd>16:30</dd>');
  });

  test('a guest has to accept the terms before booking', async () => {
    const { page, send } = await openForm(stayOf(1, 140));
    expect(page.text).toMatch(/<input type="checkbox" name="terms" value="yes" required>/);
    const email = 'terms@example.com';
    const refused = await send({ ...GUEST, email, terms: '' });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('id="terms-fault"')]);
    expect(await bookingsOf(email)).toEqual([]);
    expect((await send({ ...GUEST, email, phone: '+41 33 123 45 67' }, refused.text)).status).toBe(303);
    const [booked] = await platform.database.query(
      'SELECT guest_phone FROM checkout.bookings WHERE guest_email = $1',
      [email],
    );
    expect(booked).toEqual({ guest_phone: '+41 33 123 45 67' });
  });

  test('a guest has to confirm a price that changed since the form was opened', async () => {
    const email = 'moved@example.com';
    const { send } = await openForm(stayOf(2));
    const total = async () =>
      (await lakeside.get(stayOf(2), HTML)).text.match(/class="total">.*?<td>([^<]+)/)?.[1];
    const before = await total();
    await platform.database.query('UPDATE catalog.unit_type SET base_rate = base_rate + 1000 WHERE id = 2');
    await expect.poll(total).not.toBe(before);
    const moved = await send({ ...GUEST, email });
    expect(moved.status).toBe(422);
    expect(moved.text).toContain(`the total is now ${await total()}. Nothing has been booked.`);
    expect(await bookingsOf(email)).toEqual([]);
    expect((await send({ ...GUEST, email }, moved.text)).status).toBe(303);
  });

  test('a guest whose dates are taken sees the nearest dates', async () => {
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
  ])("another site can't submit a booking for a guest: %o", async (headers) => {
    const email = 'forged@example.com';
    const { send } = await openForm(stayOf(1, 120));
    expect((await send({ ...GUEST, email }, undefined, headers)).status).toBe(403);
    expect(await bookingsOf(email)).toEqual([]);
  });

  test('a storefront whose host reviews requests has no booking form', async () => {
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

  test('a confirmed booking has a printable receipt', async () => {
    const { send } = await openForm(stayOf(1, 130));
    const { headers } = await send({ ...GUEST, email: 'receipt@example.com' });
    const path = headers.location ?? '';
    expect((await lakeside.get(`${path}/receipt`, HTML)).status).toBe(404);
    const confirm = "UPDATE checkout.bookings SET status = 'confirmed' WHERE permalink_id = $1";
    await platform.database.query(confirm, [path.split('/').at(-1)]);
    const { text } = await lakeside.get(path, HTML);
    expect(text).toContain('Get directions');
    const receipt = await lakeside.get(`${path}/receipt`, HTML);
    expect(receipt.text).toContain('Zoë Lovelace');
    expect(receipt.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  });
});

describe('the structured data of a stay', () => {
  const dates = `check_in=${daysAhead(200)}&check_out=${daysAhead(203)}&adults=1`;
  const textOf = async (unitType: number, query = '') => {
    const { text } = await lakeside.get(`/stays/${unitType}?${query}`, HTML);
    const [, data = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
    return { text, data };
  };
  const typed = async (type: string, query = '') => {
    const all = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((unitType) => textOf(unitType, query)));
    return all.map(({ data }) => JSON.parse(data)).filter((lodging) => lodging['@type'] === type);
  };
  const at = (lodging: object, path: string) =>
    path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], lodging);

  // Required properties: https://developers.google.com/search/docs/appearance/structured-data/vacation-rental
  test.each([
    ['containsPlace', expect.objectContaining({ '@type': 'Accommodation' })],
    ['containsPlace.occupancy', { '@type': 'QuantitativeValue', value: expect.any(Number) }],
    ['containsPlace.occupancy.value', expect.any(Number)],
    ['identifier', expect.stringMatching(/^unit-type-\d+$/)],
    ['image', expect.arrayContaining([expect.stringMatching(/^http:\/\/lakeside\.localhost:\d+\/media\//)])],
    ['latitude', expect.any(Number)],
    ['longitude', expect.any(Number)],
    ['name', expect.stringMatching(/./)],
  ])("a vacation rental's structured data has %s", async (path, expected) => {
    const rentals = await typed('VacationRental');
    expect(rentals.length).toBeGreaterThan(2);
    for (const rental of rentals) expect(at(rental, path), rental.name).toEqual(expected);
  });

  test("a vacation rental's structured data has the page's eight photos", async () => {
    for (const unitType of [3, 4, 5, 7]) {
      const { text, data } = await textOf(unitType);
      const shown = [...text.matchAll(/<li><a href="(\/media\/[^"]+)"/g)].map(([, path]) => path);
      expect(shown).toHaveLength(8);
      expect(JSON.parse(data)['@type']).toBe('VacationRental');
      expect(JSON.parse(data).image.map((url: string) => new URL(url).pathname)).toEqual(shown);
    }
  });

  test("a hotel's rooms are part of one hotel, whose data differs only in the room", async () => {
    const hotels = (await typed('Hotel')).filter(({ name }) => name === 'Lakeside Lodge');
    expect(hotels.length).toBeGreaterThan(1);
    const rooms = hotels.map(({ containsPlace }) => containsPlace['@id']);
    expect(new Set(rooms).size).toBe(hotels.length);
    expect(new Set(hotels.map(({ containsPlace: _room, ...hotel }) => JSON.stringify(hotel))).size).toBe(1);
    expect(hotels[0]['@id']).toMatch(/\/#property-\d+$/);
  });

  test('a stay without everything that search engines require claims only what it has', async () => {
    const { data: before } = await textOf(4);
    expect(JSON.parse(before)['@type']).toBe('VacationRental');
    const set = (sql: string) =>
      platform.database.query(
        `UPDATE catalog.property SET ${sql} WHERE id = (SELECT property_id FROM catalog.unit_type WHERE id = 4)`,
      );
    const [place] = await platform.database.query<{ check_in_from: string }>(
      'SELECT check_in_from FROM catalog.property WHERE id = (SELECT property_id FROM catalog.unit_type WHERE id = 4)',
    );
    await set('check_in_from = NULL');
    await expect.poll(async () => JSON.parse((await textOf(4)).data)['@type']).toBe('Accommodation');
    await set(`check_in_from = '${place?.check_in_from}'`);
    await expect.poll(async () => JSON.parse((await textOf(4)).data)['@type']).toBe('VacationRental');
  });

  test('structured data includes coordinates with at least five decimals', async () => {
    for (const unitType of [1, 4, 7])
      expect((await textOf(unitType)).data).toMatch(/"latitude":-?\d+\.\d{5,},"longitude":-?\d+\.\d{5,}[,}]/);
  });

  // Required properties: https://developers.google.com/search/docs/appearance/structured-data/local-business
  // and https://developers.google.com/hotels/hotel-prices/structured-data/hotel-price-structured-data
  const offer = {
    '@type': 'Offer',
    price: expect.stringMatching(/^\d+\.\d\d$/),
    priceCurrency: 'EUR',
    priceSpecification: {
      '@type': 'CompoundPriceSpecification',
      price: expect.stringMatching(/^\d+\.\d\d$/),
      priceCurrency: 'EUR',
    },
    checkinTime: `${daysAhead(200)}T15:00:00`,
    checkoutTime: `${daysAhead(203)}T11:00:00`,
  };
  test.each([
    ['name', 'Lakeside Lodge'],
    ['address', expect.objectContaining({ '@type': 'PostalAddress' })],
    ['address.addressCountry', 'CH'],
    ['address.addressLocality', 'Brienz'],
    ['identifier', expect.stringMatching(/^property-\d+$/)],
    ['makesOffer', expect.objectContaining(offer)],
    ['containsPlace.@type', ['HotelRoom', 'Product']],
    ['containsPlace.image.length', expect.any(Number)],
    ['containsPlace.identifier', expect.stringMatching(/^unit-type-\d+$/)],
    ['containsPlace.occupancy.value', expect.any(Number)],
    ['containsPlace.offers', expect.objectContaining(offer)],
  ])("a dated hotel's structured data has %s", async (path, expected) => {
    const hotels = await typed('Hotel', dates);
    const lodges = hotels.filter(({ name }) => name === 'Lakeside Lodge');
    expect(lodges.length).toBeGreaterThan(0);
    for (const lodge of lodges) expect(at(lodge, path)).toEqual(expected);
  });

  test('structured data has the price shown on the page', async () => {
    const { text, data } = await textOf(1, dates);
    const { price } = JSON.parse(data).makesOffer;
    expect(text).toContain(`<strong>${moneyIn('en', Math.round(Number(price) * 100), 'EUR')}</strong>`);
    expect(JSON.parse((await textOf(1)).data)).not.toHaveProperty('makesOffer');
  });

  test('a page has the same canonical URL as its structured data and a link preview', async () => {
    const { text, data } = await textOf(1, dates);
    expect(text).toContain(`<link rel="canonical" href="${JSON.parse(data).containsPlace.url}">`);
    expect(text).toContain('hreflang="x-default"');
    expect(text).toContain('<meta property="og:title"');
  });
});

test("policy pages show the host's text paragraph by paragraph", async () => {
  const { text } = await lakeside.get('/policies/faq', HTML);
  expect(text).toContain('<h1>Questions</h1>');
  expect(text).toContain('<p class="prose">Parking is free at every property.</p>');
});

test('text from a host or guest is never rendered as markup', async () => {
  await platform.database.query(
    `UPDATE catalog.unit_type SET description = '<script>alert(1)</script> & "quotes"' WHERE id = 8`,
  );
  const read = async () => (await lakeside.get('/stays/8', HTML)).text;
  await expect.poll(read).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot;');
  const text = await read();
  expect(text).not.toContain('<script>');
});

test("the permalink shows the booking's state", async () => {
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
  expect(held.text).toContain(`href="${path}?lang=de"`);
  expect(held.text).not.toContain('/language/');
  expect(held.text).toContain('data-payment-status="awaiting_payment"');
  expect(held.text).toContain(done.order?.id ?? 'no order');
  const ends = done.order?.hold_expires_at ?? '';
  const clock = { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Zurich' } as const;
  const time = new Date(ends).toLocaleTimeString('en-GB', clock);
  expect(held.text).toMatch(
    new RegExp(`<time datetime="${ends}">[^<]* at ${time} \\(local time at the property\\)</time>`),
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
  const nights = [...held.text.matchAll(/<li><time datetime="([^"]+)">[^<]+<\/time> <span>EUR ([\d.]+)</g)];
  expect(nights.map(([, date]) => date)).toEqual([daysAhead(60), daysAhead(61)]);
  expect(nights.reduce((sum, [, , amount]) => sum + Number(amount) * 100, 0)).toBe(shown[0]);

  await expect
    .poll(async () => (await lakeside.get(path, HTML)).text, { timeout: 30_000, interval: 250 })
    .toContain('data-payment-status="released"');
  expect(await agent.call('get_checkout', { id })).toMatchObject({ order: { payment_status: 'released' } });
  await agent.close();

  const harbour = storefrontHttp(platform.address, 'harbour.localhost');
  expect((await harbour.get(path, HTML)).status).toBe(404);
  await harbour.close();
});

test.each(['/stays/999999', '/stays/abc', '/policies/nothing', '/bookings/abc', '/no/such/page'])(
  'the path %s returns a friendly 404',
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
])('%s returns %i with a page', async (host, expected) => {
  const http = storefrontHttp(platform.address, host);
  const { status, headers, text } = await http.get('/', HTML);
  expect(status).toBe(expected);
  expect(text).toContain('<h1>');
  expect(headers['retry-after'] !== undefined).toBe(expected === 503);
  await http.close();
});

test('a storefront closed to agents still has its pages', async () => {
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
])('an unreadable form returns a client error: %s', async (type, body, status) => {
  const answer = await fetch(`${platform.address}/bookings/abc`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ code: 'bad_request' });
});

test('a calendar file folds long lines, escapes text and keeps its event id across changes', () => {
  const lines = [
    {
      unitTypeId: '1',
      title: `Grande chambre à coucher, côté lac, ${'é'.repeat(60)}`,
      id: '1',
      party: null,
      quantity: 2,
      subtotal: 1,
      nightly: [],
      units: [],
    },
  ];
  const booking = {
    reference: 'BK-7Q4M2XAB',
    checkIn: '2027-05-01',
    checkOut: '2027-05-04',
    lines,
    updatedAt: '2026-11-22T10:00:00.123Z',
    version: 2,
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
