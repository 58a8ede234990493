import type { Operation } from '#kit/execute.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import type { Platform } from '#server/platform.ts';

/** Runs an operation on the internal view as somebody: `R` is what it returns. */
export function runAs<R>(
  platform: Pick<Platform, 'execute'>,
  viewer: ViewerOf<'app'> | ViewerOf<'hostUser'>,
  text: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<R> {
  const operation: Operation<R, Readonly<Record<string, unknown>>> = { text };
  return platform.execute(operation, variables, { viewer, requestId: 'test' });
}

/** An install of an app on a team, with every right an assignment provider has. */
export function providerApp(appSlug: string, teamId: number): ViewerOf<'app'> {
  return {
    kind: 'app',
    installId: 1,
    appId: 1,
    appSlug,
    teamId,
    scopes: ['read_tasks', 'write_tasks'],
    capabilities: ['act_as_assignment_provider'],
  };
}

/** A user of the host panel who chose a team. */
export function hostOf(teamId: number): ViewerOf<'hostUser'> {
  return { kind: 'hostUser', accountId: 1, sessionId: 1, teamId, operator: false };
}
