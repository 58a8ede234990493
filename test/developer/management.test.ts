import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_API_VERSION } from '#schema/views.ts';
import { graphql } from '../support/graphql.ts';
import { type Developer, developer, MANIFEST } from '../support/management.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
let dev: Developer;
let host: Developer;
let outsider: Developer;

beforeAll(async () => {
  platform = await startPlatform();
  const as = (key: string) =>
    developer(platform.address, platform.demo?.accounts.find((account) => account.key === key)?.pat ?? '');
  [dev, host, outsider] = [as('developer'), as('host'), as('outsider')];
});
afterAll(() => platform.close());

let counter = 0;
const push = async (by: Developer, body: object = {}) => {
  counter += 1;
  const answer = await by.call('POST', 'apps', {
    body: {
      name: `App ${counter}`,
      type: 'remote',
      distribution: 'private',
      manifest: MANIFEST,
      release: true,
      ...body,
    },
  });
  expect(answer.status).toBe(201);
  return answer.json;
};

describe('teams', () => {
  test("teams lists only the account's teams", async () => {
    expect((await host.call('GET', 'teams')).json).toEqual({
      data: [
        { slug: 'lakeside', name: 'Lakeside Stays' },
        { slug: 'harbour', name: 'Harbour House' },
      ],
    });
  });
});

describe('apps', () => {
  test('the first push creates the app and shows its client secret once', async () => {
    const { status, json } = await dev.call('POST', 'apps', {
      body: {
        name: 'Turnover Crew',
        type: 'remote',
        distribution: 'private',
        manifest: MANIFEST,
        release: false,
      },
    });
    expect(status).toBe(201);
    expect(json).toEqual({
      slug: 'turnover-crew',
      name: 'Turnover Crew',
      type: 'remote',
      distribution: 'private',
      status: 'draft',
      live_version: null,
      install_count: 0,
      client_id: expect.stringMatching(/^platform_client_/),
      version: expect.any(Number),
      client_secret: expect.stringMatching(/^platform_secret_/),
    });
    const { client_secret: _secret, version: _version, ...summary } = json;
    expect((await dev.call('GET', 'apps/turnover-crew')).json).toEqual(summary);
    expect((await dev.call('GET', 'apps')).json.data).toContainEqual(summary);
  });

  test('a second app with the same name gets a different slug', async () => {
    const [first, second] = [await push(dev, { name: 'Twin' }), await push(dev, { name: 'Twin' })];
    expect(first.slug).toBe('twin');
    expect(second.slug).toMatch(/^twin-[a-z0-9]{6}$/);
  });

  test('a push to an existing slug adds a version', async () => {
    const app = await push(dev, { type: 'injection', slug: 'injection-one' });
    const { status, json } = await dev.call('POST', 'apps', {
      body: { slug: app.slug, manifest: MANIFEST, release: false },
    });
    expect([status, json.type, json.name, json.client_secret]).toEqual([
      201,
      'injection',
      app.name,
      undefined,
    ]);
    expect(json.live_version).toBe(app.version);
    expect(json.version).toBeGreaterThan(app.version);
  });

  test('a slug used by another account is refused as taken', async () => {
    await push(dev, { slug: 'mine-alone' });
    const { status, json } = await host.call('POST', 'apps', {
      body: { name: 'Other', slug: 'mine-alone', manifest: MANIFEST, release: false },
    });
    expect([status, json.code]).toEqual([409, 'slug_taken']);
  });

  test('an identical manifest with if_changed returns 200 without a new version', async () => {
    const app = await push(dev, { slug: 'only-changes', manifest: { scopes: ['read_tasks'] } });
    const again = (body: object) =>
      dev.call('POST', 'apps', { body: { slug: app.slug, if_changed: true, ...body } });
    const same = await again({ manifest: { scopes: ['read_tasks', 'read_tasks'] } });
    expect([same.status, same.json.version, same.json.unchanged]).toEqual([200, app.version, true]);
    const other = await again({ manifest: { scopes: ['write_tasks'] } });
    expect([other.status, other.json.version, other.json.unchanged]).toEqual([
      201,
      app.version + 1,
      undefined,
    ]);
  });

  test("an app that leaves its version out keeps the default of its first push's day", async () => {
    const app = await push(dev, { slug: 'pinned-once' });
    const pinned = async () => {
      const [newest] = await platform.database.query<{ pinned: string }>(
        `SELECT v.manifest->>'webhookApiVersion' AS pinned FROM apps.app_versions v JOIN apps.apps a ON a.id = v.app_id
         WHERE a.slug = $1 ORDER BY v.number DESC LIMIT 1`,
        [app.slug],
      );
      return newest?.pinned;
    };
    const pushAgain = (manifest: object) =>
      dev.call('POST', 'apps', { body: { slug: app.slug, manifest, release: true } });
    expect(await pinned()).toBe(DEFAULT_API_VERSION);

    // As if the app had been pushed before 2027-01.
    await platform.database.query('UPDATE apps.apps SET default_api_version = NULL WHERE slug = $1', [
      app.slug,
    ]);
    await pushAgain({ ...MANIFEST, delivery: { api_version: '2026-10' } });
    expect(await pinned()).toBe('2026-10');
    await pushAgain(MANIFEST);
    expect(await pinned()).toBe('2026-01');
  });

  test("a push is refused for scopes without fields in the app's pinned version", async () => {
    const app = await push(dev, { slug: 'grants-nothing' });
    await platform.database.query('UPDATE apps.apps SET default_api_version = NULL WHERE slug = $1', [
      app.slug,
    ]);
    const manifest = { ...MANIFEST, scopes: ['read_tasks', 'write_conversations'] };
    const body = (given: object) => ({ slug: app.slug, release: true, manifest: given });
    const refused = await dev.call('POST', 'apps', { body: body(manifest) });
    const sentence =
      'scopes[1] "write_conversations" grants nothing in 2026-01, the app\'s pinned version. Set delivery.api_version to "2027-01", in which it does.';
    expect([refused.status, refused.json.code, refused.json.errors]).toEqual([
      422,
      'manifest_invalid',
      { 'scopes[1]': [sentence] },
    ]);
    const validated = await dev.call('POST', 'apps/validate', { body: body(manifest) });
    expect(validated.json.errors).toEqual([sentence]);

    const pinned = { ...manifest, delivery: { api_version: '2027-01' } };
    expect((await dev.call('POST', 'apps', { body: body(pinned) })).status).toBe(201);
  });

  test('ten concurrent pushes of one new slug create one app', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        dev.call('POST', 'apps', {
          body: { name: 'Race', slug: 'race-slug', manifest: MANIFEST, release: true },
        }),
      ),
    );
    expect(answers.filter(({ json }) => json.client_secret)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  });

  test('a manifest that breaks rules returns 422 with a message per path', async () => {
    const { status, json } = await dev.call('POST', 'apps', {
      body: {
        name: 'Bad',
        manifest: { ...MANIFEST, webhook_url: 'nope', scopes: ['read_task'] },
        release: true,
      },
    });
    expect([status, json.code]).toEqual([422, 'manifest_invalid']);
    expect(json.errors).toEqual({
      webhook_url: [expect.stringContaining('webhook_url must be a valid https URL')],
      'scopes[0]': [expect.stringContaining('Did you mean "read_tasks"?')],
    });
  });

  test("an app's type and distribution never change", async () => {
    const app = await push(dev);
    const { status, json } = await dev.call('POST', 'apps', {
      body: { slug: app.slug, type: 'injection', distribution: 'public', manifest: MANIFEST, release: false },
    });
    expect([status, Object.keys(json.errors)]).toEqual([422, ['type', 'distribution']]);
  });

  test('rotating the client secret returns a new one', async () => {
    const app = await push(dev);
    const { status, json } = await dev.call('POST', `apps/${app.slug}/client-secret`);
    expect(status).toBe(200);
    expect(json.client_secret).toMatch(/^platform_secret_/);
    expect(json.client_secret).not.toBe(app.client_secret);
  });
});

describe('versions', () => {
  test('an earlier approved version can go live again, and the newest versions are listed first', async () => {
    const app = await push(dev);
    const second = await push(dev, { slug: app.slug, name: app.name });
    const back = await dev.call('POST', `apps/${app.slug}/release`, { body: { version: app.version } });
    expect([back.status, back.json]).toEqual([200, { version: app.version, status: 'approved', live: true }]);
    const { json } = await dev.call('GET', `apps/${app.slug}/versions`);
    expect(json.data).toEqual([
      {
        id: second.version,
        status: 'approved',
        live: false,
        scope_escalation: false,
        created_at: expect.any(String),
      },
      {
        id: app.version,
        status: 'approved',
        live: true,
        scope_escalation: false,
        created_at: expect.any(String),
      },
    ]);
    expect(json.data[0].created_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  test('release without a version releases the latest draft', async () => {
    const app = await push(dev, { release: false });
    const draft = await push(dev, { slug: app.slug, name: app.name, release: false });
    const { json } = await dev.call('POST', `apps/${app.slug}/release`);
    expect(json).toEqual({ version: draft.version, status: 'approved', live: true });
  });

  test('release without a version refuses a draft that is older than the live version', async () => {
    const app = await push(dev, { release: false });
    const newer = await push(dev, { slug: app.slug, name: app.name, release: true });
    const refused = await dev.call('POST', `apps/${app.slug}/release`);
    expect(refused).toMatchObject({
      status: 409,
      json: {
        code: 'no_draft',
        detail: `The latest draft, version ${app.version}, is older than version ${newer.version}. To release it anyway, name it.`,
      },
    });
    const named = await dev.call('POST', `apps/${app.slug}/release`, { body: { version: app.version } });
    expect(named.json).toEqual({ version: app.version, status: 'approved', live: true });
  });

  test('release without a draft returns 409 no_draft', async () => {
    const app = await push(dev);
    const { status, json } = await dev.call('POST', `apps/${app.slug}/release`, { body: {} });
    expect([status, json.code]).toEqual([409, 'no_draft']);
  });

  test('a version with more permissions than the live one is an escalation', async () => {
    const app = await push(dev);
    await push(dev, {
      slug: app.slug,
      manifest: { ...MANIFEST, scopes: ['read_tasks', 'write_tasks'] },
      release: false,
    });
    const { json } = await dev.call('GET', `apps/${app.slug}/versions`);
    expect(json.data.map((version: { scope_escalation: boolean }) => version.scope_escalation)).toEqual([
      true,
      false,
    ]);
  });

  test('a later submission withdraws a public draft in review', async () => {
    const app = await push(dev, { distribution: 'public', slug: 'public-app', release: false });
    const { json } = await dev.call('POST', `apps/${app.slug}/release`, { body: {} });
    expect(json).toEqual({ version: app.version, status: 'in_review', live: false });
    const later = await push(dev, { distribution: 'public', slug: 'public-app', name: app.name });
    const listed = await dev.call('GET', `apps/${app.slug}/versions`);
    expect(listed.json.data.map((one: { id: number; status: string }) => [one.id, one.status])).toEqual([
      [later.version, 'in_review'],
      [app.version, 'withdrawn'],
    ]);
    const withdrawn = await dev.call('POST', `apps/${app.slug}/release`, { body: { version: app.version } });
    expect([withdrawn.status, withdrawn.json.code]).toEqual([409, 'version_not_releasable']);
  });

  test("another app's version number isn't found", async () => {
    const [one, other] = [await push(dev), await push(dev)];
    const { version } = await push(dev, { slug: other.slug });
    const { status } = await dev.call('POST', `apps/${one.slug}/release`, { body: { version } });
    expect([version, status]).toEqual([2, 404]);
  });
});

describe('installs', () => {
  test('an app can be installed, listed, given a new token and uninstalled', async () => {
    const app = await push(dev);
    const path = `apps/${app.slug}/installs`;
    const installed = await dev.call('POST', path, { team: 'devteam', body: { dev: true } });
    expect(installed.status).toBe(201);
    expect(installed.json).toEqual({
      team: 'devteam',
      token: expect.stringMatching(/^platform_app_[\w-]{43}$/),
      webhook_secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
    });
    const listed = {
      team: 'devteam',
      is_dev_install: true,
      scopes: ['read_tasks'],
      capabilities: [],
      version: 1,
      requested: ['read_tasks'],
      missing: [],
    };
    expect((await dev.call('GET', path)).json).toEqual({ data: [{ ...listed, is_active: true }] });
    expect((await dev.call('GET', `apps/${app.slug}`)).json.install_count).toBe(1);
    const again = await dev.call('POST', path, { team: 'devteam' });
    expect([again.status, again.json.code]).toEqual([409, 'already_installed']);
    const rotated = await dev.call('POST', `${path}/token`, { team: 'devteam' });
    expect(rotated.json).toEqual({ token: expect.stringMatching(/^platform_app_/) });
    expect(rotated.json.token).not.toBe(installed.json.token);
    const gone = await dev.call('DELETE', path, { team: 'devteam' });
    expect([gone.status, gone.json]).toEqual([
      200,
      { message: expect.stringContaining('no longer installed') },
    ]);
    const left = await dev.call('GET', path);
    expect(left.json).toEqual({ data: [{ ...listed, is_active: false }] });
    expect((await dev.call('DELETE', path, { team: 'devteam' })).status).toBe(404);
    expect((await dev.call('POST', path, { team: 'devteam' })).status).toBe(201);
  });

  test('a rotated token stops working with the next request', async () => {
    const app = await push(dev);
    const path = `apps/${app.slug}/installs`;
    const { json } = await dev.call('POST', path, { team: 'devteam', body: { dev: true } });
    const nameFor = async (token: string) =>
      (await graphql(platform.address, '{ currentApp { name } }', { token })).data.currentApp?.name ?? null;
    let token = json.token;
    for (let round = 0; round < 20; round += 1) {
      expect(await nameFor(token)).not.toBeNull();
      const rotated = await dev.call('POST', `${path}/token`, { team: 'devteam' });
      expect(await nameFor(token)).toBeNull();
      token = rotated.json.token;
    }
    await dev.call('DELETE', path, { team: 'devteam' });
    expect(await nameFor(token)).toBeNull();
    const { errors } = await graphql(platform.address, '{ tasks(first: 1) { nodes { id } } }', { token });
    expect(errors[0]).toMatchObject({
      message: 'This field needs a valid token. The request has none, or it was revoked.',
      extensions: { code: 'UNAUTHENTICATED' },
    });
  });

  test('exactly one of ten concurrent installs succeeds', async () => {
    const app = await push(dev);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => dev.call('POST', `apps/${app.slug}/installs`, { team: 'devteam' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  test("an app without a live version can't be installed", async () => {
    const app = await push(dev, { release: false });
    const { status, json } = await dev.call('POST', `apps/${app.slug}/installs`, { team: 'devteam' });
    expect([status, json.code]).toEqual([403, 'not_installable']);
  });

  test('a public app can be installed for development before its review', async () => {
    const body = {
      name: 'Early',
      slug: 'early-bird',
      distribution: 'public',
      manifest: { ...MANIFEST, webhooks: ['task.created'] },
      release: true,
    };
    expect((await dev.call('POST', 'apps', { body })).json).toMatchObject({ status: 'in_review' });
    const on = { team: 'devteam' };
    const real = await dev.call('POST', 'apps/early-bird/installs', on);
    expect([real.status, real.json.code]).toEqual([403, 'not_installable']);
    const early = await dev.call('POST', 'apps/early-bird/installs', { ...on, body: { dev: true } });
    expect(early.status).toBe(201);
    await dev.call('GET', 'apps/early-bird/forward', on);
    const topic = 'task.created';
    const triggered = await dev.call('POST', 'apps/early-bird/trigger', { ...on, body: { topic } });
    expect(triggered.status).toBe(200);
    const heard = await dev.call('GET', 'apps/early-bird/forward?wait=20', on);
    expect(JSON.parse(heard.json.data[0].body)).toMatchObject({ topic, team: 'devteam' });
    expect((await dev.call('GET', 'apps/early-bird')).json.live_version).toBeNull();
  });

  test('a development install runs the newest version, even while another one is live', async () => {
    const versionAt = async (slug: string) =>
      (await outsider.call('GET', `apps/${slug}/installs`)).json.data.map(
        ({ version, requested, missing }: Record<string, unknown>) => ({ version, requested, missing }),
      );
    const on = { team: 'alpine' };
    const app = await push(outsider);
    const path = `apps/${app.slug}/installs`;
    await outsider.call('POST', path, { ...on, body: { dev: true } });
    const next = { ...MANIFEST, scopes: ['read_tasks', 'read_rates'], webhooks: ['task.updated'] };
    const draft = { name: app.name, slug: app.slug, manifest: next };
    expect((await outsider.call('POST', 'apps', { body: draft })).json).toMatchObject({
      version: 2,
      live_version: 1,
    });
    const requested = ['read_tasks', 'read_rates'];
    expect(await versionAt(app.slug)).toEqual([{ version: 2, requested, missing: ['read_rates'] }]);
    await outsider.call('POST', `${path}/permissions`, { ...on, body: { permissions: ['read_rates'] } });
    await outsider.call('GET', `apps/${app.slug}/forward`, on);
    const body = { topic: 'task.updated' };
    expect((await outsider.call('POST', `apps/${app.slug}/trigger`, { ...on, body })).status).toBe(200);
    const heard = await outsider.call('GET', `apps/${app.slug}/forward?wait=20`, on);
    expect(JSON.parse(heard.json.data[0].body)).toMatchObject(body);
    await outsider.call('DELETE', path, on);
    await outsider.call('POST', path, on);
    expect(await versionAt(app.slug)).toEqual([{ version: 1, requested: ['read_tasks'], missing: [] }]);
    await outsider.call('DELETE', path, on);
    await outsider.call('POST', path, { ...on, body: { dev: true } });
    expect(await versionAt(app.slug)).toEqual([{ version: 2, requested, missing: [] }]);
  });

  test("an unknown team or another account's team is forbidden", async () => {
    const app = await push(dev);
    for (const team of ['lakeside', 'nobody']) {
      const { status, json } = await dev.call('POST', `apps/${app.slug}/installs`, { team });
      expect([status, json.code]).toEqual([403, 'team_forbidden']);
    }
  });

  test('the database contains no plain-text install secrets', async () => {
    const app = await push(dev);
    const { json } = await dev.call('POST', `apps/${app.slug}/installs`, { team: 'devteam' });
    const [dump] = await platform.database.query<{ text: string }>(
      `SELECT string_agg(r::text, '') AS text FROM (SELECT to_jsonb(i) FROM apps.installs i UNION ALL SELECT to_jsonb(t) FROM
       apps.runtime_tokens t UNION ALL SELECT to_jsonb(a) FROM apps.apps a UNION ALL SELECT to_jsonb(p) FROM apps.access_tokens p) r`,
    );
    expect(dump?.text).toContain(app.client_id);
    for (const secret of [json.token, json.webhook_secret, app.client_secret])
      expect(dump?.text).not.toContain(secret);
  });
});

describe('another account', () => {
  test('another account gets the same response for an app as for an unknown one', async () => {
    const app = await push(dev);
    const probes = [
      ['GET', '', undefined],
      ['GET', '/versions', undefined],
      ['POST', '/release', undefined],
      ['POST', '/client-secret', undefined],
      ['GET', '/installs', undefined],
      ['POST', '/installs', 'alpine'],
      ['DELETE', '/installs', 'alpine'],
      ['POST', '/installs/token', 'alpine'],
      ['GET', '/forward', 'alpine'],
      ['GET', '/deliveries', 'alpine'],
      ['GET', '/deliveries/b5cf1b43-9a0e-4a8a-9d6f-6f6b6a4c3f10', 'alpine'],
    ] as const;
    for (const [method, path, team] of probes) {
      const options = team === undefined ? {} : { team };
      const theirs = await outsider.call(method, `apps/${app.slug}${path}`, options);
      const nobodys = await outsider.call(method, `apps/never-made${path}`, options);
      expect([theirs.status, theirs.json.code]).toEqual([404, 'not_found']);
      expect(
        JSON.stringify(theirs.json).replaceAll(app.slug, 'never-made').replace(theirs.json.request_id, ''),
      ).toBe(JSON.stringify(nobodys.json).replace(nobodys.json.request_id, ''));
    }
  });
});
