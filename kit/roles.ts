/** Roles on a team, the most powerful first (docs/interface/teams.md#roles). */
export const ROLES = ['owner', 'manager', 'front_desk', 'housekeeping', 'revenue', 'developer'] as const;

export type Role = (typeof ROLES)[number];

/**
 * Names allowed in `@access(role:)`: team roles; `self` for operations on the account without a team;
 * `operator`.
 */
export type RoleRule = Role | 'self' | 'operator';

const NAMES: readonly string[] = [...ROLES, 'self', 'operator'] satisfies readonly RoleRule[];

/** Reads the names in an `@access(role:)`. Throws for an unknown name, so that a misspelt role is noticed. */
export function readRoles(names: readonly string[]): readonly RoleRule[] {
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown !== undefined)
    throw new RangeError(`@access names the role "${unknown}", which doesn't exist.`);
  return names as readonly RoleRule[]; // each is a known name
}

/**
 * True if a rule allows a role. An owner can do what anyone on the team can; a rule without roles is for
 * owners.
 */
export const holdsRole = (role: Role | null, roles: readonly RoleRule[]): boolean =>
  role !== null && (role === 'owner' || roles.includes(role));

/** Lists the allowed roles for a sentence: `manager or owner`. */
export function rolesInWords(roles: readonly RoleRule[]): string {
  const named = ROLES.filter((role) => role !== 'owner' && roles.includes(role)).map(inWords);
  return [...named, 'owner'].join(', ').replace(/, ([^,]*)$/, ' or $1');
}

/** Returns `front desk` for `front_desk`. */
export const inWords = (role: Role): string => role.replaceAll('_', ' ');
