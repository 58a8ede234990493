import type { ViewerOf } from '#kit/viewer.ts';
import { EMPTY_CONTENT } from '#subgraphs/apps/listings/domain/read-content.ts';
import { demoHost } from './app-world.ts';
import { ask } from './developer.ts';
import type { TestPlatform } from './platform.ts';

type Manifest = Readonly<Record<string, unknown>> & { readonly slug: string };

/** Pushes an app, or a version of it, as the demo developer; returns the version's id. */
export async function pushApp(
  platform: TestPlatform,
  manifest: Manifest,
  { release = true }: { readonly release?: boolean } = {},
): Promise<string> {
  const { viewer } = await demoHost(platform, 'devteam');
  const { appPush } = await ask<{ appPush: { version: { id: string } | null } }>(
    platform,
    viewer,
    `mutation ($input: AppPushInput!) {
      appPush(input: $input) { version { id } issues { message } userErrors { message } }
    }`,
    { input: { release, manifest } },
  );
  if (!appPush.version) throw new Error(JSON.stringify(appPush));
  return appPush.version.id;
}

/** Lists an app in the store without a listing, like apps from before listings existed. */
export async function listApp({ database }: TestPlatform, slug: string): Promise<void> {
  await database.query(
    `INSERT INTO apps.listings (app_id, draft, draft_status, revision, published)
     SELECT id, $2::jsonb, 'published', 0, $2::jsonb FROM apps.apps WHERE slug = $1`,
    [slug, JSON.stringify(EMPTY_CONTENT)],
  );
}

/**
 * Pushes a public app, or a version of it, and has it approved: every host can install it. Its number counts
 * within the app.
 */
export async function publishApp(
  platform: TestPlatform,
  manifest: Manifest,
): Promise<{ readonly version: string; readonly number: string }> {
  const version = await pushApp(platform, { name: manifest.slug, distribution: 'public', ...manifest });
  const approve = 'mutation ($id: ID!) { appVersionApprove(id: $id) { userErrors { code } } }';
  await ask(platform, await operator(platform), approve, { id: version });
  return { version, number: version.slice(version.indexOf('@') + 1) };
}

/** The demo world's operator in the panel. */
export async function operator({ database }: TestPlatform): Promise<ViewerOf<'hostUser'>> {
  const [row] = await database.query<{ id: number }>('SELECT id FROM apps.accounts WHERE operator LIMIT 1');
  return {
    kind: 'hostUser',
    accountId: Number(row?.id),
    sessionId: 0,
    teamId: null,
    role: null,
    elevated: true,
    operator: true,
  };
}
