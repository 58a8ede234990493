import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectDebts } from '#subgraphs/apps/billing/commands/collect-debts.ts';
import { endUnusedThemes } from '#subgraphs/apps/billing/commands/end-unused-theme.ts';
import { issueStatements } from '#subgraphs/apps/billing/commands/issue-statements.ts';
import { markInvoicePaid } from '#subgraphs/apps/billing/commands/mark-invoice-paid.ts';
import { renewSubscriptions } from '#subgraphs/apps/billing/commands/renew-subscriptions.ts';
import { ask, type Developer, newDeveloper } from '../support/developer.ts';
import { liveTheme } from '../support/live-themes.ts';
import { developer } from '../support/management.ts';
import { contextAt, netOfShare, PLAN, USAGE } from '../support/paid-app.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { operator } from '../support/public-app.ts';

// docs/interface/billing.md#themes. Commands run at simulated times; the platform's own jobs never do.

let platform: TestPlatform;
let maker: Developer & { readonly token: string };
let themes = 0;
beforeAll(async () => {
  platform = await startPlatform({ SWEEP_INTERVAL: 'PT12H' });
  maker = await newMaker();
});
afterAll(() => platform.close());

/** A developer with an access token. */
async function newMaker(): Promise<Developer & { readonly token: string }> {
  const made = await newDeveloper(platform);
  const { accessTokenCreate } = await ask<{ accessTokenCreate: { token: string | null } }>(
    platform,
    { ...made.host, elevated: true },
    'mutation { accessTokenCreate(input: { name: "Themes", abilities: ["develop-apps"] }) { token } }',
  );
  return { ...made, token: accessTokenCreate.token ?? '' };
}

const FIRST = { ...PLAN, features: ['Five layouts'] };

/** A public theme, with plans that its developer sets through the management API. */
async function newPaidTheme(
  plans: readonly object[] = [FIRST],
  distribution: 'public' | 'private' = 'public',
): Promise<string> {
  themes += 1;
  const slug = `paid-theme-${themes}`;
  await liveTheme(platform, maker, { slug, distribution });
  const { status, json } = await setPlans(slug, plans);
  if (status !== 200) throw new Error(JSON.stringify(json));
  return slug;
}

const setPlans = (slug: string, plans: readonly object[]) =>
  developer(platform.address, maker.token).call('PUT', `themes/${slug}/listing`, { body: { plans } });

interface Payload {
  readonly theme: { readonly id: string; readonly status: string } | null;
  readonly userErrors: readonly { readonly code: string; readonly message: string }[];
}

const call = async (by: Developer['host'], mutation: string): Promise<Payload> =>
  Object.values(
    await ask<Record<string, Payload>>(
      platform,
      by,
      `mutation { ${mutation} { theme { id status } userErrors { code message } } }`,
    ),
  )[0] as Payload; // the only field requested

const add = (
  by: Developer['host'],
  storefrontId: string,
  slug: string,
  more = 'plan: "pro", planVersion: 1',
) => call(by, `themeInstall(storefrontId: "${storefrontId}", slug: "${slug}", ${more})`);

/** A team with storefronts, whose owner has just entered the password. */
async function newHost(storefronts = 1) {
  const team = await newDeveloper(platform);
  const host = { ...team.host, elevated: true };
  const ids: string[] = [];
  for (let n = 0; n < storefronts; n += 1) {
    const slug = `pt-${team.teamId}-${n}`;
    const made = await ask<{ storefrontCreate: { storefront: { id: string } | null; userErrors: object[] } }>(
      platform,
      host,
      `mutation { storefrontCreate(input: { name: "Site ${n}", slug: "${slug}" }) { storefront { id } userErrors { message } } }`,
    );
    if (!made.storefrontCreate.storefront) throw new Error(JSON.stringify(made));
    ids.push(made.storefrontCreate.storefront.id);
  }
  return { ...team, host, ids, id: ids[0] ?? '' };
}

interface Row {
  readonly id: number;
  readonly status: string;
  readonly test: boolean;
  readonly start: string;
}

const subscriptionsOf = ({ teamId }: { readonly teamId: number }): Promise<readonly Row[]> =>
  platform.database.query<Row>(
    `SELECT id::int, status, test, period_start::text AS start FROM apps.subscriptions
     WHERE team_id = $1 AND theme_id IS NOT NULL ORDER BY id`,
    [teamId],
  );

const chargesOf = async ({ teamId }: { readonly teamId: number }): Promise<readonly number[]> =>
  (
    await platform.database.query<{ amount: number }>(
      'SELECT amount::int FROM apps.charges WHERE team_id = $1 ORDER BY id',
      [teamId],
    )
  ).map(({ amount }) => amount);

const shownOn = async (storefrontId: string): Promise<readonly { slug: string; status: string }[]> =>
  platform.database.query('SELECT slug, status FROM catalog.storefront_themes WHERE storefront_id = $1', [
    storefrontId,
  ]);

/** Real time plus days. */
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

test('a theme’s plans follow the rules for an app’s plans, except that they can’t charge for usage', async () => {
  const slug = await newPaidTheme();
  const { call: get } = developer(platform.address, maker.token);
  expect((await get('GET', `themes/${slug}/listing`)).json.plans).toMatchObject([
    { key: 'pro', version: 1, amount: 3_000, usage: [], capped_amount: null },
  ]);
  expect(await setPlans(slug, [{ ...FIRST, ...USAGE }])).toMatchObject({
    status: 422,
    json: {
      type: expect.stringContaining('listing_invalid'),
      errors: { 'plans.0.usage': expect.anything() },
    },
  });
  expect(await setPlans(slug, [{ ...FIRST, amount: -1 }])).toMatchObject({
    status: 422,
    json: { errors: { 'plans.0.amount': expect.anything() } },
  });
  expect((await setPlans(slug, [{ ...FIRST, amount: 4_000 }])).json.plans).toMatchObject([
    { version: 2, amount: 4_000 },
  ]);
  const stranger = await newMaker();
  const foreign = developer(platform.address, stranger.token).call('PUT', `themes/${slug}/listing`, {
    body: { plans: [] },
  });
  expect(await foreign).toMatchObject({ status: 404 });
});

test('adding a paid theme needs a plan at its current version, an owner and a recent password', async () => {
  const slug = await newPaidTheme();
  const { host, id, teamId } = await newHost();
  expect((await add(host, id, slug, 'plan: null')).userErrors).toMatchObject([{ code: 'PLAN_REQUIRED' }]);
  expect((await add(host, id, slug, 'plan: "max"')).userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
  expect((await add(host, id, slug, 'plan: "pro", planVersion: 7')).userErrors).toMatchObject([
    { code: 'PLAN_CHANGED' },
  ]);
  expect((await add({ ...host, role: 'manager' }, id, slug)).userErrors).toMatchObject([
    { code: 'ROLE_REQUIRED' },
  ]);
  await expect(add({ ...host, elevated: false }, id, slug)).rejects.toThrow(/Confirm that it's you/);
  expect((await add(host, '999999', slug)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
  expect(await subscriptionsOf({ teamId })).toEqual([]);
  expect(await shownOn(id)).toEqual([]);
  expect((await add(host, id, slug)).theme).toMatchObject({ status: 'installed' });
  expect(await subscriptionsOf({ teamId })).toMatchObject([{ status: 'active', test: false }]);
  expect(await chargesOf({ teamId })).toEqual([3_000]);
});

test('a team’s storefronts share a subscription, which ends with the theme’s last storefront', async () => {
  const slug = await newPaidTheme();
  const team = await newHost(2);
  const [first = '', second = ''] = team.ids;
  const added = await Promise.all([add(team.host, first, slug), add(team.host, second, slug)]);
  expect(await chargesOf(team)).toEqual([3_000]);
  // A manager can use the team's subscription on another storefront.
  const manager = { ...team.host, role: 'manager' as const, elevated: false };
  await call(manager, `themeRemove(id: "${added[1]?.theme?.id}")`);
  const again = await add(manager, second, slug, 'plan: null');
  expect(again.userErrors).toEqual([]);
  await call(manager, `themeRemove(id: "${added[0]?.theme?.id}")`);
  await endUnusedThemes(contextAt(platform, inDays(1)));
  expect(await subscriptionsOf(team)).toMatchObject([{ status: 'active' }]);
  // The host added it a moment ago, so the removal alone doesn't end it yet.
  await call(manager, `themeRemove(id: "${again.theme?.id}")`);
  await endUnusedThemes(contextAt(platform, inDays(1)));
  expect(await subscriptionsOf(team)).toMatchObject([{ status: 'cancelled' }]);
  // Adding it again in the paid period costs nothing more.
  await add(team.host, first, slug);
  expect((await chargesOf(team)).reduce((sum, amount) => sum + amount, 0)).toBe(3_000);
});

test('removing a theme that a team has used for a while ends its subscription', async () => {
  const slug = await newPaidTheme();
  const team = await newHost();
  const { theme } = await add(team.host, team.id, slug);
  await platform.database.query(
    `UPDATE apps.subscriptions SET reserved_at = reserved_at - interval '1 hour' WHERE team_id = $1`,
    [team.teamId],
  );
  await call(team.host, `themeRemove(id: "${theme?.id}")`);
  await expect
    .poll(() => subscriptionsOf(team), { timeout: 20_000 })
    .toMatchObject([{ status: 'cancelled' }]);
});

test('a subscription whose request ended before the theme was added is used by the next request, or ends', async () => {
  const slug = await newPaidTheme();
  const subscribe = `mutation { themeSubscribe(slug: "${slug}", plan: "pro") { userErrors { code } } }`;
  const [returning, gone] = await Promise.all([newHost(), newHost()]);
  await ask(platform, returning.host, subscribe);
  await ask(platform, gone.host, subscribe);
  expect((await add(returning.host, returning.id, slug)).userErrors).toEqual([]);
  expect(await chargesOf(returning)).toEqual([3_000]);
  await endUnusedThemes(contextAt(platform, inDays(1)));
  expect(await subscriptionsOf(returning)).toMatchObject([{ status: 'active' }]);
  expect(await subscriptionsOf(gone)).toMatchObject([{ status: 'cancelled' }]);
});

test('a theme’s trial can’t be started again', async () => {
  const slug = await newPaidTheme([{ ...FIRST, trial_days: 14 }]);
  const team = await newHost();
  const { theme } = await add(team.host, team.id, slug);
  expect(await subscriptionsOf(team)).toMatchObject([{ status: 'trial' }]);
  expect(await chargesOf(team)).toEqual([]);
  await call(team.host, `themeRemove(id: "${theme?.id}")`);
  await endUnusedThemes(contextAt(platform, inDays(20)));
  const { storeThemes } = await ask<{ storeThemes: { nodes: { slug: string; trialDaysUsed: number }[] } }>(
    platform,
    team.host,
    '{ storeThemes(first: 100) { nodes { slug trialDaysUsed } } }',
  );
  expect(storeThemes.nodes.find((one) => one.slug === slug)?.trialDaysUsed).toBeGreaterThanOrEqual(14);
  await add(team.host, team.id, slug);
  expect((await subscriptionsOf(team)).at(-1)).toMatchObject({ status: 'active' });
  expect(await chargesOf(team)).toEqual([3_000]);
});

test('plans change as for apps, and a cancelled theme leaves the storefronts at the end of its period', async () => {
  const slug = await newPaidTheme([FIRST, { ...FIRST, key: 'plus', amount: 9_000 }]);
  const team = await newHost();
  const { theme } = await add(team.host, team.id, slug);
  await call(team.host, `themePublish(id: "${theme?.id}")`);
  const change = (mutation: string) =>
    ask<Record<string, { subscription: object | null; userErrors: object[] }>>(
      platform,
      team.host,
      `mutation { done: ${mutation} { subscription { status plan { key } nextPlan { key } cancelAt } userErrors { code } } }`,
    );
  expect(
    await change(`themeSubscriptionChange(slug: "${slug}", plan: "plus", planVersion: 1)`),
  ).toMatchObject({
    done: { subscription: { plan: { key: 'plus' } }, userErrors: [] },
  });
  expect((await chargesOf(team)).reduce((sum, amount) => sum + amount, 0)).toBe(9_000);
  expect(await change(`themeSubscriptionChange(slug: "${slug}", plan: "pro", planVersion: 1)`)).toMatchObject(
    {
      done: { subscription: { plan: { key: 'plus' }, nextPlan: { key: 'pro' } } },
    },
  );
  expect(await change(`themeSubscriptionCancel(slug: "${slug}")`)).toMatchObject({
    done: { subscription: { nextPlan: null, cancelAt: expect.any(String) } },
  });
  expect(await change('themeSubscriptionCancel(slug: "no-such-theme")')).toMatchObject({
    done: { userErrors: [{ code: 'NOT_FOUND' }] },
  });
  expect(await shownOn(team.id)).toMatchObject([{ status: 'published' }]);
  await renewSubscriptions(contextAt(platform, inDays(40)));
  expect(await subscriptionsOf(team)).toMatchObject([{ status: 'cancelled' }]);
  await expect.poll(() => shownOn(team.id), { timeout: 20_000 }).toEqual([]);
});

test('an unpaid theme stays on the site but can’t be changed, and statements, earnings and payouts count it', async () => {
  const slug = await newPaidTheme();
  const team = await newHost();
  const { theme } = await add(team.host, team.id, slug);
  await call(team.host, `themePublish(id: "${theme?.id}")`);
  await issueStatements(contextAt(platform, inDays(32)));
  const [statement] = await platform.database.query<{ id: number; lines: { amount: number }[]; due: Date }>(
    `SELECT id::int, lines, due_at AS due FROM apps.app_invoices WHERE team_id = $1 ORDER BY id`,
    [team.teamId],
  );
  expect(statement?.lines[0]).toMatchObject({
    description: expect.stringContaining('Lakeside: Pro'),
    amount: 3_000,
  });
  const after = (days: number) => new Date((statement?.due.getTime() ?? 0) + days * 86_400_000).toISOString();
  await collectDebts(contextAt(platform, after(8)));
  expect(await subscriptionsOf(team)).toMatchObject([{ status: 'past_due' }]);
  expect((await call(team.host, `themePublish(id: "${theme?.id}")`)).userErrors).toEqual([]);
  await collectDebts(contextAt(platform, after(23)));
  expect(await subscriptionsOf(team)).toMatchObject([{ status: 'frozen' }]);
  expect(await shownOn(team.id)).toMatchObject([{ status: 'published' }]);
  const settings = `themeSettingsSet(id: "${theme?.id}", values: [], version: 1)`;
  expect((await call(team.host, settings)).userErrors).toMatchObject([{ code: 'PAYMENT_REQUIRED' }]);
  expect((await add(team.host, team.id, slug)).userErrors).toMatchObject([{ code: 'PAYMENT_REQUIRED' }]);
  // The site still has the theme, so its periods are still charged.
  const before = (await chargesOf(team)).length;
  await renewSubscriptions(contextAt(platform, after(45)));
  expect((await chargesOf(team)).length).toBeGreaterThan(before);
  const by = await operator(platform);
  await markInvoicePaid(contextAt(platform, after(46), by), String(statement?.id));
  expect(await subscriptionsOf(team)).toMatchObject([{ status: 'active' }]);
  const ledger = await ask<{ themeLedger: { balances: { currency: string; due: number }[] } | null }>(
    platform,
    maker.viewer,
    `{ themeLedger(slug: "${slug}") { balances { currency due isTheme } entries { net } } }`,
  );
  const net = netOfShare(3_000 * (statement?.lines.length ?? 0));
  expect(ledger.themeLedger?.balances).toMatchObject([{ currency: 'EUR', due: net, isTheme: true }]);
  const pay = (amount: number) =>
    ask<{ appPayoutMark: { userErrors: object[] } }>(
      platform,
      { ...by, elevated: true },
      `mutation { appPayoutMark(slug: "${slug}", currency: "EUR", amount: ${amount}, reference: "SEPA 1", isTheme: true) { userErrors { code } } }`,
    );
  expect((await pay(net + 1)).appPayoutMark.userErrors).toMatchObject([{ code: 'INVALID' }]);
  expect((await pay(net)).appPayoutMark.userErrors).toEqual([]);
  const payouts = (search: string) =>
    ask(
      platform,
      by,
      `{ platformAppPayouts(search: "${search}") { nodes { appSlug isTheme amount reference } } }`,
    );
  const paid = {
    platformAppPayouts: { nodes: [{ appSlug: slug, isTheme: true, amount: net, reference: 'SEPA 1' }] },
  };
  expect(await payouts(slug)).toEqual(paid);
  expect(await payouts('sepa 1')).toEqual(paid);
  expect(await payouts('SEPA')).toEqual({ platformAppPayouts: { nodes: [] } });
  const balances = '{ themeBalances { appSlug due paidOut } }';
  expect(await ask(platform, maker.viewer, balances)).toMatchObject({
    themeBalances: expect.arrayContaining([{ appSlug: slug, due: 0, paidOut: net }]),
  });
  const stranger = await newDeveloper(platform);
  expect(await ask(platform, stranger.viewer, balances)).toEqual({ themeBalances: [] });
  expect(
    await ask(platform, stranger.viewer, `{ themeLedger(slug: "${slug}") { balances { due } } }`),
  ).toEqual({
    themeLedger: null,
  });
});

test('a private theme is a test: it has a subscription, and nothing is charged', async () => {
  const slug = await newPaidTheme([FIRST], 'private');
  const storefront = await ask<{ storefrontCreate: { storefront: { id: string } } }>(
    platform,
    { ...maker.host, elevated: true },
    'mutation { storefrontCreate(input: { name: "Own", slug: "pt-own" }) { storefront { id } } }',
  );
  const { id } = storefront.storefrontCreate.storefront;
  expect((await add({ ...maker.host, elevated: true }, id, slug)).userErrors).toEqual([]);
  expect(await subscriptionsOf(maker)).toMatchObject([{ status: 'active', test: true }]);
  expect(await chargesOf(maker)).toEqual([]);
});
