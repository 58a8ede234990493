import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import { aliases } from '../support/attack-documents.ts';
import { type Developer, developer } from '../support/management.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { statementsOf } from '../support/statements.ts';

const TEAM = 'devteam';
const VERSION = '2027-01';
const APP = 'query app { currentApp { name } }';
const TASKS = 'query tasks($first: Int) { tasks(first: $first) { nodes { id } } }';

let platform: TestPlatform;
let dev: Developer;
beforeAll(async () => {
  platform = await startPlatform();
  dev = developer(
    platform.address,
    platform.demo?.accounts.find(({ key }) => key === 'developer')?.pat ?? '',
  );
});
afterAll(() => platform.close());

type Documents = Readonly<Record<string, unknown>>;

const newSlug = () => `docs-${newUuid().slice(0, 8)}`;
const MANIFEST = { scopes: ['write_tasks', 'read_bookings'], delivery: { api_version: VERSION } };

/** Pushes a version with these documents, without checking the response. */
const send = (slug: string, documents: unknown, more = {}) =>
  dev.call('POST', 'apps', { body: { name: slug, slug, manifest: MANIFEST, documents, ...more } });

/** Pushes and releases a version with these documents; returns its number. */
async function push(slug: string, documents?: Documents, more = {}): Promise<number> {
  const { status, json } = await send(slug, documents, { release: true, ...more });
  if (status !== 201) throw new Error(JSON.stringify(json));
  return json.version;
}

async function install(slug: string, body = {}): Promise<string> {
  const { json } = await dev.call('POST', `apps/${slug}/installs`, { team: TEAM, body });
  if (!json.token) throw new Error(JSON.stringify(json));
  return json.token;
}

/** Pushes, releases and installs an app with these documents. */
async function newApp(documents: Documents): Promise<{ slug: string; token: string }> {
  const slug = newSlug();
  await push(slug, documents);
  return { slug, token: await install(slug) };
}

/** Sends a request's body to the developer API. */
async function request(
  token: string | null,
  body: unknown,
  { version = VERSION, accept = 'application/json' }: { version?: string; accept?: string } = {},
) {
  const response = await fetch(`${platform.address}/developer/api/${version}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const { data, errors = [], extensions } = JSON.parse(await response.text());
  return { status: response.status, headers: response.headers, data, errors, cost: extensions?.cost };
}

describe('a push with documents', () => {
  test('a push with valid documents creates a version', async () => {
    const sha256 = createHash('sha256').update(TASKS).digest('hex');
    const { status, json } = await send(newSlug(), {
      app: APP,
      [sha256]: TASKS,
      [`sha256:${sha256}`]: TASKS,
      'op_1.v-2': 'mutation { taskTransitionStatus(id: 1, status: VERIFIED) { userErrors { code } } }',
      about: '{ __schema { queryType { name } } }',
    });
    expect([status, json.version]).toEqual([201, 1]);
  });

  test.each<[title: string, documents: unknown, path: string, message: RegExp]>([
    [
      'an unknown field',
      { a: 'query board {\n  colour\n}' },
      'documents.a',
      /^Document "a" \(query board\), line 2, column 3: Cannot query field "colour"/,
    ],
    ['a syntax error', { a: '{ tasks(' }, 'documents.a', /^Document "a", line 1, column 9: Syntax Error/],
    ['two operations', { a: `${APP} ${TASKS}` }, 'documents.a', /There are 2 operations\. Register each/],
    [
      'no operation',
      { a: 'fragment F on App { name }' },
      'documents.a',
      /^Document "a": There is no operation\./,
    ],
    ['a field of a later version', { a: '{ currentApp { name } nothing }' }, 'documents.a', /"nothing"/],
    ['51 aliases', { a: aliases(51) }, 'documents.a', /aliases at most 50/],
    [
      '13 levels',
      { a: `{ ${'tasks { nodes { booking { '.repeat(5)} id ${'}'.repeat(16)}` },
      'documents.a',
      /depth at most 12/,
    ],
    ['1,001 tokens', { a: `{ currentApp { ${'name '.repeat(1_001)} } }` }, 'documents.a', /1000 tokens/],
    [
      'pages that can cost too much',
      { a: 'query all($n: Int) { bookings(first: $n) { nodes { tasks(first: $n) { nodes { id } } } } }' },
      'documents.a',
      /^Document "a" \(query all\): The operation can cost 10302 points with the largest pages, but at most 2000 are allowed/,
    ],
    [
      'the hash of another text',
      { 'sha256:00': APP },
      'documents.sha256:00',
      /The text's SHA-256 is [0-9a-f]{64}\./,
    ],
    ['an id with a space', { 'a b': APP }, 'documents.a b', /"a b" can't be a document's id/],
    [
      'an id of 129 characters',
      { ['a'.repeat(129)]: APP },
      `documents.${'a'.repeat(128)}…`,
      /can't be a document's id/,
    ],
    ['an empty text', { a: ' ' }, 'documents.a', /^Document "a" must be GraphQL text\./],
    ['a number instead of a text', { a: 5 }, 'documents.a', /^Document "a" must be GraphQL text\./],
    ['U+0000', { a: `${APP} # \u0000` }, 'documents.a', /U\+0000/],
    ['20,001 characters', { a: APP.padEnd(20_001) }, 'documents.a', /at most 20000 characters/],
    [
      '501 documents',
      Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`d${n}`, APP])),
      'documents',
      /at most 500 documents/,
    ],
    [
      '500,020 characters together',
      Object.fromEntries(Array.from({ length: 26 }, (_, n) => [`d${n}`, APP.padEnd(19_232)])),
      'documents',
      /at most 500000 characters together/,
    ],
  ])(
    'documents with %s are refused with the id, the place and the reason',
    async (_title, documents, path, message) => {
      const { status, json } = await send(newSlug(), documents);
      expect([status, json.code]).toEqual([422, 'manifest_invalid']);
      expect(Object.keys(json.errors)).toEqual([path]);
      expect(json.errors[path]).toEqual([expect.stringMatching(message)]);
    },
  );

  test('a push reports the issues of its manifest and of every document', async () => {
    const { json } = await send(newSlug(), { a: '{ nothing }', b: APP, c: '{ nowhere }' });
    expect(Object.keys(json.errors)).toEqual(['documents.a', 'documents.c']);
    const manifest = { ...MANIFEST, scopes: ['read_everything'] };
    const other = await send(newSlug(), { 'no id': APP }, { manifest });
    expect(Object.keys(other.json.errors)).toEqual(['scopes[0]', 'documents.no id']);
  });

  test("documents are checked against the app's pinned version", async () => {
    const documents = { a: '{ currentInstall { settings { __typename } } }' };
    const pinned = (api_version: string) => ({ manifest: { ...MANIFEST, delivery: { api_version } } });
    const old = await send(newSlug(), documents, pinned('2026-01'));
    expect(old.json.errors).toEqual({ 'documents.a': [expect.stringContaining('Cannot query field')] });
    expect((await send(newSlug(), documents, pinned('2027-01'))).status).toBe(201);
  });

  test('POST apps/validate lists the issues of documents and changes nothing', async () => {
    const body = { name: 'Docs', slug: newSlug(), manifest: MANIFEST };
    const { status, json } = await dev.call('POST', 'apps/validate', {
      body: { ...body, documents: { a: '{ nothing }' } },
    });
    expect([status, json.valid]).toEqual([200, false]);
    expect(json.issues).toEqual([
      { path: 'documents.a', code: 'invalid', message: expect.stringContaining('Document "a", line 1') },
    ]);
    const valid = await dev.call('POST', 'apps/validate', { body: { ...body, documents: { a: APP } } });
    expect(valid.json).toEqual({ valid: true, errors: [], issues: [] });
    const odd = await dev.call('POST', 'apps/validate', { body: { ...body, documents: [APP] } });
    expect([odd.status, odd.json.issues[0].path]).toEqual([200, 'documents']);
  });

  test('if_changed creates a version if the documents differ', async () => {
    const slug = newSlug();
    await push(slug, { a: APP });
    const again = await send(slug, { a: APP }, { if_changed: true });
    expect([again.status, again.json.version, again.json.unchanged]).toEqual([200, 1, true]);
    const changed = await send(slug, { a: APP, b: TASKS }, { if_changed: true });
    expect([changed.status, changed.json.version]).toEqual([201, 2]);
    const without = await send(slug, undefined, { if_changed: true });
    expect([without.status, without.json.version]).toEqual([201, 3]);
    const empty = await send(slug, {}, { if_changed: true });
    expect([empty.status, empty.json.version]).toEqual([200, 3]);
  });
});

describe('a request with a documentId', () => {
  test('a registered query runs with its variables', async () => {
    const { token } = await newApp({ tasks: TASKS });
    const { status, data } = await request(token, { documentId: 'tasks', variables: { first: 1 } });
    expect(status).toBe(200);
    expect(data.tasks.nodes.length).toBeLessThanOrEqual(1);
    const wrong = await request(token, { documentId: 'tasks', variables: { first: 'many' } });
    expect([wrong.status, wrong.errors[0].extensions.code]).toEqual([400, 'BAD_USER_INPUT']);
  });

  test('a registered mutation and a registered introspection run', async () => {
    const { token } = await newApp({
      end: 'mutation end($id: ID!) { taskTransitionStatus(id: $id, status: VERIFIED) { task { id } userErrors { code } } }',
      types: '{ __type(name: "Task") { name } }',
    });
    const { data } = await request(token, { documentId: 'end', variables: { id: '999999' } });
    expect(data.taskTransitionStatus.userErrors).toHaveLength(1);
    expect((await request(token, { documentId: 'types' })).data).toEqual({ __type: { name: 'Task' } });
  });

  test.each(['application/json', 'application/graphql-response+json', 'application/json;q=0.5, text/html'])(
    'a registered document runs with Accept: %s',
    async (accept) => {
      const { token, slug } = await newApp({ app: APP });
      const { data, cost } = await request(token, { documentId: 'app', operationName: 'app' }, { accept });
      expect(data).toEqual({ currentApp: { name: slug } });
      expect(cost).toMatchObject({ requested: 1, maximum: 2_000, capacity: 4_000 });
    },
  );

  test("an id that the live version didn't register is refused with the id", async () => {
    const { token, slug } = await newApp({ app: APP });
    const { status, errors, data } = await request(token, { documentId: 'gone' });
    expect([status, data]).toEqual([400, undefined]);
    expect(errors).toEqual([
      {
        message: expect.stringContaining('no document "gone"'),
        extensions: { code: 'DOCUMENT_NOT_FOUND', documentId: 'gone' },
      },
    ]);
    const long = await request(token, { documentId: 'x'.repeat(5_000) });
    expect(long.errors[0].extensions.documentId).toBe(`${'x'.repeat(128)}…`);
    await push(slug);
    await vi.waitFor(async () => expect((await request(token, { documentId: 'app' })).status).toBe(400));
  });

  test("another app's document can't be reached", async () => {
    await newApp({ secret: APP });
    const { token } = await newApp({ own: APP });
    const { errors } = await request(token, { documentId: 'secret' });
    expect(errors[0].extensions.code).toBe('DOCUMENT_NOT_FOUND');
  });

  test('a version that goes live replaces the documents of every install', async () => {
    const { slug, token } = await newApp({ one: APP, both: '{ apiVersion }' });
    expect((await request(token, { documentId: 'both' })).data).toEqual({ apiVersion: VERSION });
    const second = await push(slug, { two: APP, both: APP });
    // A new document is found immediately; a former one can be served for a moment.
    expect((await request(token, { documentId: 'two' })).data).toEqual({ currentApp: { name: slug } });
    await vi.waitFor(async () => {
      expect((await request(token, { documentId: 'one' })).errors[0]?.extensions.code).toBe(
        'DOCUMENT_NOT_FOUND',
      );
      expect((await request(token, { documentId: 'both' })).data).toEqual({ currentApp: { name: slug } });
    });
    expect(second).toBe(2);
    await dev.call('POST', `apps/${slug}/release`, { body: { version: 1 } });
    await vi.waitFor(async () =>
      expect((await request(token, { documentId: 'both' })).data).toEqual({ apiVersion: VERSION }),
    );
    expect((await request(token, { documentId: 'one' })).status).toBe(200);
  });

  test("a draft's documents run only on a development install", async () => {
    const slug = newSlug();
    await send(slug, { draft: APP });
    const token = await install(slug, { dev: true });
    expect((await request(token, { documentId: 'draft' })).data).toEqual({ currentApp: { name: slug } });
    await send(slug, { later: APP });
    await vi.waitFor(async () => expect((await request(token, { documentId: 'draft' })).status).toBe(400));
    await push(slug, { live: APP });
    await vi.waitFor(async () => expect((await request(token, { documentId: 'live' })).status).toBe(200));
    await send(slug, { next: APP });
    await vi.waitFor(async () => expect((await request(token, { documentId: 'live' })).status).toBe(400));
    expect((await request(token, { documentId: 'next' })).status).toBe(200);
    await dev.call('DELETE', `apps/${slug}/installs`, { team: TEAM });
    const usual = await install(slug, {});
    expect((await request(usual, { documentId: 'live' })).status).toBe(200);
    expect((await request(usual, { documentId: 'next' })).status).toBe(400);
  });

  test('an uninstalled app has no documents', async () => {
    const { slug, token } = await newApp({ app: APP });
    await request(token, { documentId: 'app' });
    await dev.call('DELETE', `apps/${slug}/installs`, { team: TEAM });
    await vi.waitFor(async () =>
      expect((await request(token, { documentId: 'app' })).errors[0].extensions.code).toBe('UNAUTHENTICATED'),
    );
  });

  test.each<[title: string, body: object, message: string]>([
    ['with a query too', { documentId: 'app', query: APP }, 'Send either query or documentId, but not both.'],
    ['that is a number', { documentId: 5 }, 'documentId must be text.'],
    ['that is a list', { documentId: ['app'] }, 'documentId must be text.'],
  ])('a documentId %s is refused', async (_title, body, message) => {
    const { token } = await newApp({ app: APP });
    const { status, errors } = await request(token, body);
    expect([status, errors]).toEqual([400, [{ message, extensions: { code: 'BAD_USER_INPUT' } }]]);
  });

  test('a documentId without a valid token is refused', async () => {
    for (const token of [null, 'platform_app_unknown']) {
      const { status, errors } = await request(token, { documentId: 'app' });
      expect([status, errors[0].extensions.code]).toEqual([400, 'UNAUTHENTICATED']);
    }
  });

  test('a documentId in the URL is refused', async () => {
    const { token } = await newApp({ app: APP });
    const response = await fetch(
      `${platform.address}/developer/api/${VERSION}/graphql?documentId=app&query=%7BapiVersion%7D`,
      { headers: { authorization: `Bearer ${token}` } },
    );
    expect([response.status, JSON.parse(await response.text()).errors[0].message]).toEqual([
      400,
      'Send documentId with POST, in the body.',
    ]);
  });

  test('a null documentId counts as omitted', async () => {
    const { token } = await newApp({ app: APP });
    expect((await request(token, { documentId: null, query: '{ apiVersion }' })).data).toEqual({
      apiVersion: VERSION,
    });
  });

  test('a document runs in another version only if it is valid there', async () => {
    const { token } = await newApp({
      app: APP,
      settings: '{ currentInstall { settings { __typename } } }',
    });
    expect((await request(token, { documentId: 'app' }, { version: '2026-01' })).status).toBe(200);
    const { errors } = await request(token, { documentId: 'settings' }, { version: '2026-01' });
    expect(errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  });

  test('fields still need their scopes', async () => {
    const { token } = await newApp({ contacts: '{ contacts(first: 1) { nodes { id } } }' });
    const { status, data, errors } = await request(token, { documentId: 'contacts' });
    expect([status, data]).toEqual([200, { contacts: null }]);
    expect(errors[0].extensions).toEqual({ code: 'ACCESS_DENIED', requiredScope: 'read_contacts' });
  });

  test("a warm request by id takes only its operation's statements", async () => {
    const { token } = await newApp({ version: '{ apiVersion }', tasks: TASKS });
    const statements = async (body: object) => {
      await request(token, body);
      return (await statementsOf(() => request(token, body))).statements;
    };
    // The release's own notification can arrive after the first request.
    await vi.waitFor(async () => expect(await statements({ documentId: 'version' })).toEqual([]));
    const byText = await statements({ query: TASKS });
    expect(byText.length).toBeGreaterThan(0);
    expect(await statements({ documentId: 'tasks' })).toEqual(byText);
  });
});

describe('the budget of registered documents', () => {
  const page = (n: number) => `p${n}: tasks(first: 100) { nodes { id } }`;
  /** An operation that costs 1,938 points. */
  const LARGE = `query large { ${Array.from({ length: 19 }, (_, n) => page(n)).join(' ')} }`;

  test('registered documents spend a larger budget of their own', async () => {
    const { token } = await newApp({ large: LARGE, app: APP });
    const asText = await request(token, { query: LARGE });
    expect(asText.errors[0].extensions.code).toBe('MAX_COST_EXCEEDED');
    expect(asText.cost).toEqual({ requested: 1_938, maximum: 1_000 });
    const first = await request(token, { documentId: 'large' });
    expect(first.status).toBe(200);
    expect(first.cost).toEqual({
      requested: 1_938,
      maximum: 2_000,
      available: 2_062,
      capacity: 4_000,
      restoredPerSecond: 200,
    });
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push(await request(token, { documentId: 'large' }));
    const refused = statuses.find(({ status }) => status === 429);
    expect(refused?.errors[0].extensions.code).toBe('THROTTLED');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const text = await request(token, { query: APP });
    expect([text.status, text.cost]).toEqual([
      200,
      { requested: 1, maximum: 1_000, available: 1_999, capacity: 2_000, restoredPerSecond: 100 },
    ]);
  });

  test('queries that use up their budget leave that of registered documents untouched', async () => {
    const { token } = await newApp({ app: APP });
    const query = `{ ${Array.from({ length: 9 }, (_, n) => page(n)).join(' ')} }`;
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await request(token, { query })).status);
    expect(statuses).toContain(429);
    expect((await request(token, { documentId: 'app' })).cost.available).toBe(3_999);
  });

  test('an unknown id costs a point', async () => {
    const { token } = await newApp({ free: '{ apiVersion }' });
    await request(token, { documentId: 'gone' });
    const { cost } = await request(token, { documentId: 'free' });
    expect(cost.requested).toBe(0);
    expect(cost.available).toBeLessThanOrEqual(4_000);
  });
});
