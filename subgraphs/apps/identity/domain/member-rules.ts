import { inWords, ROLES, type Role } from '#kit/roles.ts';

/** Maximum number of teams that one account can own. */
export const MOST_OWN_TEAMS = 10;

/** Maximum number of properties that a membership can be limited to. */
export const MOST_LIMITS = 50;

/** Period during which a closing team can be reopened. */
export const CLOSING_MS = 30 * 24 * 60 * 60_000;

/** Returns the roles a member can invite people to: all of them for an owner, the lower ones for a manager. */
export function invitableBy(role: Role): readonly Role[] {
  if (role === 'owner') return ROLES;
  return role === 'manager' ? ROLES.filter((one) => one !== 'owner' && one !== 'manager') : [];
}

/** Returns why a member can't invite someone to a role; null if they can. */
export function refuseInvite(by: Role, to: Role): string | null {
  const allowed = invitableBy(by);
  if (allowed.includes(to)) return null;
  return `Your role is ${inWords(by)}, so you can only invite people as ${allowed.map(inWords).join(', ')}.`;
}

/**
 * Returns why a membership can't have these limits; null if it can. An owner's membership covers the whole
 * team.
 */
export function refuseLimits(role: Role, propertyIds: readonly number[] | null): string | null {
  if (propertyIds === null) return null;
  if (role === 'owner') return 'An owner has access to every property of the team.';
  return propertyIds.length > MOST_LIMITS ? `Name at most ${MOST_LIMITS} properties.` : null;
}
