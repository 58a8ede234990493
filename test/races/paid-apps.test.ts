import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUsageRecord } from '#subgraphs/apps/billing/commands/create-usage-record.ts';
import { endUnusedThemes } from '#subgraphs/apps/billing/commands/end-unused-theme.ts';
import { issueStatements } from '#subgraphs/apps/billing/commands/issue-statements.ts';
import { installApp } from '#subgraphs/apps/installs/commands/install-app.ts';
import { uninstallApp } from '#subgraphs/apps/installs/commands/uninstall-app.ts';
import { ask, contextOf, newDeveloper } from '../support/developer.ts';
import { liveTheme } from '../support/live-themes.ts';
import { contextAt, newPaidApp, PLAN, setPlansOf, UNPAID_TOKENS, USAGE } from '../support/paid-app.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { EFFORT, patience, tries } from '../support/seeded.ts';
import { newStoreApp } from '../support/store-app.ts';

// Paid apps under concurrency, on a real PostgreSQL.

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ SWEEP_INTERVAL: 'PT12H' });
});
afterAll(() => platform.close());

const NOW = '2027-04-15T10:00:00Z';

/** One unit's price and the cap, in minor units. At most 166 units fit. */
const PRICES = [
  { currency: 'EUR', amount: 30, cap: 5_000 },
  { currency: 'JPY', amount: 3, cap: 500 },
] as const;

/** Records sent per currency: all of them at night. */
const RECORDS = EFFORT >= 1 ? 10_000 : 400;

test(
  'records that race the cap add up to at most the cap, with each key once',
  async () => {
    const team = await newDeveloper(platform);
    for (const { currency, amount, cap } of PRICES) {
      const usage = [{ ...USAGE.usage[0], amount }];
      const app = await newPaidApp(platform, [{ ...PLAN, currency, usage, capped_amount: cap }], {
        webhooks: ['app.usage_near_cap'],
        webhook_url: 'https://crew.example.com/webhooks',
      });
      await installApp(contextAt(platform, NOW, team.host), { slug: app.slug, dev: false, plan: 'pro' });
      const [install] = await platform.database.query<{ id: number; app_id: number }>(
        'SELECT i.id, i.app_id FROM apps.installs i JOIN apps.apps a ON a.id = i.app_id WHERE i.team_id = $1 AND a.slug = $2',
        [team.teamId, app.slug],
      );
      const viewer = {
        kind: 'app' as const,
        installId: Number(install?.id),
        appId: Number(install?.app_id),
        appSlug: app.slug,
        teamId: team.teamId,
        scopes: [],
        capabilities: [],
      };
      const ctx = contextAt(platform, NOW, viewer);
      // Each process has its own turns, so its records only wait for the others' in the database.
      const processes = Array.from({ length: 3 }, () => {
        const apps = { ...ctx.services.apps, usageTurns: new Map() };
        return { ...ctx, services: { ...ctx.services, apps } };
      });
      // Each key is sent twice.
      const sent = await Promise.all(
        Array.from({ length: RECORDS }, (_, n) =>
          createUsageRecord(processes[n % 3] ?? ctx, {
            usageKey: 'cleaning',
            quantity: 1,
            idempotencyKey: `k${n % Math.ceil(RECORDS / 2)}`,
          }),
        ),
      );
      const [sum] = await platform.database.query<{ amount: number; records: number; kept: number }>(
        `SELECT sum(r.amount)::int AS amount, count(*)::int AS records,
          (SELECT usage_amount::int FROM apps.subscriptions WHERE install_id = $1) AS kept
         FROM apps.usage_records r WHERE r.install_id = $1`,
        [install?.id],
      );
      expect(sum).toEqual({ amount: 166 * amount, records: 166, kept: 166 * amount });
      const refused = sent.filter(({ userErrors }) => userErrors.length > 0);
      expect(new Set(refused.flatMap(({ userErrors }) => userErrors.map(({ code }) => code)))).toEqual(
        new Set(['CAP_REACHED']),
      );
      expect(RECORDS - refused.length).toBeGreaterThanOrEqual(166);
      const nearCap = () =>
        platform.database.query('SELECT 1 FROM apps.deliveries WHERE install_id = $1 AND topic = $2', [
          install?.id,
          'app.usage_near_cap',
        ]);
      await expect.poll(nearCap, { timeout: 20_000 }).toHaveLength(1);
    }
  },
  patience(300_000),
);

test(
  'installs, uninstalls and saved plans that race never leave a token without a subscription',
  async () => {
    for (let round = 0; round < tries(5); round++) {
      const app = await newStoreApp(platform);
      const team = await newDeveloper(platform);
      const ctx = contextAt(platform, NOW, team.host);
      const install = (plan: string | null) => installApp(ctx, { slug: app.slug, dev: false, plan });
      await Promise.all([
        setPlansOf(platform, app.slug, [PLAN]),
        ...Array.from({ length: 4 }, () => install('pro')),
        ...Array.from({ length: 2 }, () => uninstallApp(ctx, { slug: app.slug })),
      ]);
      // An install from before the plans has none; the next one can't do without.
      await uninstallApp(ctx, { slug: app.slug });
      await Promise.all([
        install('pro'),
        uninstallApp(ctx, { slug: app.slug }),
        install(null),
        install('pro'),
      ]);
      expect(await platform.database.query(UNPAID_TOKENS)).toEqual([]);
      const live = await platform.database.query(
        `SELECT 1 FROM apps.subscriptions s JOIN apps.installs i ON i.id = s.install_id
         WHERE s.status <> 'cancelled' AND NOT i.is_active`,
      );
      expect(live).toEqual([]);
    }
  },
  patience(120_000),
);

test(
  'storefronts that add and remove a paid theme concurrently never keep it without a subscription',
  async () => {
    const maker = await newDeveloper(platform);
    for (let round = 0; round < tries(8); round += 1) {
      const slug = `raced-theme-${round}`;
      await liveTheme(platform, maker, { slug, distribution: 'public' });
      const [theme] = await platform.database.query<{ id: number }>(
        'SELECT id FROM apps.themes WHERE slug = $1',
        [slug],
      );
      await platform.database.query(
        `INSERT INTO apps.plans (theme_id, key, version, is_current, position, name, description, currency, "interval",
           amount, usage, trial_days, per_unit, features, active, created_at)
         VALUES ($1, 'pro', 1, true, 0, 'Pro', '', 'EUR', 'month', 900, '[]', 0, 'none', '[]', true, now())`,
        [theme?.id],
      );
      const team = await newDeveloper(platform);
      const host = { ...team.host, elevated: true };
      const call = (field: string, selection: string) =>
        ask<Record<string, { theme?: { id: string } | null; storefront?: { id: string } }>>(
          platform,
          host,
          `mutation { done: ${field} { ${selection} } }`,
        ).then(({ done }) => done);
      const sites = await Promise.all(
        [0, 1, 2].map(async (n) => {
          const input = `{ name: "Site ${n}", slug: "race-${team.teamId}-${n}" }`;
          return (await call(`storefrontCreate(input: ${input})`, 'storefront { id }'))?.storefront?.id;
        }),
      );
      const churn = async (site: string | undefined) => {
        for (let n = 0; n < 4; n += 1) {
          const install = `themeInstall(storefrontId: "${site}", slug: "${slug}", plan: "pro")`;
          const added = await call(install, 'theme { id }');
          if (n < 3) await call(`themeRemove(id: "${added?.theme?.id}")`, 'userErrors { code }');
        }
      };
      await Promise.all([
        ...sites.map(churn),
        ...[1, 2, 3].map(() => endUnusedThemes({ ...contextOf(platform), viewer: { kind: 'platform' } })),
      ]);
      const [state] = await platform.database.query<{ live: number; charged: number; sites: number }>(
        `SELECT (SELECT count(*)::int FROM apps.subscriptions WHERE team_id = $1 AND status = 'active') AS live,
           (SELECT sum(amount)::int FROM apps.charges WHERE team_id = $1) AS charged,
           (SELECT count(*)::int FROM catalog.storefront_themes WHERE team_id = $1) AS sites`,
        [team.teamId],
      );
      expect(state).toEqual({ live: 1, charged: 900, sites: 3 });
    }
  },
  patience(120_000),
);

test(
  'statements issued concurrently have each charge once, and numbers without gaps',
  async () => {
    const app = await newPaidApp(platform, [PLAN]);
    const teams = await Promise.all(Array.from({ length: 5 }, () => newDeveloper(platform)));
    for (const { host } of teams)
      await installApp(contextAt(platform, NOW, host), { slug: app.slug, dev: false, plan: 'pro' });
    const later = contextAt(platform, '2027-05-01T00:01:00Z');
    await Promise.allSettled(Array.from({ length: 4 }, () => issueStatements(later)));
    await issueStatements(later);
    const issued = await platform.database.query<{ number: string; team_id: number }>(
      'SELECT number, team_id FROM apps.app_invoices ORDER BY number',
    );
    const ours = issued.filter(({ team_id }) => teams.some(({ teamId }) => teamId === team_id));
    expect(ours).toHaveLength(5);
    expect(issued.map(({ number }) => number)).toEqual(
      issued.map((_, n) => `ST-2027-${String(n + 1).padStart(6, '0')}`),
    );
    const unbilled = await platform.database.query(
      `SELECT 1 FROM apps.charges WHERE invoice_id IS NULL AND day < '2027-05-01'`,
    );
    expect(unbilled).toEqual([]);
  },
  patience(120_000),
);
