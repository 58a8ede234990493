import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { buildSdk } from '../support/example-app.ts';
import { readLines } from '../support/process.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { eventually } from '../support/task-world.ts';

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  [database, dataDir] = await Promise.all([
    createTestDatabase(),
    mkdtemp(join(tmpdir(), 'platform-demo-')),
    buildSdk(),
  ]);
  await copyFile(inject('postgres').demoFile, join(dataDir, 'demo.json'));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs the demo like `npm run demo`, waits for its invitation and ends it like Ctrl-C. */
async function withDemo(look: (permalink: string) => Promise<void>): Promise<number | null> {
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: TEST_SECRET_KEY,
    LOG_LEVEL: 'error',
    SWEEP_INTERVAL: 'PT1S',
  };
  const child = spawn(process.execPath, ['examples/demo/main.ts'], { env });
  const demo = readLines(child);
  try {
    const line = await demo.line(/Pay for it: {2}http/);
    await demo.line(/Enter books another stay/);
    await look(/http\S+$/.exec(line)?.[0] ?? '');
  } finally {
    child.kill('SIGINT');
  }
  const [code] = await once(child, 'exit');
  return code;
}

const choose = async (permalink: string) => {
  const body = new URLSearchParams({ method: 'app:test-bank' });
  const { status, headers } = await fetch(permalink, { method: 'POST', body, redirect: 'manual' });
  return { status, page: headers.get('location') ?? '' };
};

test('npm run demo books, pays for and cleans a stay', async () => {
  const pay = async (permalink: string) => {
    const { status, page } = await choose(permalink);
    expect(status).toBe(303);
    const body = new URLSearchParams({ decision: 'approve' });
    const paid = await fetch(page, { method: 'POST', body });
    expect(await paid.text()).toContain('data-payment-status="paid"');
  };
  const cleanings = () =>
    database.query<{ status: string; assigned_by: string | null }>(
      `SELECT status, assigned_by FROM tasks.task WHERE task_type = 'cleaning' ORDER BY id`,
    );
  /** Guests' questions on Farstay, posted once per start. */
  const asked = () =>
    database.query("SELECT 1 FROM checkout.conversations WHERE provider = 'app:farstay-inbox'");
  const first = await withDemo(async (permalink) => {
    await pay(permalink);
    await eventually(cleanings, ([task]) => task?.assigned_by === 'app:cleaning-crew');
    await eventually(asked, ({ length }) => length > 0);
  });
  const before = (await asked()).length;
  const second = await withDemo(async (permalink) => {
    await pay(permalink);
    await eventually(asked, ({ length }) => length > before);
  });
  expect([first, second]).toEqual([0, 0]);
  const installs = await database.query(
    `SELECT 1 FROM apps.installs i JOIN apps.apps a ON a.id = i.app_id WHERE a.slug IN ('test-bank', 'cleaning-crew', 'guest-book', 'farstay-inbox')`,
  );
  expect(installs).toHaveLength(4);
  const placements = await database.query<{ handle: string; status: string }>(
    'SELECT handle, status FROM catalog.injection_placement',
  );
  expect(placements).toEqual([{ handle: 'reviews', status: 'published' }]);
  const listings = await database.query<{
    slug: string;
    tagline: string;
    pictures: number;
    reviewed: number;
  }>(
    `SELECT a.slug, l.published->>'tagline' AS tagline, l.revision AS reviewed,
       jsonb_array_length(l.published->'gallery') AS pictures
     FROM apps.listings l JOIN apps.apps a ON a.id = l.app_id WHERE l.draft_status = 'published' ORDER BY a.slug`,
  );
  // The second run found the listings published and changed nothing.
  expect(listings).toEqual([
    {
      slug: 'cleaning-crew',
      tagline: 'Cleanings assigned to your crew at every check-out',
      pictures: 2,
      reviewed: 1,
    },
    {
      slug: 'farstay-inbox',
      tagline: "Farstay messages in your team's inbox",
      pictures: 2,
      reviewed: 1,
    },
    {
      slug: 'guest-book',
      tagline: 'Guest reviews on the pages of your stays',
      pictures: 2,
      reviewed: 1,
    },
    {
      slug: 'staywell',
      tagline: 'Sell your free nights on Staywell',
      pictures: 2,
      reviewed: 1,
    },
    {
      slug: 'stripe',
      tagline: 'Cards, wallets and local payment methods with your own Stripe account',
      pictures: 2,
      reviewed: 1,
    },
    {
      slug: 'test-bank',
      tagline: 'Card payments and refunds, to try out without money',
      pictures: 2,
      reviewed: 1,
    },
  ]);
}, 180_000);
