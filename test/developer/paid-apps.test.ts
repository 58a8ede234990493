import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import { installApp } from '#subgraphs/apps/installs/commands/install-app.ts';
import { uninstallApp } from '#subgraphs/apps/installs/commands/uninstall-app.ts';
import { demoHost } from '../support/app-world.ts';
import { ask, type Developer } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { developer } from '../support/management.ts';
import { demoAccount, exchange, newOauthApp } from '../support/oauth.ts';
import { contextAt, newPaidApp, PLAN, setPlansOf, USAGE } from '../support/paid-app.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { installFromStore, newStoreApp, type StoreApp } from '../support/store-app.ts';

// docs/interface/billing.md

let platform: TestPlatform;
let host: Developer;

beforeAll(async () => {
  platform = await startPlatform({ SWEEP_INTERVAL: 'PT1H' });
  host = await demoHost(platform, 'lakeside');
});
afterAll(() => platform.close());

const management = () => developer(platform.address, demoAccount(platform, 'developer').pat ?? '');

const tokenOf = async (app: StoreApp, plan = 'pro'): Promise<string> => {
  const { redirect, userErrors } = await installFromStore(platform, host.host, app.slug, `plan: "${plan}"`);
  expect(userErrors).toEqual([]);
  const { json } = await exchange(platform, app, { code: redirect?.code ?? '' });
  return json.access_token;
};

const subscriptionOf = async (token: string) => {
  const { data, errors } = await graphql(
    platform.address,
    `{ currentInstall { subscription { status quantity usageAmount cappedAmount test version trialEndsAt periodStart periodEnd
      cancelAt plan { key name version amount currency } } } }`,
    { token, version: 'unstable' },
  );
  expect(errors ?? []).toEqual([]);
  return data.currentInstall.subscription;
};

const use = async (token: string, input: Readonly<Record<string, unknown>>) => {
  const { data, errors } = await graphql(
    platform.address,
    `mutation ($input: AppUsageRecordCreateInput!) { appUsageRecordCreate(input: $input) {
      usageRecord { id quantity amount idempotencyKey } userErrors { code field } } }`,
    { token, version: 'unstable', variables: { input: { usageKey: 'cleaning', quantity: 1, ...input } } },
  );
  expect(errors ?? []).toEqual([]);
  return data.appUsageRecordCreate;
};

describe('plans', () => {
  test('a private app has plans without a listing, and its developer reads them back', async () => {
    const { slug } = await newOauthApp(platform);
    const put = await setPlansOf(platform, slug, [{ ...PLAN, ...USAGE, included: { cleaning: 5 } }]);
    expect(put).toMatchObject({ status: 200 });
    const { json } = await management().call('GET', `apps/${slug}/listing`);
    expect(json.plans).toEqual([
      {
        ...PLAN,
        ...USAGE,
        included: { cleaning: 5 },
        trial_days: 0,
        per_unit: 'none',
        active: true,
        version: 1,
        features: [...PLAN.features],
      },
    ]);
    const titled = await management().call('PUT', `apps/${slug}/listing`, {
      body: { plans: [PLAN], tagline: 'For cleaners' },
    });
    expect(titled).toMatchObject({ status: 409, json: { code: 'not_listable' } });
  });

  test('a new price is a new version, and a plan that is left out can no longer be chosen', async () => {
    const app = await newPaidApp(platform);
    const { json } = await setPlansOf(platform, app.slug, [
      { ...PLAN, amount: 4_000 },
      { ...PLAN, key: 'max', amount: 9_000 },
    ]);
    expect(json.plans.map(({ key, version }: { key: string; version: number }) => [key, version])).toEqual([
      ['pro', 2],
      ['max', 1],
    ]);
    await setPlansOf(platform, app.slug, [{ ...PLAN, amount: 4_000 }]);
    const { storeApp } = await ask<{ storeApp: { plans: readonly { key: string }[] } }>(
      platform,
      host.host,
      `{ storeApp(slug: "${app.slug}") { plans { key } } }`,
    );
    expect(storeApp.plans).toEqual([{ key: 'pro' }]);
    expect((await installFromStore(platform, host.host, app.slug, 'plan: "max"')).userErrors).toMatchObject([
      { code: 'NOT_FOUND' },
    ]);
  });

  test('a listing saved without plans keeps them', async () => {
    const app = await newPaidApp(platform);
    const { json } = await management().call('PUT', `apps/${app.slug}/listing`, {
      body: { tagline: 'Crews' },
    });
    expect(json.plans).toHaveLength(1);
  });

  test('an invalid plan is refused by field', async () => {
    const app = await newStoreApp(platform);
    const { status, json } = await setPlansOf(platform, app.slug, [
      { ...PLAN, ...USAGE, capped_amount: null },
    ]);
    expect([status, json.code, Object.keys(json.errors)]).toEqual([
      422,
      'listing_invalid',
      ['plans.0.capped_amount'],
    ]);
  });

  test('an app with plans is billed by the platform, and cannot be made free', async () => {
    const app = await newPaidApp(platform);
    const { appBillingSet } = await ask<{ appBillingSet: { userErrors: readonly { code: string }[] } }>(
      platform,
      (await demoHost(platform, 'devteam')).host,
      `mutation { appBillingSet(slug: "${app.slug}", billing: free) { userErrors { code } } }`,
    );
    expect(appBillingSet.userErrors).toMatchObject([{ code: 'PLANS_ACTIVE' }]);
  });
});

describe('installing with a plan', () => {
  test('the install and its subscription begin together, and the app reads the subscription', async () => {
    const app = await newPaidApp(platform);
    const token = await tokenOf(app);
    expect(await subscriptionOf(token)).toMatchObject({
      status: 'active',
      quantity: 1,
      usageAmount: 0,
      cappedAmount: null,
      test: false,
      cancelAt: null,
      plan: { key: 'pro', name: 'Pro', version: 1, amount: 3_000, currency: 'EUR' },
    });
  });

  test.each([
    ['without a plan', '', 'PLAN_REQUIRED'],
    ['with an unknown plan', 'plan: "max"', 'NOT_FOUND'],
    ['with a price that has changed', 'plan: "pro", planVersion: 7', 'PLAN_CHANGED'],
  ])('an install %s is refused and leaves no install behind', async (_title, more, code) => {
    const app = await newPaidApp(platform);
    const refused = await installFromStore(platform, host.host, app.slug, more);
    expect(refused).toMatchObject({ token: null, redirect: null, userErrors: [{ code }] });
    const installs = await platform.database.query(
      'SELECT 1 FROM apps.installs i JOIN apps.apps a ON a.id = i.app_id WHERE a.slug = $1',
      [app.slug],
    );
    expect(installs).toEqual([]);
  });

  test('only an owner installs a paid app', async () => {
    const app = await newPaidApp(platform);
    await platform.database.query(
      `UPDATE apps.memberships SET role = 'manager' WHERE team_id = $1 AND account_id = $2`,
      [host.teamId, host.host.accountId],
    );
    const refused = await installFromStore(
      platform,
      { ...host.host, role: 'manager' },
      app.slug,
      'plan: "pro"',
    );
    await platform.database.query(
      `UPDATE apps.memberships SET role = 'owner' WHERE team_id = $1 AND account_id = $2`,
      [host.teamId, host.host.accountId],
    );
    expect(refused.userErrors).toMatchObject([{ code: 'ROLE_REQUIRED' }]);
  });

  test('a subscriber keeps the accepted version when the price changes', async () => {
    const app = await newPaidApp(platform);
    const token = await tokenOf(app);
    await setPlansOf(platform, app.slug, [{ ...PLAN, amount: 9_900 }]);
    expect((await subscriptionOf(token)).plan).toMatchObject({ version: 1, amount: 3_000 });
  });

  test('a developer installs a private app with a plan that never costs anything', async () => {
    const { slug } = await newOauthApp(platform);
    await setPlansOf(platform, slug, [PLAN]);
    const team = 'devteam';
    const without = await management().call('POST', `apps/${slug}/installs`, { team, body: {} });
    expect(without).toMatchObject({ status: 409, json: { code: 'plan_required' } });
    const { status, json } = await management().call('POST', `apps/${slug}/installs`, {
      team,
      body: { plan: 'pro' },
    });
    expect(status).toBe(201);
    expect(await subscriptionOf(json.token)).toMatchObject({ status: 'active', test: true });
    const charges = await platform.database.query(
      'SELECT 1 FROM apps.charges c JOIN apps.apps a ON a.id = c.app_id WHERE a.slug = $1',
      [slug],
    );
    expect(charges).toEqual([]);
  });
});

describe('trials', () => {
  test('used days stay used across installs and plans, and the next install begins without a trial', async () => {
    const trial = { ...PLAN, trial_days: 14 };
    const app = await newPaidApp(platform, [trial, { ...trial, key: 'max', amount: 9_000 }]);
    const { slug } = app;
    const at = async (time: string, work: 'in' | 'out', plan = 'pro') => {
      const ctx = contextAt(platform, `2027-06-${time}Z`, host.host);
      const done =
        work === 'in' ? await installApp(ctx, { slug, dev: false, plan }) : await uninstallApp(ctx, { slug });
      expect(done.userErrors).toEqual([]);
      const [row] = await platform.database.query<{ status: string; ends: Date | null }>(
        `SELECT s.status, s.trial_ends_at AS ends FROM apps.subscriptions s JOIN apps.apps a ON a.id = s.app_id
         WHERE a.slug = $1 ORDER BY s.id DESC LIMIT 1`,
        [slug],
      );
      return [row?.status, row?.ends?.toISOString()];
    };
    expect(await at('01T10:00', 'in')).toEqual(['trial', '2027-06-15T10:00:00.000Z']);
    await at('01T12:00', 'out');
    expect(await at('05T09:00', 'in', 'max')).toEqual(['trial', '2027-06-18T09:00:00.000Z']);
    for (let n = 0; n < 3; n++) {
      await at('05T09:10', 'out');
      await at('05T09:20', 'in');
    }
    await at('05T09:30', 'out');
    expect(await at('06T09:00', 'in')).toEqual(['trial', '2027-06-18T09:00:00.000Z']);
    await at('17T23:00', 'out');
    expect(await at('20T09:00', 'in')).toEqual(['active', undefined]);
  });
});

describe('usage', () => {
  test('one key records once, whatever is repeated, and each install has its own keys', async () => {
    const app = await newPaidApp(platform, [{ ...PLAN, ...USAGE }]);
    const token = await tokenOf(app);
    const first = await use(token, { quantity: 3, idempotencyKey: 'k1' });
    expect(first).toMatchObject({ usageRecord: { quantity: 3, amount: 90 }, userErrors: [] });
    const repeats = await Promise.all(
      Array.from({ length: 10 }, () => use(token, { quantity: 3, idempotencyKey: 'k1' })),
    );
    for (const repeat of repeats) expect(repeat).toEqual(first);
    expect((await use(token, { quantity: 5, idempotencyKey: 'k1' })).userErrors).toMatchObject([
      { code: 'IDEMPOTENCY_CONFLICT' },
    ]);
    expect((await subscriptionOf(token)).usageAmount).toBe(90);
    const other = await newPaidApp(platform, [{ ...PLAN, ...USAGE }]);
    expect(await use(await tokenOf(other), { quantity: 5, idempotencyKey: 'k1' })).toMatchObject({
      usageRecord: { amount: 150 },
    });
  });

  test('a record above the cap is refused whole, and succeeds under the same key once the host raises it', async () => {
    const app = await newPaidApp(platform, [{ ...PLAN, ...USAGE }]);
    const token = await tokenOf(app);
    await use(token, { quantity: 160, idempotencyKey: 'many' });
    expect((await use(token, { quantity: 7, idempotencyKey: 'seven' })).userErrors).toMatchObject([
      { code: 'CAP_REACHED' },
    ]);
    expect(await use(token, { quantity: 6, idempotencyKey: 'six' })).toMatchObject({ userErrors: [] });
    expect((await subscriptionOf(token)).usageAmount).toBe(4_980);
    const raise = (cappedAmount: number) =>
      ask<{ appSubscriptionCapSet: { userErrors: readonly { code: string }[] } }>(
        platform,
        host.host,
        `mutation { appSubscriptionCapSet(slug: "${app.slug}", cappedAmount: ${cappedAmount}) { userErrors { code } } }`,
      );
    expect((await raise(4_979)).appSubscriptionCapSet.userErrors).toMatchObject([{ code: 'INVALID' }]);
    expect((await raise(6_000)).appSubscriptionCapSet.userErrors).toEqual([]);
    expect(await use(token, { quantity: 7, idempotencyKey: 'seven' })).toMatchObject({
      usageRecord: { amount: 210 },
    });
  });

  test('use during a trial, and included units, cost nothing', async () => {
    const app = await newPaidApp(platform, [
      { ...PLAN, ...USAGE, included: 2 },
      { ...PLAN, ...USAGE, key: 'trial', trial_days: 14 },
    ]);
    const token = await tokenOf(app);
    expect(await use(token, { quantity: 3, idempotencyKey: 'a' })).toMatchObject({
      usageRecord: { amount: 30 },
    });
    const other = await newPaidApp(platform, [{ ...PLAN, ...USAGE, trial_days: 14 }]);
    expect(await use(await tokenOf(other), { quantity: 3, idempotencyKey: 'a' })).toMatchObject({
      usageRecord: { amount: 0 },
    });
  });

  test.each([
    ['an unknown usage key', { usageKey: 'towel' }, 'usageKey'],
    ['no units', { quantity: 0 }, 'quantity'],
    ['too many units', { quantity: 1_000_001 }, 'quantity'],
    ['an empty key', { idempotencyKey: '' }, 'idempotencyKey'],
    ['a time in the future', { at: '2999-01-01T00:00:00Z' }, 'at'],
    ['a time before the subscription', { at: '2020-01-01T00:00:00Z' }, 'at'],
  ])('a record with %s is refused by field', async (_title, input, field) => {
    const token = await shared();
    const { userErrors } = await use(token, { idempotencyKey: newUuid(), ...input });
    expect(userErrors).toEqual([{ code: 'INVALID', field: ['input', field] }]);
  });

  let known: Promise<string> | null = null;
  const shared = () => {
    known ??= newPaidApp(platform, [{ ...PLAN, ...USAGE }]).then((app) => tokenOf(app));
    return known;
  };
});

describe('changes', () => {
  const PLANS = [PLAN, { ...PLAN, key: 'max', name: 'Max', amount: 9_000 }];
  interface Changed {
    readonly changed: {
      readonly subscription: Readonly<Record<string, unknown>> | null;
      readonly userErrors: readonly { readonly code: string }[];
    };
  }
  const change = async (field: string) =>
    (
      await ask<Changed>(
        platform,
        host.host,
        `mutation { changed: ${field} { subscription { cancelAt plan { key } nextPlan { key } } userErrors { code } } }`,
      )
    ).changed;

  test('an upgrade applies now, and a downgrade from the next period', async () => {
    const { slug, ...app } = await newPaidApp(platform, PLANS);
    await tokenOf({ slug, ...app });
    expect(await change(`appSubscriptionChange(slug: "${slug}", plan: "max")`)).toMatchObject({
      subscription: { plan: { key: 'max' }, nextPlan: null },
    });
    expect(await change(`appSubscriptionChange(slug: "${slug}", plan: "pro")`)).toMatchObject({
      subscription: { plan: { key: 'max' }, nextPlan: { key: 'pro' } },
    });
    expect(await change(`appSubscriptionChange(slug: "${slug}", plan: "max")`)).toMatchObject({
      subscription: { plan: { key: 'max' }, nextPlan: null },
    });
  });

  test('a cancelled subscription ends with its period, and choosing a plan keeps it', async () => {
    const { slug, ...app } = await newPaidApp(platform, PLANS);
    const token = await tokenOf({ slug, ...app });
    const { subscription } = await change(`appSubscriptionCancel(slug: "${slug}")`);
    expect(subscription?.cancelAt).toBe(`${(await subscriptionOf(token)).periodEnd}T00:00:00.000Z`);
    expect(await change(`appSubscriptionChange(slug: "${slug}", plan: "pro")`)).toMatchObject({
      subscription: { cancelAt: null },
    });
  });

  test('another team’s subscription cannot be changed', async () => {
    const app = await newPaidApp(platform, PLANS);
    const harbour = await demoHost(platform, 'harbour');
    const { redirect } = await installFromStore(platform, harbour.host, app.slug, 'plan: "pro"');
    expect(redirect).not.toBeNull();
    expect((await change(`appSubscriptionCancel(slug: "${app.slug}")`)).userErrors).toMatchObject([
      { code: 'NOT_FOUND' },
    ]);
  });

  test('an app can send its host to a plan', async () => {
    const app = await newPaidApp(platform, PLANS);
    const token = await tokenOf(app);
    const ask = async (plan: string) => {
      const text =
        'mutation ($plan: String!) { appSubscriptionRequest(plan: $plan) { url userErrors { code } } }';
      const options = { token, version: 'unstable', variables: { plan } };
      return (await graphql(platform.address, text, options)).data.appSubscriptionRequest;
    };
    expect((await ask('max')).url).toMatch(new RegExp(`/panel/installed/${app.slug}\\?plan=max$`));
    expect(await ask('none')).toMatchObject({ url: null, userErrors: [{ code: 'NOT_FOUND' }] });
  });
});
