import { badInput } from '#kit/errors.ts';
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
