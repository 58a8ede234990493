/** What someone is on a team, the one with every right first (docs/interface/teams.md#roles). */
export const ROLES = ['owner', 'manager', 'front_desk', 'housekeeping', 'revenue', 'developer'] as const;

export type Role = (typeof ROLES)[number];

/** What `@access(role:)` may name: roles of a team; `self` for what concerns the account and no team; `operator`. */
export type RoleRule = Role | 'self' | 'operator';

const NAMES: readonly string[] = [...ROLES, 'self', 'operator'] satisfies readonly RoleRule[];

/** Reads the names of an `@access(role:)`. Throws for a name that is none, so that a misspelt role does not go unnoticed. */
export function readRoles(names: readonly string[]): readonly RoleRule[] {
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new RangeError(`@access names the role "${unknown}", which is none.`);
  return names as readonly RoleRule[]; // each is one of the names
}

/** Whether a role is among those of a rule. An owner may do what anyone on the team may; a rule without roles is for owners. */
export const holdsRole = (role: Role | null, roles: readonly RoleRule[]): boolean =>
  role !== null && (role === 'owner' || roles.includes(role));

/** `manager or owner`: who may, in a sentence. */
export function rolesInWords(roles: readonly RoleRule[]): string {
  const named = ROLES.filter((role) => role !== 'owner' && roles.includes(role)).map(inWords);
  return [...named, 'owner'].join(', ').replace(/, ([^,]*)$/, ' or $1');
}

/** `front desk` for `front_desk`. */
export const inWords = (role: Role): string => role.replaceAll('_', ' ');
