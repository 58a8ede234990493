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

/** An app and the team it's installed on or will be. */
export interface InstallTarget {
  readonly slug: string;
  /** Slug of one of the account's teams; the team selected in the panel if undefined. */
  readonly team?: string | null;
}

/** Returns a command's team if the account belongs to it. */
export async function targetTeam(ctx: SubgraphContext, slug: string | null | undefined) {
  const chosen = ctx.viewer.kind === 'hostUser' ? ctx.viewer.teamId : null;
  const team = slug ?? chosen;
  return team === null ? null : findTeam(ctx, developerId(ctx), team);
}

/**
 * Runs `work` on an app's locked, active install on one of the account's teams, in its own transaction. A
 * developer's token only reaches the developer's own apps. Refuses with `TEAM_FORBIDDEN` or `NOT_FOUND`.
 */
export async function withInstall<T extends Refused>(
  ctx: SubgraphContext,
  { slug, team: teamSlug }: InstallTarget,
  work: (em: Transaction, install: Install, team: string) => Promise<T>,
  /** Prevents a release while the work runs. */
  lockMode: LockMode = LockMode.NONE,
): Promise<T | Refused> {
  const team = await targetTeam(ctx, teamSlug);
  if (!team) return teamForbidden(teamSlug ?? '');
  if (team.factorMissing) return factorMissing();
  if (team.suspendedAt) return teamSuspended();
  return inTransaction(ctx, async (em) => {
    const own = ctx.viewer.kind === 'account' ? { accountId: ctx.viewer.accountId } : {};
    const app = await appBySlug(em, { slug, ...own }, { lockMode });
    // Hides apps that aren't on the team from hosts: another account's private slug looks like an unknown
    // one.
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
