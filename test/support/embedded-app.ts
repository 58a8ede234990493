import { ask, type Developer, type InstalledApp, installNewApp } from './developer.ts';
import type { TestPlatform } from './platform.ts';

/** An app with a page inside the panel, and its server's token verification settings. */
export interface EmbeddedApp extends InstalledApp {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Pushes an app with that page and installs it on the developer's team. */
export async function installEmbeddedApp(
  platform: TestPlatform,
  developer: Developer,
  url: string,
  manifest: Readonly<Record<string, unknown>> = {},
): Promise<EmbeddedApp> {
  const app = await installNewApp(platform, developer, { app_page: { url }, ...manifest });
  const { app: own } = await ask<{ app: { clientId: string } }>(
    platform,
    developer.viewer,
    'query ($slug: String!) { app(slug: $slug) { clientId } }',
    { slug: app.slug },
  );
  const { appClientSecretRotate } = await ask<{ appClientSecretRotate: { clientSecret: string } }>(
    platform,
    developer.viewer,
    'mutation ($slug: String!) { appClientSecretRotate(slug: $slug) { clientSecret } }',
    { slug: app.slug },
  );
  return { ...app, clientId: own.clientId, clientSecret: appClientSecretRotate.clientSecret };
}

/** Moves an app's page to an address that its manifest could not have. */
export async function movePage(platform: TestPlatform, slug: string, url: string): Promise<void> {
  await platform.database.query(
    `UPDATE apps.app_versions SET manifest = jsonb_set(manifest::jsonb, '{appPageUrl}', to_jsonb($2::text))
     WHERE app_id = (SELECT id FROM apps.apps WHERE slug = $1)`,
    [slug, url],
  );
}
