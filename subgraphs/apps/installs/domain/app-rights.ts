import { holdsRole, inWords, type Role, type RoleRule, rolesInWords } from '#kit/roles.ts';

/** Roles besides `owner` that have to do with apps at all. */
export const APP_ROLES: readonly RoleRule[] = ['manager', 'developer'];

/** An app, as someone on a team wants to do something with it there. */
export interface AppOnTeam {
  readonly role: Role;
  /** Whether it is the one who asks that develops it. */
  readonly own: boolean;
  /** Whether it would come to cost the team something. */
  readonly costs: boolean;
  /** Whether the membership is limited to properties of the team: an app reaches all of them. */
  readonly limited: boolean;
}

/**
 * Why a role may not do it; null if it may. An owner may do all, a manager everything that costs nothing, a developer what
 * concerns own apps; neither where the membership is limited to properties (docs/interface/teams.md#roles).
 */
export function refuseAppRight({ role, own, costs, limited }: AppOnTeam): string | null {
  if (role === 'owner') return null;
  if (!holdsRole(role, APP_ROLES)) {
    return `This needs the role ${rolesInWords(APP_ROLES)} on the team. Your role is ${inWords(role)}.`;
  }
  if (limited)
    return 'Your membership is limited to some properties. An app reaches the whole team: ask an owner.';
  if (role === 'manager' && costs) return 'Apps that cost something are installed by an owner of the team.';
  if (role === 'developer' && !own)
    return "A developer of the team installs own apps alone; others' are an owner's or a manager's.";
  return null;
}
