import type { ViewerOf } from '#kit/viewer.ts';
import { demoHost } from './app-world.ts';
import { ask } from './developer.ts';
import type { TestPlatform } from './platform.ts';

/** Pushes a public app, or a version of one, as the demo world's developer, and has it approved: it is in the store. */
export async function publishApp(
  platform: TestPlatform,
  manifest: Readonly<Record<string, unknown>> & { readonly slug: string },
): Promise<{ readonly version: string }> {
  const { viewer } = await demoHost(platform, 'devteam');
  const { appPush } = await ask<{ appPush: { version: { id: string } | null; issues: unknown } }>(
    platform,
    viewer,
    `mutation ($input: AppPushInput!) {
      appPush(input: $input) { version { id } issues { message } userErrors { message } }
    }`,
    { input: { release: true, manifest: { name: manifest.slug, distribution: 'public', ...manifest } } },
  );
  if (!appPush.version) throw new Error(JSON.stringify(appPush));
  const { id } = appPush.version;
  await ask(
    platform,
    await operator(platform),
    'mutation ($id: ID!) { appVersionApprove(id: $id) { userErrors { code } } }',
    {
      id,
    },
  );
  return { version: id };
}

/** The demo world's operator in the panel. */
async function operator({ database }: TestPlatform): Promise<ViewerOf<'hostUser'>> {
  const [row] = await database.query<{ id: number }>('SELECT id FROM apps.accounts WHERE operator LIMIT 1');
  return { kind: 'hostUser', accountId: Number(row?.id), sessionId: 0, teamId: null, operator: true };
}
