import { LockMode } from '@mikro-orm/core';
import type { IslandContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { App } from '../entities/apps.ts';
import { Delivery } from '../entities/deliveries.ts';
import { Install, RuntimeToken } from '../entities/installs.ts';
import { appBySlug } from '../queries/app-by-slug.ts';
import { appNotFound, NONE, notInstalled, type Refused, teamForbidden } from '../refusals.ts';
import { announceInstalls } from './announce-install.ts';
import { type InstallTarget, issueRuntimeToken, targetTeam } from './install-app.ts';
import { tellInstall } from './tell-install.ts';

/** What was uninstalled, or why it was not. */
export type Uninstalled = Refused & { readonly slug?: string; readonly team?: string };

/**
 * Uninstalls an app from a team: its tokens stop working at once, and of what waits to be sent to it only the news of its
 * uninstallation still is (docs/interface/management.md#endpoints).
 */
export async function uninstallApp(ctx: IslandContext, target: InstallTarget): Promise<Uninstalled> {
  return withInstall(ctx, target, async (em, install, team) => {
    await deactivate(ctx, em, install);
    return { slug: target.slug, team, userErrors: NONE };
  });
}

/** Makes a locked, active install inactive, in the caller's transaction. */
export async function deactivate(ctx: IslandContext, em: Transaction, install: Install): Promise<void> {
  install.isActive = false;
  install.uninstalledAt = ctx.clock.now();
  install.forwardUntil = null;
  await revokeTokens(ctx, em, install.id);
  await em.nativeUpdate(
    Delivery,
    { installId: install.id, status: ['pending', 'retrying'] },
    { status: 'failed', nextAttemptAt: null },
  );
  await announceInstalls(ctx, em, { installId: install.id });
  await tellInstall(ctx, em, install.id, 'app.uninstalled');
  const { name } = await em.findOneOrFail(App, { id: install.appId });
  await recordTeamEvent(ctx, em, [install.teamId], { kind: 'app.uninstalled', subject: name });
}

/** Replaces every runtime token of an install by a new one; the old ones stop working at once. */
export async function rotateToken(
  ctx: IslandContext,
  target: InstallTarget,
): Promise<Refused & { readonly token?: string }> {
  return withInstall(ctx, target, async (em, install) => {
    await revokeTokens(ctx, em, install.id);
    const { name } = await em.findOneOrFail(App, { id: install.appId });
    await recordTeamEvent(ctx, em, [install.teamId], { kind: 'app_token.rotated', subject: name });
    return { token: await issueRuntimeToken(ctx, em, install.id), userErrors: NONE };
  });
}

/**
 * Runs `work` on the locked, active install of an app on one of the account's teams. A developer's token reaches own apps
 * alone. Refuses with `TEAM_FORBIDDEN` or `NOT_FOUND`.
 */
export async function withInstall<T extends Refused>(
  ctx: IslandContext,
  { slug, team: teamSlug }: InstallTarget,
  work: (em: Transaction, install: Install, team: string) => Promise<T>,
): Promise<T | Refused> {
  const team = await targetTeam(ctx, teamSlug);
  if (!team) return teamForbidden(teamSlug ?? '');
  return inTransaction(ctx, async (em) => {
    const own = ctx.viewer.kind === 'account' ? { accountId: ctx.viewer.accountId } : {};
    const app = await appBySlug(em, { slug, ...own });
    // A host learns nothing of apps that are not on the team: another's private slug reads like one there is not.
    if (!app) return ctx.viewer.kind === 'account' ? appNotFound(slug) : notInstalled(slug, team.slug);
    const install = await em.findOne(
      Install,
      { appId: app.id, teamId: team.id, isActive: true },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    return install ? work(em, install, team.slug) : notInstalled(slug, team.slug);
  });
}

async function revokeTokens(ctx: IslandContext, em: Transaction, installId: number): Promise<void> {
  await em.nativeUpdate(RuntimeToken, { installId, revokedAt: null }, { revokedAt: ctx.clock.now() });
}
