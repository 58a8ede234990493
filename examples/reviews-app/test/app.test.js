import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { openApp } from '../app.js';
import { readSettings } from '../settings.js';

const SECRET = 'platform_secret_of_the_tests';
const SHOP = 'https://lakeside.example';
const ENV = { PLATFORM_CLIENT_ID: 'client', PLATFORM_CLIENT_SECRET: SECRET };

let folder;
let server;
let origin;
/** Install of the current test, so that each test has its own reviews. */
let installId = 0;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reviews-app-'));
  server = await open();
  origin = `http://127.0.0.1:${server.address().port}`;
});
beforeEach(() => {
  installId++;
});
after(async () => {
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true });
});

async function open() {
  const app = await openApp(readSettings({ ...ENV, DATA_FILE: join(folder, 'reviews.json') }));
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
  return app;
}

function sign(claims, secret = SECRET) {
  const now = Math.floor(Date.now() / 1000);
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const all = { iss: 'platform', aud: 'client', install_id: installId, iat: now, exp: now + 300, ...claims };
  const said = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(all)}`;
  return `${said}.${createHmac('sha256', secret).update(said).digest('base64url')}`;
}

const frameToken = (claims, secret) =>
  sign(
    {
      kind: 'storefront',
      storefront: '1',
      placement: '2',
      page: 'stay',
      unit_type_id: '7',
      locale: 'en',
      origin: SHOP,
      settings: { heading: null, order: 'newest', shown: '3' },
      settings_version: 0,
      ...claims,
    },
    secret,
  );
const hostToken = () => sign({ team_id: 1, user_id: 1 });

async function frame(token) {
  const answer = await fetch(`${origin}/frame?placement=2&session=${token}`);
  const text = await answer.text();
  return { status: answer.status, policy: answer.headers.get('content-security-policy'), text };
}
async function desk(method, { query = '', body, token = hostToken() } = {}) {
  const init = { method, headers: { authorization: `Bearer ${token}` } };
  const answer = await fetch(`${origin}/api/reviews${query}`, {
    ...init,
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, reviews: answer.ok ? JSON.parse(text) : text };
}
const add = (more = {}) =>
  desk('POST', { body: { unitTypeId: '7', name: 'Ada', stars: 5, text: 'Quiet.', ...more } });
const namesIn = (text) => [...text.matchAll(/<\/span> (\w+),/g)].map(([, name]) => name);

describe('the frame', () => {
  test("the frame shows reviews of its page's unit type", async () => {
    await add();
    await add({ unitTypeId: '8', name: 'Grace' });
    assert.deepEqual(namesIn((await frame(frameToken())).text), ['Ada']);
    assert.deepEqual(namesIn((await frame(frameToken({ unit_type_id: null }))).text), ['Grace', 'Ada']);
  });

  test("the frame shows no other host's reviews", async () => {
    await add();
    assert.deepEqual(namesIn((await frame(frameToken({ install_id: 4242 }))).text), []);
  });

  test("the frame follows its placement's settings", async () => {
    for (const [name, stars] of [
      ['Ada', 5],
      ['Grace', 2],
      ['Edsger', 4],
    ])
      await add({ name, stars });
    const settings = { heading: 'What <others> say', order: 'best', shown: '2' };
    const { text } = await frame(frameToken({ settings }));
    assert.deepEqual(namesIn(text), ['Ada', 'Edsger']);
    assert.match(text, /<h2>What &#60;others&#62; say<\/h2>/);
  });

  test('the frame uses defaults if its token has no settings', async () => {
    await add();
    assert.match((await frame(frameToken({ settings: null }))).text, /<h2>Guest reviews<\/h2>/);
  });

  test("the frame uses its page's language", async () => {
    assert.match((await frame(frameToken({ locale: 'de' }))).text, /Es gibt noch keine Bewertungen/);
  });

  test("only the frame's page can embed it", async () => {
    assert.match((await frame(frameToken())).policy, /frame-ancestors https:\/\/lakeside\.example$/);
  });

  test('the frame refuses a token with another signature', async () => {
    assert.equal((await frame(frameToken({}, 'another secret'))).status, 401);
  });

  test('the frame refuses a panel token', async () => {
    assert.equal((await frame(hostToken())).status, 401);
  });
});

describe('a host', () => {
  test('a host can add and remove reviews', async () => {
    const { reviews } = await add();
    assert.equal(reviews.length, 1);
    assert.deepEqual((await desk('DELETE', { query: `?id=${reviews[0].id}` })).reviews, []);
  });

  test("a host can't remove another host's review", async () => {
    const { reviews } = await add();
    const other = sign({ team_id: 2, user_id: 2, install_id: 4243 });
    await desk('DELETE', { query: `?id=${reviews[0].id}`, token: other });
    assert.equal((await desk('GET')).reviews.length, 1);
  });

  for (const [what, more] of [
    ['six stars', { stars: 6 }],
    ['no words', { text: ' ' }],
    ['no unit type', { unitTypeId: 'x' }],
  ])
    test(`a review with ${what} is refused`, async () => {
      assert.equal((await add(more)).status, 422);
    });

  test("a frame's token doesn't sign a host in", async () => {
    assert.equal((await desk('GET', { token: frameToken() })).status, 401);
  });

  test('reviews survive a restart', async (t) => {
    await add();
    const again = await open();
    t.after(() => again.close());
    const url = `http://127.0.0.1:${again.address().port}/frame?session=${frameToken()}`;
    assert.deepEqual(namesIn(await (await fetch(url)).text()), ['Ada']);
  });
});
