import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainBrowser } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// Well-known addresses for tools: RFC 9116, RFC 9728 and W3C's change-password.

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({
    SECURITY_CONTACT: 'https://example.com/security',
    PUBLIC_ORIGIN_AUTH: 'http://localhost',
  });
});
afterAll(() => platform.close());

/** Fields in `security.txt`, parsed as in RFC 9116 section 2.3. */
async function securityTxt(host?: string) {
  const response = await fetch(`${platform.address}/.well-known/security.txt`, {
    headers: host === undefined ? {} : { host },
  });
  const text = await response.text();
  const lines = text.trimEnd().split('\n');
  const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/, 2)));
  return { status: response.status, type: response.headers.get('content-type'), fields, text };
}

describe('security.txt', () => {
  test('security.txt names the configured contact and a date within a year', async () => {
    const { status, type, fields, text } = await securityTxt();
    expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(fields).toMatchObject({
      Contact: 'https://example.com/security',
      Canonical: 'http://localhost/.well-known/security.txt',
    });
    const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(178);
    expect(days).toBeLessThan(365);
    expect(fields.Expires).toMatch(/^\d{4}-\d\d-\d\dT00:00:00Z$/);
    expect(text.match(/^Expires:/gm)).toHaveLength(1);
  });

  test('a storefront names the same contact', async () => {
    expect((await securityTxt('lakeside.localhost')).fields.Contact).toBe('https://example.com/security');
  });
});

test('a password manager is redirected to the page that changes the password', async () => {
  const response = await fetch(`${platform.address}/.well-known/change-password`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([303, '/account/security']);
  const { url } = await plainBrowser(platform.address).open('/.well-known/change-password');
  expect(new URL(url).pathname).toBe('/login');
});

test("a refused management request links to its tokens' authorization server", async () => {
  const refused = await fetch(`${platform.address}/api/dev/teams`);
  const header = refused.headers.get('www-authenticate') ?? '';
  const [, metadata = ''] = /^Bearer resource_metadata="([^"]+)"$/.exec(header) ?? [];
  const described = (await (await fetch(metadata)).json()) as {
    resource: string;
    authorization_servers: string[];
  };
  expect(described.resource).toBe(`${platform.address}/api/dev`);
  expect(described.authorization_servers).toHaveLength(1);
});

test('a management request with a wrong token gets invalid_token', async () => {
  const headers = { authorization: 'Bearer platform_pat_wrong' };
  const refused = await fetch(`${platform.address}/api/dev/teams`, { headers });
  expect(refused.headers.get('www-authenticate')).toMatch(
    /^Bearer error="invalid_token", resource_metadata="/,
  );
});
