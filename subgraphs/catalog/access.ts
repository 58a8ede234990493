import { GraphQLError } from 'graphql';
import { idInReach } from '#db/reach.ts';
import { badInput } from '#kit/errors.ts';
import type { Viewer } from '#kit/viewer.ts';

/** Team and storefront whose holds a viewer can access; null means any. */
export interface Reach {
  readonly storefrontId: number | null;
  readonly teamId: number | null;
}

/**
 * Returns a viewer's reach: an agent is limited to its storefront; an app, a host or payments to their team;
 * the platform has access to everything.
 */
export function reachOf(viewer: Viewer): Reach {
  switch (viewer.kind) {
    case 'agent':
      return { storefrontId: viewer.storefrontId, teamId: null };
    case 'app':
    case 'payments':
      return { storefrontId: null, teamId: viewer.teamId };
    case 'hostUser':
      return { storefrontId: null, teamId: viewer.teamId ?? NOBODY };
    case 'platform':
      return { storefrontId: null, teamId: null };
    case 'public':
    case 'account':
      return { storefrontId: NOBODY, teamId: NOBODY };
  }
}

/** No team or storefront has this id. */
const NOBODY = 0;

/** The team whose lists a viewer sees; a nonexistent id for a viewer without a team. */
export const teamOf = (viewer: Viewer): number => reachOf(viewer).teamId ?? NOBODY;

/** Limits properties to the viewer's team and membership. */
export function ownProperty(viewer: Viewer) {
  const id = idInReach(viewer);
  return { storefront: { teamId: teamOf(viewer) }, ...(id && { id }) };
}

/** Throws `ACCESS_DENIED` when an agent requests a storefront other than its own. */
export function requireStorefront(viewer: Viewer, storefrontId: number | null): number {
  const reach = reachOf(viewer);
  if (storefrontId !== null && (reach.storefrontId ?? storefrontId) === storefrontId) return storefrontId;
  throw new GraphQLError('You don’t have access to this storefront.', {
    extensions: { code: 'ACCESS_DENIED' },
  });
}

/** The storefront an agent uses; throws `BAD_USER_INPUT` for a viewer without a storefront. */
export function storefrontOf(viewer: Viewer): number {
  if (viewer.kind === 'agent') return viewer.storefrontId;
  throw badInput('Search and lookup require an agent’s storefront.');
}
