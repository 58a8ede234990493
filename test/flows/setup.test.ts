import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { welcome } from '#server/welcome.ts';
import { accountOf, fill, PASSWORD } from '../support/accounts.ts';
import { openEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { type PlainBrowser, panelHeaders, plainBrowser } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// docs/interface/accounts.md#first-start: an empty database and its single link.

let database: TestDatabase;
let platform: TestPlatform;

beforeAll(async () => {
  database = await openEmptyDatabase();
  platform = await startPlatform({ SEED: 'none' }, database);
});
afterAll(async () => {
  await platform.close();
  await database.drop();
});

const FIRST = {
  email: 'first@example.com',
  name: 'Fay First',
  password: PASSWORD,
  team: 'Zum Goldenen Löwen',
};

const pathOf = ({ setupUrl }: Pick<TestPlatform, 'setupUrl'>) => new URL(setupUrl ?? '').pathname;

const asks = async (browser: PlainBrowser, query: string) => {
  const headers = await panelHeaders(browser);
  const response = await fetch(`${platform.address}/panel/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests assert
  return (await response.json()) as any;
};

describe('the setup link', () => {
  test.each(['all', 'gateway'] as const)(
    'the setup link is on its own line in the startup output of role %s',
    (role) => {
      const lines = welcome({ ...platform, role }, { production: true, dataDir: '' }, { isTerminal: true });
      expect(lines.filter((line) => line.startsWith('setup '))).toEqual([
        expect.stringMatching(new RegExp(`^setup http://localhost:${platform.port}/setup/[\\w-]{43}$`)),
      ]);
    },
  );

  test('the start output names the variable that the command needs on another port', () => {
    const shown = (origin: string) =>
      welcome({ ...platform, origin, role: 'all' }, { production: true, dataDir: '' }, { isTerminal: true });
    expect(shown('http://localhost:4010').join('\n')).toContain('PLATFORM_API_URL http://localhost:4010 ');
    expect(shown('http://localhost:4000').join('\n')).not.toContain('PLATFORM_API_URL');
  });

  test('the start output names the command that builds the documentation until it is built', () => {
    const shown = (docsBuilt: boolean) =>
      welcome(
        { ...platform, origin: 'http://localhost:4000', role: 'all' },
        { production: true, dataDir: '' },
        { isTerminal: true, docsBuilt },
      );
    const missing = shown(false).join('\n');
    expect(missing).toContain('npm run build -w docs');
    expect(missing).not.toContain('http://localhost:4000/docs');
    expect(shown(true).join('\n')).toContain('http://localhost:4000/docs');
  });

  test('the setup link is stored as a hash and valid for one day', async () => {
    const token = pathOf(platform).split('/').at(-1) ?? '';
    const [row] = await database.query<{ hash: string; hours: number }>(
      `SELECT token_hash AS hash, extract(epoch FROM expires_at - created_at)::float8 / 3600 AS hours FROM apps.mail_tokens`,
    );
    expect(row?.hash).not.toContain(token);
    expect(row?.hours).toBe(24);
  });

  test('the setup link still works after the form was submitted with errors', async () => {
    const page = await fill(plainBrowser(platform.address), pathOf(platform), {
      ...FIRST,
      password: 'short',
    });
    expect([page.status, page.html]).toEqual([422, expect.stringContaining('at least 10 characters')]);
    expect(page.html).toContain('value="Zum Goldenen Löwen"');
  });

  test('a new setup link invalidates the link from the previous start', async () => {
    const later = await startPlatform({ SEED: 'none' }, database);
    try {
      expect((await plainBrowser(platform.address).open(pathOf(platform))).status).toBe(410);
      expect((await plainBrowser(platform.address).open(pathOf(later))).status).toBe(200);
      Object.assign(platform, { setupUrl: later.setupUrl });
    } finally {
      await later.close();
    }
  });

  test('twenty concurrent uses of the setup link create one operator with a team', async () => {
    const tries = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const browser = plainBrowser(platform.address);
        const page = await fill(browser, pathOf(platform), {
          ...FIRST,
          email: `first${n}@example.com`,
        }).catch(() => null);
        return { browser, page };
      }),
    );
    const made = tries.filter(({ page }) => page?.url.includes('/panel/welcome'));
    expect(made).toHaveLength(1);
    const [winner] = made;
    if (!winner) throw new Error('No one set up.');
    expect(await accountOf(winner.browser)).toMatchObject({ operator: true });
    const { data } = await asks(winner.browser, '{ account { operator } teams { slug name } }');
    expect(data).toEqual({
      account: { operator: true },
      teams: [{ slug: 'zum-goldenen-lowen', name: 'Zum Goldenen Löwen' }],
    });
    const accounts = await database.query('SELECT 1 FROM apps.accounts WHERE verified_at IS NOT NULL');
    expect(accounts).toHaveLength(1);
  });

  test("the setup link isn't printed and stops working once an operator exists", async () => {
    expect((await plainBrowser(platform.address).open(pathOf(platform))).status).toBe(410);
    const later = await startPlatform({ SEED: 'none' }, database);
    try {
      expect(later.setupUrl).toBeNull();
    } finally {
      await later.close();
    }
  });
});
