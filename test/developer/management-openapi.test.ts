import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLES } from '#adapters/rest/management/examples.ts';
import { ROUTES } from '#adapters/rest/management/routes.ts';
import { managementClient } from '#server/docs/management-client.ts';
import { type Answer, developer, MANIFEST } from '../support/management.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { LEAST_THEME, zipOf } from '../support/themes.ts';

/** docs/interface/management.md#endpoints, line by line: method, path, whether it needs the team header. */
const ENDPOINTS = [
  ['GET', '/teams', false],
  ['GET', '/apps', false],
  ['POST', '/apps/validate', false],
  ['POST', '/apps', false],
  ['GET', '/apps/{slug}', false],
  ['GET', '/apps/{slug}/versions', false],
  ['POST', '/apps/{slug}/release', false],
  ['GET', '/apps/{slug}/installs', false],
  ['POST', '/apps/{slug}/installs', true],
  ['DELETE', '/apps/{slug}/installs', true],
  ['POST', '/apps/{slug}/installs/token', true],
  ['GET', '/apps/{slug}/forward', true],
  ['GET', '/apps/{slug}/deliveries', true],
  ['GET', '/apps/{slug}/deliveries/{eventId}', true],
] as const;
const ADDITIVE = [
  ['POST', '/apps/{slug}/client-secret', false],
  ['GET', '/apps/{slug}/health', false],
  ['GET', '/apps/{slug}/listing', false],
  ['PUT', '/apps/{slug}/listing', false],
  ['POST', '/apps/{slug}/listing/media', false],
  ['POST', '/apps/{slug}/listing/visibility', false],
  ['POST', '/apps/{slug}/trigger', true],
  ['POST', '/apps/{slug}/installs/permissions', true],
  ['POST', '/apps/{slug}/forward', true],
  ['GET', '/themes', false],
  ['POST', '/themes', false],
  ['POST', '/themes/validate', false],
  ['GET', '/themes/{slug}', false],
  ['GET', '/themes/{slug}/versions', false],
  ['GET', '/themes/{slug}/package', false],
  ['PUT', '/themes/{slug}/dev', true],
  ['GET', '/themes/{slug}/dev/changes', false],
  ['GET', '/themes/{slug}/listing', false],
  ['PUT', '/themes/{slug}/listing', false],
  ['POST', '/themes/{slug}/release', false],
] as const;

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
}

let platform: TestPlatform;
let document: { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

beforeAll(async () => {
  platform = await startPlatform();
  document = (await (await fetch(`${platform.address}/api/dev/openapi.json`)).json()) as typeof document;
});
afterAll(() => platform.close());

test('the endpoint list in the command is up to date: run `npm run docs`', () => {
  expect(readFileSync('cli/api/generated.ts', 'utf8')).toBe(managementClient());
});

describe('the OpenAPI document', () => {
  test('the OpenAPI document is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    expect(validator.version).toBe('3.1');
  });

  test('every body and response in the OpenAPI document has a valid example', () => {
    for (const { operationId, body, answer } of ROUTES) {
      const { request, response } = EXAMPLES[operationId] ?? expect.unreachable(operationId);
      if (body) expect(body.safeParse(request).error, operationId).toBeUndefined();
      expect(answer.parse(response), operationId).toEqual(response);
    }
  });

  test("the OpenAPI document describes exactly the contract's endpoints", () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters }]) => [
        method.toUpperCase(),
        path,
        parameters.some((one) => one.name === 'X-Platform-Team' && one.required),
      ]),
    );
    expect(described.map(String).sort()).toEqual([...ENDPOINTS, ...ADDITIVE].map(String).sort());
  });

  test('the OpenAPI document describes exactly the served routes', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const url = `/api/dev${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        const served = platform.http.hasRoute({ method, url });
        expect([method, url, served]).toEqual([method, url, method.toLowerCase() in methods]);
      }
    }
  });

  test('the OpenAPI document names every path parameter', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters } of Object.values(methods)) {
        expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(named);
      }
    }
  });
});

test("every endpoint's response matches its documented schema without extra fields", async () => {
  const pat = platform.demo?.accounts.find(({ key }) => key === 'developer')?.pat ?? '';
  const dev = developer(platform.address, pat);
  const team = 'devteam';
  const answered = new Set<string>();
  const check = (operationId: string, { status, json }: Answer) => {
    const route = ROUTES.find((one) => one.operationId === operationId);
    expect([operationId, status]).toEqual([operationId, route?.status]);
    expect(route?.answer.parse(json)).toEqual(json);
    answered.add(operationId);
  };
  const manifest = { ...MANIFEST, webhooks: ['task.created'] };
  const body = { name: 'Documented', manifest, release: false };
  check('validateApp', await dev.call('POST', 'apps/validate', { body: { manifest: { scopes: ['x'] } } }));
  check('pushApp', await dev.call('POST', 'apps', { body }));
  check('releaseVersion', await dev.call('POST', 'apps/documented/release'));
  check('listVersions', await dev.call('GET', 'apps/documented/versions'));
  check('getApp', await dev.call('GET', 'apps/documented'));
  check('getAppHealth', await dev.call('GET', 'apps/documented/health'));
  check('listApps', await dev.call('GET', 'apps'));
  check('listTeams', await dev.call('GET', 'teams'));
  check('rotateClientSecret', await dev.call('POST', 'apps/documented/client-secret'));
  check('installApp', await dev.call('POST', 'apps/documented/installs', { team, body: { dev: true } }));
  check('listInstalls', await dev.call('GET', 'apps/documented/installs'));
  const permissions = ['read_tasks'];
  check(
    'approvePermissions',
    await dev.call('POST', 'apps/documented/installs/permissions', { team, body: { permissions } }),
  );
  check('rotateToken', await dev.call('POST', 'apps/documented/installs/token', { team }));
  const eventId = 'b5cf1b43-9a0e-4a8a-9d6f-6f6b6a4c3f10';
  await platform.database.query(
    `INSERT INTO apps.deliveries (install_id, event_id, topic, resource_key, body, status, created_at)
     SELECT i.id, $1, 'rates.updated', 'x', '{}', 'pending', now() FROM apps.installs i
     JOIN apps.apps a ON a.id = i.app_id WHERE a.slug = 'documented'`,
    [eventId],
  );
  check('forwardDeliveries', await dev.call('GET', 'apps/documented/forward', { team }));
  const outcome = { event_id: eventId, status: 204, error: null, latency_ms: 35 };
  check(
    'reportForwarded',
    await dev.call('POST', 'apps/documented/forward', { team, body: { data: [outcome] } }),
  );
  check('listDeliveries', await dev.call('GET', 'apps/documented/deliveries', { team }));
  check('getDelivery', await dev.call('GET', `apps/documented/deliveries/${eventId}`, { team }));
  check(
    'triggerTopic',
    await dev.call('POST', 'apps/documented/trigger', { team, body: { topic: 'task.created' } }),
  );
  const shelf = { name: 'Listed', slug: 'listed', distribution: 'public', manifest, release: false };
  await dev.call('POST', 'apps', { body: shelf });
  const picture = { kind: 'icon', bytes: 1, sha256: 'a'.repeat(64) };
  check('createListingMedia', await dev.call('POST', 'apps/listed/listing/media', { body: picture }));
  check('putListing', await dev.call('PUT', 'apps/listed/listing', { body: { tagline: 'Documented' } }));
  await platform.database.query(
    `UPDATE apps.listings l SET published = draft FROM apps.apps a WHERE a.id = l.app_id AND a.slug = 'listed'`,
  );
  check(
    'setListingVisibility',
    await dev.call('POST', 'apps/listed/listing/visibility', { body: { listed: false } }),
  );
  check('getListing', await dev.call('GET', 'apps/listed/listing'));
  const zip = await zipOf(LEAST_THEME);
  check('validateTheme', await dev.call('POST', 'themes/validate', { zip }));
  check('pushTheme', await dev.call('POST', 'themes', { zip }));
  check('releaseTheme', await dev.call('POST', 'themes/lake-house/release'));
  check(
    'setThemeCopy',
    await dev.call('PUT', 'themes/lake-house/dev?storefront=sandbox', { zip, team: 'devteam' }),
  );
  check('watchThemeCopy', await dev.call('GET', 'themes/lake-house/dev/changes?storefront=sandbox&after=1'));
  check('pullTheme', await dev.call('GET', 'themes/lake-house/package?version=1'));
  check('listThemeVersions', await dev.call('GET', 'themes/lake-house/versions'));
  const site = { key: 'site', name: 'Site', currency: 'EUR', interval: 'month', amount: 900 };
  check('putThemeListing', await dev.call('PUT', 'themes/lake-house/listing', { body: { plans: [site] } }));
  check('getThemeListing', await dev.call('GET', 'themes/lake-house/listing'));
  check('getTheme', await dev.call('GET', 'themes/lake-house'));
  check('listThemes', await dev.call('GET', 'themes'));
  check('uninstallApp', await dev.call('DELETE', 'apps/documented/installs', { team }));
  expect([...answered].sort()).toEqual(ROUTES.map(({ operationId }) => operationId).sort());
});
