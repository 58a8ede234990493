import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueStatements } from '#subgraphs/apps/billing/commands/issue-statements.ts';
import { installApp } from '#subgraphs/apps/installs/commands/install-app.ts';
import { uninstallApp } from '#subgraphs/apps/installs/commands/uninstall-app.ts';
import { newDeveloper } from '../support/developer.ts';
import { type KillingWire, openKillingWire } from '../support/killing-wire.ts';
import { developer } from '../support/management.ts';
import { demoAccount } from '../support/oauth.ts';
import { contextAt, newPaidApp, PLAN, UNPAID_TOKENS, USAGE } from '../support/paid-app.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { chanceOf, EFFORT, patience, SEED, tries } from '../support/seeded.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

// Paid apps while the server is killed with -9 between two statements, on a real PostgreSQL.

let platform: TestPlatform;
let wire: KillingWire;
let databaseUrl: string;
beforeAll(async () => {
  platform = await startPlatform({ SWEEP_INTERVAL: 'PT12H' });
  const direct = new URL(platform.database.url);
  wire = await openKillingWire(Number(direct.port || 5432));
  databaseUrl = Object.assign(new URL(direct), { hostname: '127.0.0.1', port: String(wire.port) }).href;
});
afterAll(async () => {
  wire.close();
  await platform.close();
});

/** Statements between kills: `npm run tool races` tries each one, other runs begin at a random one. */
const STEP = EFFORT >= 5 ? 1 : EFFORT >= 1 ? 5 : 15;

/** A server whose connections to the database can be cut by killing it. */
const startKillable = (sweepInterval: string): Promise<ServerProcess> =>
  startServerProcess({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: TEST_SECRET_KEY,
    SEED: 'none',
    SWEEP_INTERVAL: sweepInterval,
  });

/** Rows that would break a promise at any moment. */
async function brokenRows(): Promise<readonly object[]> {
  const liveWithoutInstall = `
    SELECT s.id FROM apps.subscriptions s JOIN apps.installs i ON i.id = s.install_id
    WHERE s.status <> 'cancelled' AND NOT i.is_active`;
  const unearnedCharges = `
    SELECT c.id FROM apps.charges c WHERE c.app_id IS NOT NULL
      AND (SELECT count(*) FROM apps.ledger_entries e WHERE e.charge_id = c.id) <> 1`;
  const tokensOfNoInstall = `
    SELECT r.install_id FROM apps.runtime_tokens r JOIN apps.installs i ON i.id = r.install_id
    WHERE r.revoked_at IS NULL AND NOT i.is_active`;
  const found = await Promise.all(
    [UNPAID_TOKENS, liveWithoutInstall, unearnedCharges, tokensOfNoInstall].map((rows) =>
      platform.database.query(rows),
    ),
  );
  return found.flat();
}

test(
  'a server killed between any two statements of an install or uninstall leaves no token without a subscription',
  async () => {
    const { slug } = await newPaidApp(platform, [{ ...PLAN, ...USAGE }]);
    const pat = demoAccount(platform, 'developer').pat ?? '';
    const team = 'devteam';
    const call = (address: string, method: string) =>
      developer(address, pat)
        .call(method, `apps/${slug}/installs`, { team, ...(method === 'POST' && { body: { plan: 'pro' } }) })
        .then(({ status }) => status)
        .catch(() => null);
    const chance = chanceOf(SEED);
    for (const method of ['POST', 'DELETE']) {
      // The other change always comes first, so that each try starts from the same state.
      const [before, done] = method === 'POST' ? ['DELETE', 201] : ['POST', 200];
      let finished = false;
      let kills = 0;
      for (let at = 1 + chance.below(STEP); !finished; at += STEP) {
        await call(platform.address, before);
        const server = await startKillable('PT12H');
        const killed = wire.arm({ pid: server.pid, at, from: 'begin' });
        const status = await call(server.address, method);
        finished = status === done;
        wire.disarm();
        if (await killed) kills += 1;
        await server.stop('SIGKILL');
        expect(await brokenRows()).toEqual([]);
        // Whatever was committed, the same call completes it.
        await call(platform.address, method);
        const [row] = await platform.database.query<{ active: boolean; live: number }>(
          `SELECT i.is_active AS active, (SELECT count(*)::int FROM apps.subscriptions s
             WHERE s.install_id = i.id AND s.status <> 'cancelled') AS live
           FROM apps.installs i JOIN apps.apps a ON a.id = i.app_id WHERE a.slug = $1`,
          [slug],
        );
        expect(row).toEqual(method === 'POST' ? { active: true, live: 1 } : { active: false, live: 0 });
        expect(await brokenRows()).toEqual([]);
      }
      expect(kills).toBeGreaterThan(0);
    }
    // Installed and uninstalled within a day, over and over: the team has paid for the period once.
    const [paid] = await platform.database.query<{ sum: number }>(
      `SELECT sum(c.amount)::int AS sum FROM apps.charges c JOIN apps.apps a ON a.id = c.app_id WHERE a.slug = $1`,
      [slug],
    );
    expect(paid?.sum).toBe(PLAN.amount);
  },
  patience(1_200_000),
);

test(
  'an app uninstalled in the second of its install leaves no token, and installing it again costs nothing more',
  async () => {
    const app = await newPaidApp(platform, [PLAN]);
    const { host, teamId } = await newDeveloper(platform);
    const ctx = contextAt(platform, '2027-04-15T10:00:00Z', host);
    const refused = await installApp(ctx, { slug: app.slug, dev: false });
    expect(refused.userErrors).toMatchObject([{ code: 'PLAN_REQUIRED' }]);
    for (let round = 0; round < 10; round += 1) {
      expect((await installApp(ctx, { slug: app.slug, dev: false, plan: 'pro' })).userErrors).toEqual([]);
      expect(await brokenRows()).toEqual([]);
      expect((await uninstallApp(ctx, { slug: app.slug })).userErrors).toEqual([]);
      expect(await brokenRows()).toEqual([]);
    }
    const [paid] = await platform.database.query<{ sum: number }>(
      'SELECT sum(amount)::int AS sum FROM apps.charges WHERE team_id = $1',
      [teamId],
    );
    expect(paid?.sum).toBe(PLAN.amount);
  },
  patience(60_000),
);

test(
  'statements issued while servers are killed are complete: numbers have no gaps, and each charge is on one statement',
  async () => {
    const chance = chanceOf(SEED);
    const euros = await newPaidApp(platform, [PLAN]);
    const yen = await newPaidApp(platform, [{ ...PLAN, currency: 'JPY', amount: 1_000 }]);
    const now = new Date();
    const lastMonth = Temporal.Instant.fromEpochMilliseconds(now.getTime())
      .toZonedDateTimeISO('UTC')
      .with({ day: 1 })
      .subtract({ days: 10 })
      .toInstant()
      .toString();
    let kills = 0;
    for (let round = 0; round < tries(8); round += 1) {
      const server = await startKillable('PT1S');
      const killed = wire.arm({ pid: server.pid, at: 1 + chance.below(60), from: 'app_invoice_series' });
      const teams = await Promise.all(Array.from({ length: 12 }, () => newDeveloper(platform)));
      for (const { host } of teams) {
        const ctx = contextAt(platform, lastMonth, host);
        await installApp(ctx, { slug: euros.slug, dev: false, plan: 'pro' });
        await installApp(ctx, { slug: yen.slug, dev: false, plan: 'pro' });
      }
      const timer = setTimeout(wire.disarm, 20_000);
      if (await killed) kills += 1;
      clearTimeout(timer);
      await server.stop('SIGKILL');
      const incomplete = await platform.database.query(
        `SELECT i.id FROM apps.app_invoices i WHERE i.kind = 'statement' AND
           (SELECT coalesce(sum((l->>'amount')::int), 0) FROM jsonb_array_elements(i.lines) l) IS DISTINCT FROM
           (SELECT sum(c.amount) FROM apps.charges c WHERE c.invoice_id = i.id)`,
      );
      expect(incomplete).toEqual([]);
      await issueStatements(contextAt(platform, now.toISOString()));
      const issued = await platform.database.query<{ number: string; year: string }>(
        `SELECT number, split_part(number, '-', 2) AS year FROM apps.app_invoices WHERE kind = 'statement' ORDER BY number`,
      );
      expect(issued.length).toBeGreaterThanOrEqual(24 * (round + 1));
      for (const [year, numbers] of Map.groupBy(issued, (one) => one.year))
        expect(numbers.map(({ number }) => number)).toEqual(
          numbers.map((_, n) => `ST-${year}-${String(n + 1).padStart(6, '0')}`),
        );
      const waiting = await platform.database.query(
        `SELECT 1 FROM apps.charges WHERE invoice_id IS NULL AND day < date_trunc('month', now() AT TIME ZONE 'UTC')`,
      );
      expect(waiting).toEqual([]);
    }
    expect(kills).toBeGreaterThan(0);
  },
  patience(600_000),
);
