import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { ask, installNewApp } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { listApp, publishApp } from '../support/public-app.ts';

// The app store: public apps, installs, new permissions to review (docs/interface/apps.md#versions).

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

const asHost = async (
  text: string,
  variables: Record<string, unknown> = {},
  team = 'lakeside',

  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests assert
): Promise<any> => ask(platform, (await demoHost(platform, team)).host, text, variables);

const STORE = `query ($search: String, $first: Int, $after: String) {
  appStore(search: $search, first: $first, after: $after) {
    nodes { slug type developer isInstalled permissions { name title isNew } } pageInfo { hasNextPage endCursor }
  } }`;
const INSTALL = `mutation ($slug: String!, $version: ID) {
  appInstall(slug: $slug, version: $version) { token install { scopes } userErrors { code } } }`;
const APPROVE = `mutation ($slug: String!, $permissions: [String!]!) {
  appPermissionsApprove(slug: $slug, permissions: $permissions) {
    install { scopes capabilities permissions { name isNew } } userErrors { code } } }`;

const listed = async (variables: object) =>
  (await asHost(STORE, { ...variables })).appStore.nodes.map(({ slug }: { slug: string }) => slug);

describe('the app store', () => {
  test('the app store lists public apps page by page, newest first', async () => {
    for (const [slug, type] of [
      ['shop-one', 'remote'],
      ['shop-two', 'remote'],
      ['shop-three', 'injection'],
    ] as const) {
      await publishApp(platform, { slug, type, scopes: ['read_rates'] });
      await listApp(platform, slug);
    }
    await installNewApp(platform, await demoHost(platform, 'lakeside'), {}); // private, so not listed
    const first = (await asHost(STORE, { first: 2 })).appStore;
    expect(first.nodes.map(({ slug }: { slug: string }) => slug)).toEqual(['shop-three', 'shop-two']);
    expect(first.pageInfo.hasNextPage).toBe(true);
    const rest = (await asHost(STORE, { first: 2, after: first.pageInfo.endCursor })).appStore;
    expect(rest.nodes).toEqual([
      {
        slug: 'shop-one',
        type: 'remote',
        developer: expect.any(String),
        isInstalled: false,
        permissions: [{ name: 'read_rates', title: 'See your rates and availability', isNew: true }],
      },
    ]);
    expect(rest.pageInfo.hasNextPage).toBe(false);
  });

  test('the app store finds apps by part of their name, ignoring case', async () => {
    expect(await listed({ search: ' SHOP-T ' })).toEqual(['shop-three', 'shop-two']);
    expect(await listed({ search: '%' })).toEqual([]);
    await expect(listed({ search: 'x'.repeat(101) })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  test('installing is refused if the version changed since the host saw it', async () => {
    const { number: version } = await publishApp(platform, { slug: 'moving', scopes: ['read_tasks'] });
    const { number: next } = await publishApp(platform, {
      slug: 'moving',
      scopes: ['read_tasks', 'write_rates'],
    });
    const stale = (await asHost(INSTALL, { slug: 'moving', version })).appInstall;
    expect(stale).toEqual({ token: null, install: null, userErrors: [{ code: 'MANIFEST_CHANGED' }] });
    const { appInstall } = await asHost(INSTALL, { slug: 'moving', version: next });
    expect(appInstall.install.scopes).toEqual(['read_tasks', 'write_rates']);
    const { storeApp } = await asHost('{ storeApp(slug: "moving") { isInstalled permissions { isNew } } }');
    expect(storeApp).toEqual({ isInstalled: true, permissions: [{ isNew: false }, { isNew: false }] });
    expect((await asHost('{ storeApp(slug: "moving") { isInstalled } }', {}, 'harbour')).storeApp).toEqual({
      isInstalled: false,
    });
  });
});

describe('new permissions of an installed app', () => {
  const permissions = async () => {
    const { installs } = await asHost('{ installs { app { slug } scopes permissions { name isNew } } }');
    return installs.find(({ app }: { app: { slug: string } }) => app.slug === 'growing');
  };

  test('an installed app gets new permissions only once the host approves them', async () => {
    await publishApp(platform, { slug: 'growing', scopes: ['read_tasks'] });
    await asHost(INSTALL, { slug: 'growing' });
    await publishApp(platform, {
      slug: 'growing',
      scopes: ['read_tasks', 'read_bookings'],
      capabilities: ['act_as_assignment_provider'],
    });
    expect(await permissions()).toMatchObject({
      scopes: ['read_tasks'],
      permissions: [
        { name: 'read_tasks', isNew: false },
        { name: 'read_bookings', isNew: true },
        { name: 'act_as_assignment_provider', isNew: true },
      ],
    });
    const names = ['read_bookings', 'act_as_assignment_provider'];
    const { appPermissionsApprove } = await asHost(APPROVE, { slug: 'growing', permissions: names });
    expect(appPermissionsApprove).toMatchObject({
      install: { scopes: ['read_tasks', 'read_bookings'], capabilities: ['act_as_assignment_provider'] },
      userErrors: [],
    });
  });

  test.each([
    ['what the app does not ask for', 'lakeside', ['write_rates'], 'MANIFEST_CHANGED'],
    ['for a team without the app', 'harbour', ['read_bookings'], 'NOT_FOUND'],
  ])('approving permissions %s is refused', async (_what, team, names, code) => {
    const { appPermissionsApprove } = await asHost(APPROVE, { slug: 'growing', permissions: names }, team);
    expect(appPermissionsApprove).toEqual({ install: null, userErrors: [{ code }] });
    expect((await permissions()).scopes).toEqual(['read_tasks', 'read_bookings']);
  });
});
