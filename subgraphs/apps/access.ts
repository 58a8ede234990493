import { GraphQLError } from 'graphql';
import type { Context } from '#kit/context.ts';
import { badInput } from '#kit/errors.ts';

const denied = (message: string, extensions: Readonly<Record<string, string>> = {}) =>
  new GraphQLError(message, { extensions: { code: 'ACCESS_DENIED', ...extensions } });

/**
 * Returns the caller's account: from a token with the ability `develop-apps`, or from the panel. Throws
 * `ACCESS_DENIED` otherwise.
 */
export function developerId({ viewer }: Pick<Context, 'viewer'>): number {
  if (viewer.kind === 'hostUser') return viewer.accountId;
  if (viewer.kind !== 'account') throw denied('This field is for accounts.');
  if (!viewer.abilities.includes('develop-apps')) {
    throw denied("The token doesn't have the ability develop-apps.", { requiredAbility: 'develop-apps' });
  }
  return viewer.accountId;
}

/** Returns the account signed in to the panel. Throws `ACCESS_DENIED` for anyone else. */
export function panelUserId({ viewer }: Pick<Context, 'viewer'>): number {
  if (viewer.kind === 'hostUser') return viewer.accountId;
  throw denied('This field is for the host panel.');
}

/** Returns the id of the caller's panel session; 0 if there isn't one. */
export const ownSessionId = ({ viewer }: Pick<Context, 'viewer'>): number =>
  viewer.kind === 'hostUser' ? viewer.sessionId : 0;

/** Returns the team selected in the panel, or null. */
export const teamIdOrNull = ({ viewer }: Pick<Context, 'viewer'>): number | null =>
  viewer.kind === 'hostUser' ? viewer.teamId : null;

/** Returns the team selected in the panel. Throws `BAD_USER_INPUT` if none is selected. */
export function chosenTeamId({ viewer }: Pick<Context, 'viewer'>): number {
  if (viewer.kind === 'hostUser' && viewer.teamId !== null) return viewer.teamId;
  throw badInput('Choose a team first: send its slug in X-Platform-Team.');
}
