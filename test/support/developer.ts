import { systemClock } from '#kit/clock.ts';
import { readConfig } from '#kit/config.ts';
import type { Operation } from '#kit/execute.ts';
import { newUuid } from '#kit/ids.ts';
import type { Viewer, ViewerOf } from '#kit/viewer.ts';
import type { Platform } from '#server/platform.ts';
import { addMember, createAccount, seedTeam } from '#subgraphs/apps/index.ts';

/** A developer with their own team. */
export interface Developer {
  readonly teamId: number;
  readonly team: string;
  /** Viewer with a token. */
  readonly viewer: ViewerOf<'account'>;
  /** Viewer in the panel, with the team chosen. */
  readonly host: ViewerOf<'hostUser'>;
}

/** An app installed on its developer's team. */
export interface InstalledApp {
  readonly slug: string;
  readonly webhookSecret: string;
  readonly token: string;
  /** Viewer for a call with its runtime token. */
  readonly viewer: ViewerOf<'app'>;
}

/** Runs an operation on the internal view as a viewer: `R` is its result. */
export function ask<R>(
  platform: Pick<Platform, 'execute'>,
  viewer: Viewer,
  text: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<R> {
  const operation: Operation<R, Readonly<Record<string, unknown>>> = { text };
  return platform.execute(operation, variables, { viewer, requestId: 'test' });
}

/** Context for a platform job. */
export const contextOf = (platform: Platform) =>
  ({
    viewer: { kind: 'platform' },
    requestId: 'test',
    clock: systemClock,
    log: platform.http.log,
    execute: platform.execute,
    apiVersion: null,
    db: platform.db,
    vault: platform.vault,
    services: platform.services,
    config: readConfig({}),
  }) as const;

/** Creates an account with a team that has no other members. */
export async function newDeveloper(platform: Platform): Promise<Developer> {
  const ctx = contextOf(platform);
  const slug = `team-${newUuid().slice(0, 8)}`;
  const { account } = await createAccount(ctx, {
    email: `${slug}@example.com`,
    password: 'a long enough password',
    name: 'Dev',
  });
  if (!account) throw new Error('The account could not be made.');
  const team = await seedTeam(ctx, { slug, name: 'Team' });
  await addMember(ctx, { accountId: account.id, teamId: team.id });
  return {
    teamId: team.id,
    team: slug,
    viewer: { kind: 'account', accountId: account.id, accessTokenId: 0, abilities: ['develop-apps'] },
    host: {
      kind: 'hostUser',
      accountId: account.id,
      sessionId: 0,
      teamId: team.id,
      role: 'owner',
      elevated: true,
      operator: false,
    },
  };
}

/** Pushes and releases a private app's version, with the documents that it registers. */
export async function pushApp(
  platform: Pick<Platform, 'execute'>,
  { viewer }: Developer,
  manifest: Readonly<Record<string, unknown>>,
  documents?: Readonly<Record<string, string>>,
): Promise<void> {
  const { appPush } = await ask<{ appPush: { issues: readonly unknown[]; userErrors: readonly unknown[] } }>(
    platform,
    viewer,
    'mutation($input: AppPushInput!) { appPush(input: $input) { issues { path message } userErrors { message } } }',
    {
      input: {
        release: true,
        documents,
        manifest: {
          name: 'Tidy',
          type: 'remote',
          distribution: 'private',
          scopes: ['read_tasks', 'write_tasks', 'read_bookings'],
          capabilities: ['act_as_assignment_provider'],
          ...manifest,
        },
      },
    },
  );
  if (appPush.issues.length || appPush.userErrors.length) throw new Error(JSON.stringify(appPush));
}

/** Pushes, releases and installs a private app on the developer's team. */
export async function installNewApp(
  platform: Pick<Platform, 'execute'>,
  developer: Developer,
  manifest: Readonly<Record<string, unknown>>,
  { dev = false }: { readonly dev?: boolean } = {},
): Promise<InstalledApp> {
  const slug = `app-${newUuid().slice(0, 8)}`;
  await pushApp(platform, developer, { slug, ...manifest });
  const { appInstall } = await ask<{
    appInstall: { token: string; webhookSecret: string; install: { id: string; app: { id: string } } };
  }>(
    platform,
    developer.viewer,
    `mutation($slug: String!, $team: String, $dev: Boolean!) {
      appInstall(slug: $slug, team: $team, dev: $dev) {
        token webhookSecret install { id app { id } } userErrors { message }
      }
    }`,
    { slug, team: developer.team, dev },
  );
  const { token, webhookSecret, install } = appInstall;
  return {
    slug,
    token,
    webhookSecret,
    viewer: {
      kind: 'app',
      installId: Number(install.id),
      appId: Number(install.app.id),
      appSlug: slug,
      teamId: developer.teamId,
      scopes: ['read_tasks', 'write_tasks'],
      capabilities: ['act_as_assignment_provider'],
    },
  };
}

/** A host panel user, with a chosen team. */
export function hostOf(teamId: number): ViewerOf<'hostUser'> {
  return {
    kind: 'hostUser',
    accountId: 1,
    sessionId: 1,
    teamId,
    role: 'owner',
    elevated: true,
    operator: false,
  };
}
