import { badInput } from '#kit/errors.ts';
import { propertyLimits } from '#kit/reach.ts';
import type { Viewer } from '#kit/viewer.ts';
import { appParty, type Party } from './domain/party.ts';

/** For which team someone acts, and in whose name. */
export interface Actor {
  readonly teamId: number;
  readonly party: Party;
}

/** The actor a viewer is. Throws `BAD_USER_INPUT` for a host who chose no team. */
export function actorOf(viewer: Viewer): Actor {
  if (viewer.kind === 'app') return { teamId: viewer.teamId, party: appParty(viewer.appSlug) };
  if (viewer.kind === 'hostUser' && viewer.teamId !== null) return { teamId: viewer.teamId, party: 'host' };
  throw badInput('Choose a team first: send its slug in X-Platform-Team.');
}

/** What a host sees of the team's tasks, beyond their being the team's. */
export interface TaskReach {
  /** Properties the membership is limited to; null for all of them. */
  readonly propertyIds: readonly number[] | null;
  /** The account whose own tasks, and those that are open, are all there is; null for every task. */
  readonly ownOrOpen: number | null;
}

/** Housekeeping sees open tasks and those it took on; everyone else what the membership reaches (docs/interface/teams.md#limits). */
export const taskReachOf = (viewer: Viewer): TaskReach => ({
  propertyIds: propertyLimits(viewer),
  ownOrOpen: viewer.kind === 'hostUser' && viewer.role === 'housekeeping' ? viewer.accountId : null,
});
