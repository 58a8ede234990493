import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signTimestamped } from '#kit/hmac.ts';
import { DEFAULT_API_VERSION } from '#schema/views.ts';
import {
  ApiError,
  createClient,
  document,
  RefusedError,
  readUntrusted,
  SessionTokenError,
  SignatureError,
  verifyChannelAri,
  verifyChannelTest,
  verifyMessageSend,
  verifyPaymentSession,
  verifySessionToken,
  verifyWebhook,
} from '../../packages/app-sdk/index.ts';
import { fillIn } from '../support/app-settings.ts';
import { demoHost } from '../support/app-world.ts';
import { openChannel } from '../support/channel.ts';
import { openInbox } from '../support/conversations.ts';
import { installNewApp } from '../support/developer.ts';
import { openInboxWithServer } from '../support/inbox-app.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { signJwt, unsignedJwt } from '../support/session-token.ts';
import { createTask, designate, eventually, openTaskWorld, type TaskWorld } from '../support/task-world.ts';

let platform: TestPlatform;
let receiver: Receiver;
let world: TaskWorld;

beforeAll(async () => {
  [platform, receiver] = await Promise.all([startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1' }), startReceiver()]);
  world = await openTaskWorld(platform, receiver);
  await designate(platform, world.developer, world.app.slug);
});
afterAll(async () => {
  await platform.close();
  await receiver.close();
});

/** A new task's webhook as the app received it. */
async function receiveRequest() {
  const id = await createTask(platform, world);
  const isIt = ({ envelope }: Receiver['received'][number]) =>
    envelope.topic === 'task.assignment_requested' && envelope.resource.id === Number(id);
  await receiver.until((all) => all.some(isIt));
  const found = receiver.received.find(isIt);
  if (!found) throw new Error('It was not received.');
  return { headers: found.headers, body: found.body, secret: world.app.webhookSecret };
}

const refusal = (code: string) => expect.objectContaining({ name: 'SignatureError', code });

describe('a webhook', () => {
  test('a webhook from the platform verifies with a secret, given or looked up by team', async () => {
    const request = await receiveRequest();
    const envelope = await verifyWebhook(request);
    expect(envelope).toMatchObject({ topic: 'task.assignment_requested', team: world.developer.team });
    if (envelope.topic === 'task.assignment_requested') {
      expect(envelope.resource.canonical_status satisfies string).toBe('open');
    }
    const asked: string[] = [];
    const secret = async (team: string) => {
      asked.push(team);
      return request.secret;
    };
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const body = Buffer.from(request.body);
    expect(await verifyWebhook({ headers, body, secret })).toEqual(envelope);
    expect(asked).toEqual([world.developer.team]);
  });

  test('a forged, late or unsigned webhook is refused with the reason', async () => {
    const request = await receiveRequest();
    const other = request.body.replace('"canonical_status":"open"', '"canonical_status":"done"');
    expect(other).not.toBe(request.body);
    const sent = Number(request.headers['x-platform-timestamp']) * 1000;
    const { 'x-platform-signature': signature = '', ...unsigned } = request.headers;
    const upper = { ...unsigned, 'x-platform-signature': String(signature).replace(/[a-f]/, 'F') };
    const cases = [
      [{ body: other }, 'bad_signature'],
      [{ secret: `${request.secret}x` }, 'bad_signature'],
      [{ headers: upper }, 'bad_signature'],
      [{ headers: unsigned }, 'missing_header'],
      [{ headers: { ...request.headers, 'x-platform-timestamp': '1e9' } }, 'timestamp_out_of_range'],
      [{ now: sent + 301_000 }, 'timestamp_out_of_range'],
      [{ now: sent - 301_000 }, 'timestamp_out_of_range'],
      [{ secret: () => undefined }, 'unknown_team'],
      [{ secret: () => request.secret, body: 'no JSON' }, 'bad_body'],
    ] as const;
    for (const [change, code] of cases) {
      await expect(verifyWebhook({ ...request, ...change }), code).rejects.toEqual(refusal(code));
    }
    await expect(verifyWebhook({ ...request, now: sent + 299_000 })).resolves.toBeDefined();
    const parsed = JSON.parse(request.body);
    await expect(verifyWebhook({ ...request, body: parsed })).rejects.toThrow('The raw body is required');
  });

  test('a webhook verifies against the test vector in docs/reference/webhook-topics.md', async () => {
    const vector = /secret +(\S+)\ntimestamp +(\d+)\nbody +(\S+)\nsignature +(\S+)/;
    const [, secret = '', timestamp = '', body = '', signature = ''] =
      vector.exec(readFileSync('docs/reference/webhook-topics.md', 'utf8')) ?? [];
    const headers = { 'X-Platform-Timestamp': timestamp, 'X-Platform-Signature': signature };
    const request = { headers, body, secret, now: Number(timestamp) * 1000 };
    await expect(verifyWebhook(request)).rejects.toEqual(refusal('bad_body'));
    await expect(verifyWebhook({ ...request, body: `${body} ` })).rejects.toEqual(refusal('bad_signature'));
    await expect(verifyPaymentSession(request)).rejects.toThrow(SignatureError);
  });
});

describe('a call to a channel app', () => {
  const secret = 'whsec_of_the_channel';
  const signed = (
    body: object,
    team: Readonly<Record<string, string>> = { 'x-platform-team': 'lakeside' },
  ) => {
    const raw = JSON.stringify(body);
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = `sha256=${signTimestamped(secret, timestamp, raw)}`;
    return {
      headers: { ...team, 'x-platform-timestamp': `${timestamp}`, 'x-platform-signature': signature },
      body: raw,
    };
  };
  const changes = [{ channel_room: 'double', from: '2030-01-01', until: '2030-01-02', availability: 1 }];

  test('a call to a channel app verifies with the secret for the team in its header', async () => {
    const asked: string[] = [];
    const find = (team: string) => {
      asked.push(team);
      return secret;
    };
    expect(await verifyChannelAri({ ...signed({ changes }), secret: find })).toEqual({ changes });
    expect(asked).toEqual(['lakeside']);
  });

  test.each([
    ['signed with another secret', 'bad_signature', signed({ changes }), 'whsec_other'],
    ['of another kind', 'bad_body', signed({ property: {} }), secret],
    ['without a team where one is looked up', 'missing_header', signed({ changes }, {}), () => secret],
  ])('a channel call that is %s is refused with %s', async (_what, code, call, own) => {
    await expect(verifyChannelAri({ ...call, secret: own })).rejects.toEqual(refusal(code));
  });

  test("the platform's call to connect a property verifies", async () => {
    const world = await openChannel(platform, await demoHost(platform, 'lakeside'));
    await world.connect('CH-SDK');
    const call = world.server.calls.find(({ path }) => path === '/test');
    const headers = {
      'X-Platform-Team': `${call?.team}`,
      'X-Platform-Timestamp': `${call?.timestamp}`,
      'X-Platform-Signature': `${call?.signature}`,
    };
    const secretOf = (team: string) => (team === 'lakeside' ? world.app.webhookSecret : null);
    const asked = await verifyChannelTest({ headers, body: call?.raw ?? '', secret: secretOf });
    expect(asked.property.id).toBe(Number(world.propertyId));
    await world.server.close();
  });
});

describe('a call to an inbox provider', () => {
  const secret = 'whsec_of_the_inbox';
  const signed = (body: object) => {
    const raw = JSON.stringify(body);
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = `sha256=${signTimestamped(secret, timestamp, raw)}`;
    const headers = {
      'x-platform-team': 'lakeside',
      'x-platform-timestamp': `${timestamp}`,
      'x-platform-signature': signature,
    };
    return { headers, body: raw };
  };

  test.each([
    ['signed with another secret', 'bad_signature', signed({ message_id: '1' }), 'whsec_other'],
    ['of another kind', 'bad_body', signed({ changes: [] }), secret],
  ])('an inbox call that is %s is refused with %s', async (_what, code, call, own) => {
    await expect(verifyMessageSend({ ...call, secret: own })).rejects.toEqual(refusal(code));
  });

  test("the platform's call with a reply verifies", async () => {
    const provider = await openInboxWithServer(platform, await demoHost(platform, 'lakeside'));
    const inbox = await openInbox(platform, 'lakeside');
    const { conversation } = await provider.app.receive();
    const { message } = await inbox.hostWrites(conversation.id, 'The door code is 1234.');
    const [call] = await eventually(
      async () => provider.callsOf(message?.id ?? ''),
      ({ length }) => length > 0,
    );
    const headers = {
      'X-Platform-Team': `${call?.team}`,
      'X-Platform-Timestamp': `${call?.timestamp}`,
      'X-Platform-Signature': `${call?.signature}`,
    };
    const secretOf = (team: string) => (team === 'lakeside' ? provider.app.app.webhookSecret : null);
    const sent = await verifyMessageSend({ headers, body: call?.raw ?? '', secret: secretOf });
    expect(sent).toMatchObject({
      message_id: message?.id,
      conversation: { id: String(conversation.id), external_id: conversation.externalId },
    });
    // @ts-expect-error: what someone else wrote is no string to the compiler
    sent.text satisfies string;
    expect(readUntrusted(sent.text)).toBe('The door code is 1234.');
    await provider.server.close();
  });
});

describe('the session token of an embedded page', () => {
  const clientId = 'platform_client_crew';
  const clientSecret = 'platform_secret_of_the_app';
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: 'platform',
    aud: clientId,
    team_id: 1,
    user_id: 2,
    install_id: 3,
    iat: now,
    exp: now + 300,
  };
  const sign = (changes: object = {}, secret = clientSecret, alg: 'HS256' | 'HS512' = 'HS256') =>
    signJwt({ ...claims, ...changes }, secret, alg);
  const verify = (token: string) => verifySessionToken(token, { clientId, clientSecret });

  test("an embedded page's session token verifies and returns its claims", async () => {
    expect(await verify(sign())).toEqual(claims);
  });

  test.each([
    ['signed with another secret', 'bad_signature', () => sign({}, 'another')],
    ['signed with another algorithm', 'bad_signature', () => sign({}, clientSecret, 'HS512')],
    ['expired', 'expired', () => sign({ exp: now - 1 })],
    ['expired and of another app', 'expired', () => sign({ exp: now - 1, aud: 'another' })],
    ['of another app', 'wrong_audience', () => sign({ aud: 'another' })],
    ['of several apps', 'wrong_audience', () => sign({ aud: [clientId, 'another'] })],
    ['of another issuer', 'wrong_issuer', () => sign({ iss: 'somebody' })],
    ['without an end', 'bad_claims', () => sign({ exp: undefined })],
    ['without a team', 'bad_claims', () => sign({ team_id: undefined })],
    ['no token', 'malformed', () => 'no.token'],
    ['unsigned', 'bad_signature', () => unsignedJwt(claims)],
  ])('a session token that is %s is refused with %s', async (_what, code, make) => {
    const token = make();
    await expect(verify(token)).rejects.toEqual(expect.objectContaining({ name: 'SessionTokenError', code }));
    await expect(verify(token)).rejects.toBeInstanceOf(SessionTokenError);
  });
});

interface Assigned {
  readonly taskAssign: {
    readonly task: { readonly assigneeName: string } | null;
    readonly userErrors: readonly { readonly message: string; readonly code: string }[];
  };
}
const ASSIGN = document<Assigned, { id: string; worker: string }>(`mutation ($id: ID!, $worker: String!) {
  taskAssign(input: { id: $id, assigneeType: external, assigneeName: $worker }) {
    task { assigneeName } userErrors { field message code }
  }
}`);

describe('the client', () => {
  const client = (token = world.app.token, options: object = {}) =>
    createClient({ apiUrl: platform.address, token, ...options });

  test('the client identifies its install', async () => {
    const query = '{ currentInstall { id teamId team app isDevInstall scopes capabilities } }';
    const { developer, app } = world;
    expect(await client().request(query)).toEqual({
      currentInstall: {
        id: String(app.viewer.installId),
        teamId: String(developer.teamId),
        team: developer.team,
        app: app.slug,
        isDevInstall: false,
        scopes: ['read_tasks', 'write_tasks', 'read_bookings'],
        capabilities: ['act_as_assignment_provider'],
      },
    });
    await expect(client('').request(query)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test("the client returns a mutation's payload", async () => {
    const id = await createTask(platform, world);
    const { task } = await client().mutate(ASSIGN, { id, worker: 'Ada' });
    expect(task?.assigneeName).toBe('Ada');

    const rival = await installNewApp(platform, world.developer, {});
    const refused = client(rival.token).mutate(ASSIGN, { id, worker: 'Bob' });
    await expect(refused).rejects.toBeInstanceOf(RefusedError);
    const error: unknown = await refused.catch((thrown: unknown) => thrown);
    expect(error instanceof RefusedError && error.has('ALREADY_ASSIGNED')).toBe(true);
  });

  test('the client sends parsed documents, with or without __typename', async () => {
    const typed = <Result, Variables>(text: string) =>
      parse(text) as ReturnType<typeof parse> & { __apiType?: (variables: Variables) => Result };
    const query = typed<{ currentInstall: { app: string } }, Record<string, never>>(
      'query install { currentInstall { ...own } } fragment own on CurrentInstall { app }',
    );
    expect(await client().request(query)).toEqual({ currentInstall: { app: world.app.slug } });
    const id = await createTask(platform, world);
    const assign = typed<Assigned & { __typename?: 'Mutation' }, { id: string; worker: string }>(
      ASSIGN.toString().replace('{ taskAssign', '{ __typename taskAssign'),
    );
    const { task } = await client().mutate(assign, { id, worker: 'Ada' });
    expect(task?.assigneeName).toBe('Ada');
  });

  test('the client throws GraphQL errors with their code and request id', async () => {
    const failing = client('platform_app_nobody').request('{ tasks { nodes { id } } }');
    const unknown = expect.objectContaining({
      name: 'ApiError',
      code: 'UNAUTHENTICATED',
      requestId: expect.stringMatching(/\S/),
    });
    await expect(failing).rejects.toEqual(unknown);
    await expect(client().request('{ nothing }')).rejects.toEqual(
      expect.objectContaining({ status: 400, code: 'GRAPHQL_VALIDATION_FAILED' }),
    );
    await expect(client(undefined, { version: '1999-01' }).request('{ apiVersion }')).rejects.toEqual(
      expect.objectContaining({ status: 404 }),
    );
  });

  test('the client retries at the time the API permits, if that is soon enough', async () => {
    const busy = await installNewApp(platform, world.developer, {});
    const tasks = (first: number) => `{ tasks(first: ${first}) { nodes { id customFields { key } } } }`;
    const impatient = client(busy.token, { retries: 0 });
    const seen: unknown[] = [];
    while (seen.length < 40) {
      const failed = await impatient.request(tasks(100)).then(
        () => null,
        (error: unknown) => error,
      );
      seen.push(failed);
      if (failed) break;
    }
    const throttled = seen.at(-1);
    expect(throttled).toMatchObject({ status: 429, code: 'THROTTLED' });
    const seconds = throttled instanceof ApiError ? throttled.retryAfterSeconds : null;
    expect(seconds).toBeGreaterThan(0);
    await expect(client(busy.token, { maxWaitMs: 1 }).request(tasks(100))).rejects.toMatchObject({
      status: 429,
    });
    expect(await client(busy.token).request(tasks(1))).toMatchObject({ tasks: { nodes: expect.any(Array) } });
  });

  test('the client gives up on an API that is slow or unreachable', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const apiUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const failing = createClient({ apiUrl, token: 'x', timeoutMs: 50 }).request('{ apiVersion }');
    await expect(failing).rejects.toMatchObject({ name: 'ApiError', status: null });
    silent.closeAllConnections();
    silent.close();
    await once(silent, 'close');
    await expect(createClient({ apiUrl, token: 'x' }).request('{ apiVersion }')).rejects.toMatchObject({
      name: 'ApiError',
      message: expect.stringContaining("couldn't be reached"),
    });
  });
});

describe('settings', () => {
  const declared = (key: string, type: string, more: object = {}) => ({ key, type, label: key, ...more });
  const fresh = async (settings: readonly object[], more: object = {}) => {
    const app = await installNewApp(platform, world.developer, { settings, ...more });
    return { ...app, client: createClient({ apiUrl: platform.address, token: app.token }) };
  };

  test('settings are read as values with their types', async () => {
    const options = ['en', 'fr', 'de'].map((value) => ({ value, label: value }));
    const { client, slug } = await fresh([
      declared('account', 'text'),
      declared('key', 'secret'),
      declared('nights', 'integer'),
      declared('rate', 'decimal'),
      declared('paused', 'boolean'),
      declared('languages', 'multiselect', { options }),
    ]);
    await fillIn(platform, world.developer, slug, {
      account: 'CH-1',
      key: 'a key of the house',
      nights: '-3',
      rate: '2.50',
      paused: 'false',
      languages: '["en","fr"]',
    });
    const { values, version } = await client.settings({
      account: 'text',
      key: 'secret',
      nights: 'integer',
      rate: 'decimal',
      paused: 'boolean',
      languages: 'multiselect',
    });
    expect(values satisfies { nights: number | null; languages: readonly string[] | null }).toEqual({
      account: 'CH-1',
      key: 'a key of the house',
      nights: -3,
      rate: '2.50',
      paused: false,
      languages: ['en', 'fr'],
    });
    expect(version).toBe(1);
  });

  test('a client for an earlier version can read settings', async () => {
    const { token } = await fresh([declared('account', 'text', { default: 'CH-1' })]);
    const client = createClient({ apiUrl: platform.address, token, version: '2026-10' });
    expect((await client.settings({ account: 'text' })).values).toEqual({ account: 'CH-1' });
    expect(await client.request('{ apiVersion }')).toEqual({ apiVersion: '2026-10' });
  });

  test("a client without a version uses the platform's default", async () => {
    const { client } = await fresh([]);
    expect(await client.request('{ apiVersion }')).toEqual({ apiVersion: DEFAULT_API_VERSION });
  });

  test('settings without a value or declaration are null', async () => {
    const { client } = await fresh([declared('account', 'text', { required: true })]);
    expect(await client.settings({ account: 'text', later: 'integer' })).toEqual({
      values: { account: null, later: null },
      isComplete: false,
      version: 0,
    });
  });

  test('each property has its own settings', async () => {
    const { client, slug } = await fresh([declared('code', 'text', { per: 'property', default: 'none' })]);
    const property = { per: 'property', id: world.propertyId } as const;
    await fillIn(platform, world.developer, slug, { code: 'A1' }, property);
    expect((await client.settings({ code: 'text' }, property)).values).toEqual({ code: 'A1' });
    expect((await client.settings({ code: 'text' }, { ...property, id: 999_999 })).values).toEqual({
      code: 'none',
    });
  });

  test("reading a setting as a type other than the manifest's throws an error with its name", async () => {
    const { client } = await fresh([declared('account', 'text', { default: 'CH-1' })]);
    await expect(client.settings({ account: 'integer' })).rejects.toThrow(
      new TypeError("The setting account isn't of type integer in the manifest."),
    );
  });

  test('a webhook names the changed settings', async () => {
    const { client, slug, webhookSecret, viewer } = await fresh([declared('account', 'text')], {
      webhooks: ['app.settings_changed'],
      webhook_url: receiver.url,
    });
    await fillIn(platform, world.developer, slug, { account: 'CH-2' });
    const isIt = ({ envelope }: Receiver['received'][number]) =>
      envelope.topic === 'app.settings_changed' && envelope.resource.id === viewer.installId;
    await receiver.until((all) => all.some(isIt));
    const { headers, body } = receiver.received.find(isIt) ?? { headers: {}, body: '' };
    const event = await verifyWebhook({ headers, body, secret: webhookSecret });
    if (event.topic !== 'app.settings_changed') throw new Error(event.topic);
    expect(event.resource.keys satisfies readonly string[]).toEqual(['account']);
    expect((await client.settings({ account: 'text' })).version).toBe(event.resource.version);
  });
});
