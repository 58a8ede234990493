import { GraphQLError } from 'graphql';
import { idInReach } from '#db/reach.ts';
import { badInput } from '#kit/errors.ts';
import type { Viewer } from '#kit/viewer.ts';

/** Whose holds and storefronts a viewer may touch; null is any. */
export interface Reach {
  readonly storefrontId: number | null;
  readonly teamId: number | null;
}

/** An agent reaches its storefront, an app, a host and payments their team, the platform everything. */
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

/** No team and no storefront has this id. */
const NOBODY = 0;

/** The team whose lists a viewer sees; no team's for a viewer without one. */
export const teamOf = (viewer: Viewer): number => reachOf(viewer).teamId ?? NOBODY;

/** A condition on properties: those of the viewer's team, as far as the membership reaches. */
export function ownProperty(viewer: Viewer) {
  const id = idInReach(viewer);
  return { storefront: { teamId: teamOf(viewer) }, ...(id && { id }) };
}

/** Throws `ACCESS_DENIED` when an agent asks for another storefront than the one it came to. */
export function requireStorefront(viewer: Viewer, storefrontId: number | null): number {
  const reach = reachOf(viewer);
  if (storefrontId !== null && (reach.storefrontId ?? storefrontId) === storefrontId) return storefrontId;
  throw new GraphQLError('This storefront is not the caller’s.', { extensions: { code: 'ACCESS_DENIED' } });
}

/** The operator that is signed in to the panel. Throws `ACCESS_DENIED` for anyone else. */
export function operatorId(viewer: Viewer): number {
  if (viewer.kind === 'hostUser' && viewer.operator) return viewer.accountId;
  throw new GraphQLError('This field is for operators.', { extensions: { code: 'ACCESS_DENIED' } });
}

/** The storefront an agent came to; throws `BAD_USER_INPUT` for a viewer that came to none. */
export function storefrontOf(viewer: Viewer): number {
  if (viewer.kind === 'agent') return viewer.storefrontId;
  throw badInput('Search and look-up need an agent’s storefront.');
}
