import { badInput } from '#kit/errors.ts';
import { propertyLimits } from '#kit/reach.ts';
import type { Viewer } from '#kit/viewer.ts';
import type { Member } from './domain/own-work.ts';
import { appParty, type Party } from './domain/party.ts';

/** The team and party on whose behalf a viewer acts. */
export interface Actor {
  readonly teamId: number;
  readonly party: Party;
}

/** Returns a viewer's actor. Throws `BAD_USER_INPUT` for a host without a selected team. */
export function actorOf(viewer: Viewer): Actor {
  if (viewer.kind === 'app') return { teamId: viewer.teamId, party: appParty(viewer.appSlug) };
  if (viewer.kind === 'hostUser' && viewer.teamId !== null) return { teamId: viewer.teamId, party: 'host' };
  throw badInput('Choose a team first: send its slug in X-Platform-Team.');
}

/** Returns the signed-in team member; null for an app. */
export const memberOf = (viewer: Viewer): Member | null =>
  viewer.kind === 'hostUser' ? { accountId: viewer.accountId, role: viewer.role } : null;

/** Limits on the team's tasks visible to a host. */
export interface TaskReach {
  /** Properties the membership is limited to; null for all. */
  readonly propertyIds: readonly number[] | null;
  /** Account that sees only its own tasks and those no one has taken; null for all tasks. */
  readonly ownOrOpen: number | null;
}

/**
 * Housekeeping sees its own tasks and those no one has taken; other roles see everything in the membership's reach
 * (docs/interface/teams.md#limits).
 */
export const taskReachOf = (viewer: Viewer): TaskReach => ({
  propertyIds: propertyLimits(viewer),
  ownOrOpen: viewer.kind === 'hostUser' && viewer.role === 'housekeeping' ? viewer.accountId : null,
});
