import type { SubgraphContext } from '#db/context.ts';
import { basisPointsOf } from '#kit/money.ts';
import type { Viewer } from '#kit/viewer.ts';
import { installApp } from '#subgraphs/apps/installs/commands/install-app.ts';
import { contextOf, type Developer, newDeveloper } from './developer.ts';
import { developer } from './management.ts';
import { demoAccount } from './oauth.ts';
import type { TestPlatform } from './platform.ts';
import { newStoreApp, type StoreApp } from './store-app.ts';

/** A plan as the management API takes it. */
export const PLAN = {
  key: 'pro',
  name: 'Pro',
  description: 'For every property.',
  currency: 'EUR',
  interval: 'month',
  amount: 3_000,
  features: ['Unlimited crews'],
} as const;

/** Prices for usage: EUR 0.30 a cleaning, at most EUR 50.00 a month. */
export const USAGE = {
  usage: [{ key: 'cleaning', name: 'Cleanings', unit: 'cleaning', amount: 30 }],
  capped_amount: 5_000,
} as const;

/** Tokens that work, but whose app has plans and whose install has no live subscription. */
export const UNPAID_TOKENS = `
  SELECT i.id FROM apps.installs i JOIN apps.runtime_tokens r ON r.install_id = i.id AND r.revoked_at IS NULL
  WHERE i.is_active AND EXISTS (SELECT FROM apps.plans p WHERE p.app_id = i.app_id)
    AND NOT EXISTS (SELECT FROM apps.subscriptions s WHERE s.install_id = i.id AND s.status <> 'cancelled')`;

type GivenPlan = Readonly<Record<string, unknown>>;

/** Replaces an app's plans through the management API, as the demo developer. */
export async function setPlansOf(platform: TestPlatform, slug: string, plans: readonly GivenPlan[]) {
  const { call } = developer(platform.address, demoAccount(platform, 'developer').pat ?? '');
  return call('PUT', `apps/${slug}/listing`, { body: { plans } });
}

/** Pushes a public app with plans. */
export async function newPaidApp(
  platform: TestPlatform,
  plans: readonly GivenPlan[] = [PLAN],
  manifest: Readonly<Record<string, unknown>> = {},
): Promise<StoreApp> {
  const app = await newStoreApp(platform, manifest);
  const { status, json } = await setPlansOf(platform, app.slug, plans);
  if (status !== 200) throw new Error(JSON.stringify(json));
  return app;
}

/** Context of a viewer or a job at a given time. */
export const contextAt = (
  platform: TestPlatform,
  at: string,
  viewer: Viewer = { kind: 'platform' },
): SubgraphContext => ({ ...contextOf(platform), viewer, clock: { now: () => new Date(at) } });

/** Installs an app on a team, by default a new one, with a plan at a given time. */
export async function subscribeAt(
  platform: TestPlatform,
  time: string,
  { slug }: Pick<StoreApp, 'slug'>,
  { team, plan = 'pro' }: { readonly team?: Developer; readonly plan?: string } = {},
): Promise<Developer> {
  const by = team ?? (await newDeveloper(platform));
  const { userErrors } = await installApp(contextAt(platform, time, by.host), { slug, dev: false, plan });
  if (userErrors.length > 0) throw new Error(JSON.stringify(userErrors));
  return by;
}

/** The developer's part of an amount, with the default share. */
export const netOfShare = (amount: number): number => amount - basisPointsOf(amount, 1_500);
