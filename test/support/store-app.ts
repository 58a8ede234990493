import { newUuid } from '#kit/ids.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { ask } from './developer.ts';
import { developer } from './management.ts';
import { demoAccount, MANIFEST, type OauthApp } from './oauth.ts';
import type { TestPlatform } from './platform.ts';
import { operator } from './public-app.ts';

/** A public app in the store, with OAuth credentials. */
export interface StoreApp extends OauthApp {
  /** Pushes a version that waits for review. */
  readonly submit: (manifest: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** Pushes the demo developer's public app and has it approved. */
export async function newStoreApp(
  platform: TestPlatform,
  manifest: Readonly<Record<string, unknown>> = {},
  { billing = 'free' }: { readonly billing?: 'free' | 'platform' | 'external' } = {},
): Promise<StoreApp> {
  const slug = `store-${newUuid().slice(0, 8)}`;
  const { call } = developer(platform.address, demoAccount(platform, 'developer').pat ?? '');
  const submit = async (more: Readonly<Record<string, unknown>>) => {
    const given = { name: 'Crew Store', slug, distribution: 'public', release: true };
    const body = { ...given, manifest: { ...MANIFEST, ...more } };
    const { status, json } = await call('POST', 'apps', { body });
    if (status !== 201) throw new Error(JSON.stringify(json));
    return json;
  };
  const push = async (more: Readonly<Record<string, unknown>>) => {
    const json = await submit(more);
    const approve = 'mutation ($id: ID!) { done: appVersionApprove(id: $id) { userErrors { code } } }';
    const { done } = await ask<{ done: { readonly userErrors: readonly object[] } }>(
      platform,
      await operator(platform),
      approve,
      { id: `${slug}@${json.version}` },
    );
    if (done.userErrors.length > 0) throw new Error(JSON.stringify(done.userErrors));
    return json;
  };
  const { client_id, client_secret } = await push(manifest);
  await platform.database.query('UPDATE apps.apps SET billing = $2 WHERE slug = $1', [slug, billing]);
  return {
    slug,
    clientId: client_id,
    clientSecret: client_secret,
    async push(more) {
      await push(more);
    },
    async submit(more) {
      await submit(more);
    },
  };
}

/** The result of an install in the panel. */
export interface InstalledFromStore {
  readonly token: string | null;
  readonly webhookSecret: string | null;
  readonly redirect: { readonly uri: string; readonly code: string } | null;
  readonly userErrors: readonly { readonly code: string }[];
}

/** Installs an app on the host's chosen team. */
export async function installFromStore(
  platform: TestPlatform,
  host: ViewerOf<'hostUser'> | ViewerOf<'account'>,
  slug: string,
  more = '',
): Promise<InstalledFromStore> {
  const { appInstall } = await ask<{ appInstall: InstalledFromStore }>(
    platform,
    host,
    `mutation ($slug: String!) { appInstall(slug: $slug ${more}) {
      token webhookSecret redirect { uri code } userErrors { code }
    } }`,
    { slug },
  );
  return appInstall;
}
