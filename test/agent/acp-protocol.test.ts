import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { acpAgent, signed } from '../support/acp.ts';
import { BUYER, line, useAcpWorld } from '../support/acp-storefront.ts';
import { ask, hostOf } from '../support/developer.ts';

const world = useAcpWorld();
const SESSIONS = '/api/acp/checkout_sessions';
const OLDER = { 'api-version': '2026-01-30' };

describe('the API key', () => {
  test.each([
    ['no header', {}],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['no key', { authorization: 'Bearer ' }],
    ['a wrong key', { authorization: 'Bearer platform_acp_wrong' }],
  ])('the API key is required: %s returns 401 unauthorized', async (_what, headers) => {
    const { surfaceOf } = world();
    const agent = acpAgent({ ...surfaceOf('instant'), apiKey: undefined });
    const answer = await agent.send('GET', `${SESSIONS}/x`, { headers });
    await agent.close();
    expect(answer).toMatchObject({ status: 401, body: { type: 'invalid_request', code: 'unauthorized' } });
    expect(answer.body).not.toHaveProperty('param');
    const wrong = 'authorization' in headers ? ', error="invalid_token"' : '';
    expect(answer.headers['www-authenticate']).toBe(`Bearer realm="acp"${wrong}`);
  });

  test.each(['signed', 'request', 'off'])(
    "one storefront's API key isn't accepted by another: %s",
    async (key) => {
      const { surfaceOf } = world();
      const agent = acpAgent({ ...surfaceOf(key), apiKey: surfaceOf('instant').apiKey });
      const answer = await agent.create({ line_items: [{ id: 'stay:1' }] });
      await agent.close();
      expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    },
  );
});

test('a storefront in maintenance returns 503 with Retry-After', async () => {
  const agent = acpAgent(world().surfaceOf('maintenance'));
  const answer = await agent.get('x');
  await agent.close();
  expect(answer).toMatchObject({ status: 503, body: { type: 'service_unavailable' } });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});

describe('the version', () => {
  test.each([
    [{}, '2026-04-17'],
    [{ 'api-version': '2026-04-17' }, '2026-04-17'],
    [OLDER, '2026-01-30'],
  ])('the request version in %o is echoed as %s', async (headers, version) => {
    const { lakeside, freshStay } = world();
    const created = await lakeside.create({ line_items: [line(await freshStay())] }, headers);
    expect(created.headers['api-version']).toBe(version);
    expect((await lakeside.get('x', headers)).headers['api-version']).toBe(version);
    expect((await lakeside.get(created.body.id, headers)).headers['api-version']).toBe(version);
  });

  test.each(['2025-09-29', '2026-04-18', 'latest', ''])(
    'the current version refuses the version %j',
    async (version) => {
      const answer = await world().lakeside.create({ line_items: [] }, { 'api-version': version });
      expect(answer.headers['api-version']).toBe('2026-04-17');
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'unsupported_api_version', supported_versions: ['2026-04-17', '2026-01-30'] },
      });
    },
  );

  test('the version decides how a message is printed', async () => {
    const { lakeside, freshStay } = world();
    const { body } = await lakeside.create({ line_items: [line(await freshStay())] });
    expect(body.messages[0]).toHaveProperty('resolution', 'requires_buyer_input');
    const older = await lakeside.get(body.id, OLDER);
    expect(older.body.messages[0]).not.toHaveProperty('resolution');
  });

  test('the version determines the format of a message', async () => {
    const { surfaceOf, lakeside } = world();
    const wrong = acpAgent({ ...surfaceOf('instant'), apiKey: 'wrong' });
    const both = { raw: '{', headers: { 'api-version': '1' } };
    expect((await wrong.send('POST', SESSIONS, both)).body.code).toBe('unauthorized');
    expect((await lakeside.send('POST', SESSIONS, both)).body.code).toBe('unsupported_api_version');
    await wrong.close();
  });
});

test.each([
  ['a session', 201, {}],
  ['an error', 400, { 'api-version': '1' }],
  ['a refusal of the key', 401, { authorization: 'Bearer no' }],
])("a request's Request-Id is echoed on %s", async (_what, status, headers) => {
  const { lakeside, freshStay } = world();
  const body = { line_items: [line(await freshStay())] };
  const answer = await lakeside.create(body, { ...headers, 'request-id': 'req-42' });
  expect(answer.status).toBe(status);
  expect(answer.headers['request-id']).toBe('req-42');
  expect((await lakeside.get('x')).headers).not.toHaveProperty('request-id');
});

describe('a body', () => {
  const JSON_TYPE = { 'content-type': 'application/json' };
  test.each([
    ['that is cut off', '{"line_items": [', JSON_TYPE, 400, 'invalid'],
    ['that is not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), JSON_TYPE, 400, 'invalid'],
    ['that is a list', '[]', JSON_TYPE, 400, 'invalid'],
    [
      'that is a form',
      'a=b',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported_media_type',
    ],
    ['of a made-up type', '{}', { 'content-type': 'application/jsonx' }, 415, 'unsupported_media_type'],
    ['over 64 KiB', `{"a": "${'x'.repeat(65_536)}"}`, JSON_TYPE, 413, 'body_too_large'],
    ['without lines', '{}', JSON_TYPE, 400, 'missing'],
    ['that is empty', '', JSON_TYPE, 400, 'missing'],
    ['with a charset', '{}', { 'content-type': 'application/json; charset=utf-8' }, 400, 'missing'],
    ['with a wrong type', '{"line_items": [{"id": 7}]}', JSON_TYPE, 400, 'invalid'],
  ])('a body %s is refused: %#', async (_what, raw, headers, status, code) => {
    const answer = await world().lakeside.send('POST', SESSIONS, { raw, headers });
    expect(answer).toMatchObject({ status, body: { type: 'invalid_request', code } });
  });

  test('a body that contains only nested brackets is refused when a fingerprint is needed', async () => {
    const raw = `{"line_items": ${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    const headers = { 'idempotency-key': 'deep' };
    const answer = await world().lakeside.send('POST', SESSIONS, { raw, headers });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });
});

test.each([
  ['GET', '/api/acp'],
  ['PUT', `${SESSIONS}/5c1a7b52-3f0f-4a58-9f3e-4c8f0a8e2d11/pay`],
  ['POST', '/api/acp/orders'],
] as const)("%s %s isn't an ACP call and returns 404 not_found as an ACP error", async (method, path) => {
  const answer = await world().lakeside.send(method, path);
  expect(answer).toMatchObject({ status: 404, body: { type: 'invalid_request', code: 'not_found' } });
});

describe('a signed storefront', () => {
  const now = () => Math.floor(Date.now() / 1000);

  test('a signed storefront accepts a signed request, including a GET with an empty body', async () => {
    const { harbour, freshStay } = world();
    const { status, body } = await harbour.create({
      line_items: [line(await freshStay('signed'))],
      buyer: BUYER,
    });
    expect(status).toBe(201);
    expect((await harbour.get(body.id)).status).toBe(200);
    expect((await harbour.complete(body.id)).body.status).toBe('completed');
  });

  test.each([
    ['neither header', () => ({})],
    ['no timestamp', (secret: string) => ({ signature: signed(secret, '{}').signature })],
    ['another secret', () => signed('other', '{}')],
    ['another body', (secret: string) => signed(secret, '{ }')],
    ['a timestamp 6 minutes old', (secret: string) => signed(secret, '{}', now() - 360)],
    ['a timestamp 6 minutes ahead', (secret: string) => signed(secret, '{}', now() + 360)],
    ['another timestamp', (secret: string) => ({ ...signed(secret, '{}'), timestamp: String(now() - 1) })],
    [
      'a signature of another algorithm',
      (secret: string) => ({ ...signed(secret, '{}'), signature: 'md5=00' }),
    ],
  ])('a signed storefront refuses %s with 401 invalid_signature', async (_what, headersFor) => {
    const { surfaceOf } = world();
    const surface = surfaceOf('signed');
    const agent = acpAgent({ ...surface, signingSecret: null });
    const answer = await agent.send('POST', SESSIONS, {
      raw: '{}',
      headers: headersFor(surface.signingSecret ?? ''),
    });
    await agent.close();
    expect(answer).toMatchObject({
      status: 401,
      body: { type: 'invalid_request', code: 'invalid_signature' },
    });
  });

  test('the signature is checked after the key and before the version', async () => {
    const surface = world().surfaceOf('signed');
    const unsigned = acpAgent({ ...surface, signingSecret: null });
    const keyless = acpAgent({ ...surface, apiKey: 'wrong', signingSecret: null });
    const headers = { 'api-version': '1' };
    expect((await keyless.get('x', headers)).body.code).toBe('unauthorized');
    expect((await unsigned.get('x', headers)).body.code).toBe('invalid_signature');
    await Promise.all([unsigned.close(), keyless.close()]);
  });

  test("a signature's hex digits may be upper case", async () => {
    const surface = world().surfaceOf('signed');
    const agent = acpAgent({ ...surface, signingSecret: null });
    const { timestamp, signature } = signed(surface.signingSecret ?? '', '', now() - 30);
    const headers = { timestamp, signature: signature.toUpperCase().replace('SHA256', 'sha256') };
    expect(await agent.get('x', headers)).toMatchObject({ status: 404 });
    await agent.close();
  });

  test('a signed storefront refuses a replayed signature for a request without a body', async () => {
    const { surfaceOf, harbour, freshStay } = world();
    const surface = surfaceOf('signed');
    const { body } = await harbour.create({ line_items: [line(await freshStay('signed'))], buyer: BUYER });
    const captured = acpAgent({ ...surface, signingSecret: null });
    const headers = signed(surface.signingSecret ?? '', '', now() - 60);
    expect((await captured.get(body.id, headers)).status).toBe(200);
    await setTimeout(2_100);
    const cancel = await captured.send('POST', `${SESSIONS}/${body.id}/cancel`, { headers });
    expect(cancel).toMatchObject({ status: 401, body: { code: 'invalid_signature' } });
    expect((await captured.get(body.id, headers)).status).toBe(401);
    expect((await harbour.get(body.id)).body.status).toBe('ready_for_payment');
    await captured.close();
  });

  test('a signed storefront accepts a timestamp that is off by 4 minutes', async () => {
    const surface = world().surfaceOf('signed');
    const agent = acpAgent({ ...surface, signingSecret: null });
    const headers = signed(surface.signingSecret ?? '', '', now() - 240);
    expect(await agent.get('x', headers)).toMatchObject({ status: 404 });
    await agent.close();
  });
});

test('a storefront that requires no signature ignores the signature headers', async () => {
  const headers = { timestamp: '1', signature: 'sha256=00' };
  expect((await world().lakeside.get('x', headers)).body.code).toBe('not_found');
});

test('a 405 names the allowed method', async () => {
  const { lakeside, freshStay } = world();
  const { body } = await lakeside.create({ line_items: [line(await freshStay())] });
  await lakeside.cancel(body.id);
  const again = await lakeside.cancel(body.id);
  expect(again).toMatchObject({ status: 405, body: { code: 'not_cancelable' } });
  expect(again.headers.allow).toBe('POST');
});

test.each([
  [SESSIONS, 'POST'],
  [`${SESSIONS}/x`, 'GET, HEAD, POST'],
  [`${SESSIONS}/x/complete`, 'POST'],
  [`${SESSIONS}/x/cancel`, 'POST'],
])('%s refuses every other method with Allow: %s', async (path, allowed) => {
  const { lakeside } = world();
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
    if (allowed.split(', ').includes(method)) continue;
    const { status, headers, body } = await lakeside.send(method, path, {});
    expect([method, status, headers.allow]).toEqual([method, 405, allowed]);
    expect(body).toMatchObject({ type: 'invalid_request', code: 'method_not_allowed' });
  }
});

test.each(['\\u0000', '\\ud800'])("an error for an id with %s names the id's path", async (unstorable) => {
  const raw = `{"items": [{"id": "a${unstorable}b"}]}`;
  const { status, body } = await world().lakeside.send('POST', SESSIONS, { raw });
  expect([status, body]).toMatchObject([400, { code: 'invalid', param: '$.items[0].id' }]);
});

test.each(['first_name', 'last_name'])(
  "a %s with 101 characters counts as missing and one with 100 doesn't",
  async (field) => {
    const { lakeside, freshStay } = world();
    const buyer = { ...BUYER, email: `${field}@example.com`, [field]: 'a'.repeat(101) };
    const { status, body } = await lakeside.create({ line_items: [line(await freshStay())], buyer });
    expect([status, body.status]).toEqual([201, 'not_ready_for_payment']);
    expect(body.messages).toMatchObject([{ code: 'missing', param: `$.buyer.${field}` }]);
    const fits = await lakeside.update(body.id, { buyer: { ...buyer, [field]: 'a'.repeat(100) } });
    expect(fits.body.status).toBe('ready_for_payment');
  },
);

test('a session stays readable after the host turns instant booking off', async () => {
  const { lakeside, freshStay, platform } = world();
  const { body } = await lakeside.create({ line_items: [line(await freshStay())], buyer: BUYER });
  const set = (instantBooking: boolean) =>
    ask(
      platform,
      hostOf(1),
      `mutation { storefrontUpdate(input: { id: "1", instantBooking: ${instantBooking} }) { userErrors { code } } }`,
    );
  await set(false);
  try {
    expect(await lakeside.get(body.id)).toMatchObject({ status: 200, body: { id: body.id } });
    expect((await lakeside.complete(body.id)).status).toBe(404);
  } finally {
    await set(true);
  }
});
