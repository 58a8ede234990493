import { holdsRole, inWords, type Role, type RoleRule, rolesInWords } from '#kit/roles.ts';

/** Roles, in addition to `owner`, that can work with apps. */
export const APP_ROLES: readonly RoleRule[] = ['manager', 'developer'];

/** An app and a team member's intended action on it. */
export interface AppOnTeam {
  readonly role: Role;
  /** True if the caller develops it. */
  readonly own: boolean;
  /** True if the action would start costing the team money. */
  readonly costs: boolean;
  /** True if the membership is limited to some properties: an app has access to all of them. */
  readonly limited: boolean;
}

/**
 * Returns why a role is refused; null if it's allowed. An owner can do everything, a manager everything
 * that's free of charge, and a developer everything with their own apps; managers and developers with limited
 * memberships are refused (docs/interface/teams.md#roles).
 */
export function refuseAppRight({ role, own, costs, limited }: AppOnTeam): string | null {
  if (role === 'owner') return null;
  if (!holdsRole(role, APP_ROLES)) {
    return `This requires the role ${rolesInWords(APP_ROLES)} on the team. Your role is ${inWords(role)}.`;
  }
  if (limited)
    return 'Your membership is limited to some properties, but an app has access to the whole team. Ask an owner.';
  if (role === 'manager' && costs) return 'Only an owner of the team can install paid apps.';
  if (role === 'developer' && !own)
    return 'As a developer on the team, you can install only your own apps. Ask an owner or a manager to install others.';
  return null;
}
