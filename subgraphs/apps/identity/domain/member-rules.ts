import { inWords, ROLES, type Role } from '#kit/roles.ts';

/** Teams that one account may own. */
export const MOST_OWN_TEAMS = 10;

/** Properties that one membership may be limited to. */
export const MOST_LIMITS = 50;

/** A team that is being deleted can be kept for this long. */
export const CLOSING_MS = 30 * 24 * 60 * 60_000;

/** Roles that someone may invite to: an owner to all, a manager to those below. */
export function invitableBy(role: Role): readonly Role[] {
  if (role === 'owner') return ROLES;
  return role === 'manager' ? ROLES.filter((one) => one !== 'owner' && one !== 'manager') : [];
}

/** Why someone may not invite to a role; null where they may. */
export function refuseInvite(by: Role, to: Role): string | null {
  const allowed = invitableBy(by);
  if (allowed.includes(to)) return null;
  return `Your role is ${inWords(by)}: you can invite people as ${allowed.map(inWords).join(', ')}.`;
}

/** Why a membership may not be limited so; null where it may. An owner's reaches the whole team. */
export function refuseLimits(role: Role, propertyIds: readonly number[] | null): string | null {
  if (propertyIds === null) return null;
  if (role === 'owner') return 'An owner reaches every property of the team.';
  return propertyIds.length > MOST_LIMITS ? `Name at most ${MOST_LIMITS} properties.` : null;
}
