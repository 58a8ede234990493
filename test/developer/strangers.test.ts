import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TOKEN_REQUESTS_PER_MINUTE } from '#adapters/oauth/token.ts';
import { REQUESTS_PER_MINUTE } from '#adapters/rest/management/limit.ts';
import { demoHost } from '../support/app-world.ts';
import { ask, newDeveloper, pushApp } from '../support/developer.ts';
import { newOauthApp, tokenRequest } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// Resources and facts that a caller without credentials could exhaust or discover.

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => platform.close());

const rowsFor = async (budget: string, address: string) =>
  platform.database.query(`SELECT key FROM rate_limits WHERE key LIKE $1 || '%' AND key LIKE '%' || $2`, [
    budget,
    address,
  ]);

describe('made-up credentials', () => {
  test('made-up OAuth clients at one address share its budget', async () => {
    const from = { 'x-forwarded-for': '198.51.100.1' };
    const statuses: number[] = [];
    for (let n = 0; n <= TOKEN_REQUESTS_PER_MINUTE; n += 1) {
      const body = `grant_type=authorization_code&client_id=made-up-${n}&client_secret=x&code=x&redirect_uri=x`;
      statuses.push((await tokenRequest(platform, body, from)).status);
    }
    expect([statuses.at(-2), statuses.at(-1)]).toEqual([401, 429]);
    expect(await rowsFor('oauth:', '198.51.100.1')).toHaveLength(1);
    const { clientId } = await newOauthApp(platform);
    const known = `grant_type=authorization_code&client_id=${clientId}&client_secret=x&code=x&redirect_uri=x`;
    expect((await tokenRequest(platform, known, from)).status).toBe(401);
  });

  test('made-up management API credentials from one address share its budget', async () => {
    const statuses: number[] = [];
    for (let n = 0; n <= REQUESTS_PER_MINUTE; n += 1) {
      const response = await fetch(`${platform.address}/api/dev/apps`, {
        headers: { authorization: `Bearer platform_pat_made-up-${n}`, 'x-forwarded-for': '198.51.100.2' },
      });
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    expect([statuses.at(-2), statuses.at(-1)]).toEqual([401, 429]);
    expect(await rowsFor('management-strangers:', '198.51.100.2')).toHaveLength(1);
  });
});

describe("another developer's private slug", () => {
  test.each([
    ['appInstall', 'appInstall(slug: $slug)'],
    ['appReconnect', 'appReconnect(slug: $slug)'],
    ['appUninstall', 'appUninstall(slug: $slug)'],
    ['appPermissionsApprove', 'appPermissionsApprove(slug: $slug, permissions: [])'],
    ['appClientSecretRotate', 'appClientSecretRotate(slug: $slug)'],
    ['appRelease', 'appRelease(slug: $slug)'],
    ['appDeliveryReplay', 'appDeliveryReplay(slug: $slug, eventId: "0198a3c2-0000-7000-8000-000000000000")'],
  ])(
    "another developer's private slug gets the same response as an unknown one: %s",
    async (_name, field) => {
      const owner = await newDeveloper(platform);
      const slug = `hidden-${owner.team}`;
      await pushApp(platform, owner, {
        name: 'Hidden',
        slug,
        type: 'remote',
        distribution: 'private',
        scopes: [],
      });
      const { host } = await demoHost(platform, 'lakeside');
      const text = `mutation ($slug: String!) { done: ${field} { userErrors { field message code } } }`;
      const told = async (name: string) => {
        const { done } = await ask<{ done: { userErrors: readonly object[] } }>(platform, host, text, {
          slug: name,
        });
        return JSON.parse(JSON.stringify(done.userErrors).replaceAll(name, 'SLUG'));
      };
      const hidden = await told(slug);
      expect(hidden).toHaveLength(1);
      expect(hidden).toEqual(await told('there-is-no-such-app'));
    },
  );
});
