import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { developerId } from '../../access.ts';
import { appBySlug } from '../../authoring/store/app-by-slug.ts';
import {
  appNotFound,
  factorMissing,
  notInstalled,
  type Refused,
  refuse,
  teamForbidden,
  teamSuspended,
} from '../../errors.ts';
import { findTeam } from '../../identity/queries/teams.ts';
import { refuseAppRight } from '../domain/app-rights.ts';
import { Install } from '../store/entities.ts';

/** Where an app is to be installed, or is. */
export interface InstallTarget {
  readonly slug: string;
  /** Slug of one of the account's teams; the team chosen in the panel where not given. */
  readonly team?: string | null;
}

/** The team a command is about, if the account belongs to it. */
export async function targetTeam(ctx: SubgraphContext, slug: string | null | undefined) {
  const chosen = ctx.viewer.kind === 'hostUser' ? ctx.viewer.teamId : null;
  const team = slug ?? chosen;
  return team === null ? null : findTeam(ctx, developerId(ctx), team);
}

/**
 * Runs `work` on the locked, active install of an app on one of the account's teams, in its own transaction. A developer's token reaches
 * own apps alone. Refuses with `TEAM_FORBIDDEN` or `NOT_FOUND`.
 */
export async function withInstall<T extends Refused>(
  ctx: SubgraphContext,
  { slug, team: teamSlug }: InstallTarget,
  work: (em: Transaction, install: Install, team: string) => Promise<T>,
  /** Keeps the app as it is meanwhile: no version is released. */
  lockMode: LockMode = LockMode.NONE,
): Promise<T | Refused> {
  const team = await targetTeam(ctx, teamSlug);
  if (!team) return teamForbidden(teamSlug ?? '');
  if (team.factorMissing) return factorMissing();
  if (team.suspendedAt) return teamSuspended();
  return inTransaction(ctx, async (em) => {
    const own = ctx.viewer.kind === 'account' ? { accountId: ctx.viewer.accountId } : {};
    const app = await appBySlug(em, { slug, ...own }, { lockMode });
    // A host learns nothing of apps that are not on the team: another's private slug reads like one there is not.
    if (!app) return ctx.viewer.kind === 'account' ? appNotFound(slug) : notInstalled(slug, team.slug);
    const notAllowed = refuseAppRight({
      role: team.role,
      own: app.accountId === developerId(ctx),
      costs: false,
      limited: team.propertyIds !== null,
    });
    if (notAllowed) return refuse('ROLE_REQUIRED', notAllowed, ['slug']);
    const install = await em.findOne(
      Install,
      { appId: app.id, teamId: team.id, isActive: true },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    return install ? work(em, install, team.slug) : notInstalled(slug, team.slug);
  });
}
