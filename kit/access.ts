import { type ConstDirectiveNode, type DocumentNode, GraphQLError, Kind, valueFromASTUntyped } from 'graphql';
import { badInput, type GraphqlErrorCode } from './errors.ts';
import { propertyLimits } from './reach.ts';
import { holdsRole, inWords, type Role, type RoleRule, readRoles, rolesInWords } from './roles.ts';
import type { Viewer } from './viewer.ts';

/** An `@access` directive as it is in the SDL. */
export interface AccessRule {
  readonly scope: string | null;
  readonly capability: string | null;
  /** Kinds of viewer that may call; `app` alone where the SDL names none. */
  readonly viewers: readonly string[];
  /** What a host reads that the scope or capability opens here; null if the SDL has no words for it. */
  readonly grants: string | null;
  /** Roles of a host that may call besides `owner`; owners alone where the SDL names none. */
  readonly roles: readonly RoleRule[];
  /** Whether it is not for members whose membership is limited to properties. */
  readonly wholeTeam: boolean;
  /** Whether it is not for accounts whose e-mail address is not confirmed. */
  readonly verified: boolean;
  /** Whether a host must have shown password or second factor within the last 10 minutes. */
  readonly stepUp: boolean;
}

/** Every `@access` rule of an SDL document, with the type and field it is on. */
export function readAccessRules(
  typeDefs: DocumentNode,
): readonly { readonly type: string; readonly field: string; readonly rule: AccessRule }[] {
  return typeDefs.definitions.flatMap((definition) =>
    definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.OBJECT_TYPE_EXTENSION
      ? (definition.fields ?? []).flatMap((field) =>
          (field.directives ?? [])
            .filter((directive) => directive.name.value === 'access')
            .map((directive) => ({
              type: definition.name.value,
              field: field.name.value,
              rule: toRule(directive),
            })),
        )
      : [],
  );
}

/** Every `@access` rule on a type: what a reference to it needs. */
export function readReferenceRules(
  typeDefs: DocumentNode,
): readonly { readonly type: string; readonly rule: AccessRule }[] {
  return typeDefs.definitions.flatMap((definition) =>
    definition.kind === Kind.OBJECT_TYPE_DEFINITION
      ? (definition.directives ?? [])
          .filter((directive) => directive.name.value === 'access')
          .map((directive) => ({ type: definition.name.value, rule: toRule(directive) }))
      : [],
  );
}

function toRule(directive: ConstDirectiveNode): AccessRule {
  const given = Object.fromEntries(
    (directive.arguments ?? []).map((argument) => [argument.name.value, valueFromASTUntyped(argument.value)]),
  ) as {
    // the SDL types the arguments
    scope?: string;
    capability?: string;
    viewer?: readonly string[];
    grants?: string;
    role?: readonly string[];
    wholeTeam?: boolean;
    verified?: boolean;
    stepUp?: boolean;
  };
  return {
    scope: given.scope ?? null,
    capability: given.capability ?? null,
    viewers: given.viewer ?? ['app'],
    grants: given.grants ?? null,
    roles: readRoles(given.role ?? []),
    wholeTeam: given.wholeTeam ?? false,
    verified: given.verified ?? false,
    stepUp: given.stepUp ?? false,
  };
}

/**
 * Returns when the viewer may pass. Throws a GraphQL error otherwise: `UNAUTHENTICATED` for someone unknown,
 * `ACCESS_DENIED` (with `requiredScope`, `requiredCapability`) for someone without the right, `FACTOR_REQUIRED` for a member of a
 * team that asks for a second factor they do not have, `ROLE_REQUIRED` (with `requiredRoles`) for one whose role does not reach (docs/interface/graphql.md#errors).
 */
export function allow(viewer: Viewer, rule: AccessRule): void {
  allowKind(viewer, rule);
  allowRole(viewer, rule);
}

/** `allow` for a field that names a team itself: its command checks the role on that team (`requireRole`). */
export function allowKind(viewer: Viewer, rule: AccessRule): void {
  if (!rule.viewers.includes(viewer.kind)) {
    if (viewer.kind === 'public') {
      throw new GraphQLError('Sign in first: this field needs a valid token.', {
        extensions: { code: 'UNAUTHENTICATED' },
      });
    }
    throw new GraphQLError('This field is not for this kind of caller.', {
      extensions: { code: 'ACCESS_DENIED' },
    });
  }
  if (viewer.kind !== 'app' || (rule.scope === null && rule.capability === null)) return;
  if (rule.scope !== null && holdsScope(viewer.scopes, rule.scope)) return;
  if (rule.capability !== null && viewer.capabilities.includes(rule.capability)) return;
  throw new GraphQLError(`The install lacks ${describe(rule)}.`, {
    extensions: {
      code: 'ACCESS_DENIED',
      ...(rule.scope === null ? {} : { requiredScope: rule.scope }),
      ...(rule.capability === null ? {} : { requiredCapability: rule.capability }),
    },
  });
}

/** Returns when a host's role on the chosen team reaches; so it does for every other kind of viewer. Throws as `allow` does. */
export function allowRole(
  viewer: Viewer,
  { roles, wholeTeam }: Pick<AccessRule, 'roles' | 'wholeTeam'>,
): void {
  if (viewer.kind !== 'hostUser' || roles.includes('self')) return;
  if (roles.includes('operator')) {
    if (viewer.operator) return;
    throw new GraphQLError('This field is for operators.', { extensions: { code: 'ACCESS_DENIED' } });
  }
  if (viewer.teamId === null) throw badInput('Choose a team first: send its slug in X-Platform-Team.');
  if (viewer.factorMissing) throw factorRequired();
  if (!holdsRole(viewer.role, roles)) throw roleRequired(viewer.role, roles);
  if (wholeTeam && propertyLimits(viewer) !== null) throw wholeTeamRequired(roles);
}

/** Whether a host's role on the chosen team reaches; so it does for every other kind of viewer. */
export const reaches = (viewer: Viewer, { roles }: Pick<AccessRule, 'roles'>): boolean =>
  viewer.kind !== 'hostUser' ||
  roles.includes('self') ||
  (!viewer.factorMissing && holdsRole(viewer.role, roles));

const wholeTeamRequired = (roles: readonly RoleRule[]) =>
  new GraphQLError(
    'This concerns the whole team, and your membership is limited to some of its properties.',
    {
      extensions: { code: 'ROLE_REQUIRED', requiredRoles: ['owner', ...roles] },
    },
  );

/** What someone reads whose team asks for a second factor that they do not have. */
export const FACTOR_MISSING = 'This team asks for a second factor: add one at /account/security.';

const factorRequired = () =>
  new GraphQLError(FACTOR_MISSING, { extensions: { code: 'FACTOR_REQUIRED' satisfies GraphqlErrorCode } });

/** What someone reads who would change something of a suspended team. */
export const TEAM_SUSPENDED =
  'The platform suspended this team: its members can read, but not change anything. The panel shows the reason.';

/**
 * Returns for what changes nothing of a suspended team: what concerns the account alone, or operators, and for every other kind of
 * viewer. Throws `TEAM_SUSPENDED` otherwise (docs/interface/host.md#suspended-teams).
 */
export function requireRunningTeam(viewer: Viewer, { roles }: Pick<AccessRule, 'roles'>): void {
  if (viewer.kind !== 'hostUser' || !viewer.teamSuspended) return;
  if (roles.includes('self') || roles.includes('operator')) return;
  throw new GraphQLError(TEAM_SUSPENDED, {
    extensions: { code: 'TEAM_SUSPENDED' satisfies GraphqlErrorCode },
  });
}

/**
 * Returns when a host's e-mail address is confirmed, and for every other kind of viewer. Throws `UNVERIFIED` otherwise
 * (docs/interface/accounts.md#sign-up).
 */
export function requireVerified(viewer: Viewer): void {
  if (viewer.kind !== 'hostUser' || !viewer.unverified) return;
  throw new GraphQLError('Confirm your e-mail address first: follow the link that was mailed to you.', {
    extensions: { code: 'UNVERIFIED' satisfies GraphqlErrorCode },
  });
}

/**
 * Returns when a host's session showed its password or second factor within the last 10 minutes, and for every other kind of viewer.
 * Throws `STEP_UP_REQUIRED` otherwise (docs/interface/accounts.md#security).
 */
export function requireElevated(viewer: Viewer): void {
  if (viewer.kind !== 'hostUser' || viewer.elevated) return;
  throw new GraphQLError('Confirm with your password or a second factor that it is you.', {
    extensions: { code: 'STEP_UP_REQUIRED' satisfies GraphqlErrorCode },
  });
}

/** Message for a member whose role does not suffice: the roles that do. */
export function roleRequired(role: Role | null, roles: readonly RoleRule[]): GraphQLError {
  const yours = role === null ? 'You are no member of it' : `Your role is ${inWords(role)}`;
  return new GraphQLError(`This needs the role ${rolesInWords(roles)} on the team. ${yours}.`, {
    extensions: {
      code: 'ROLE_REQUIRED',
      requiredRoles: ['owner', ...roles.filter((name) => name !== 'owner')],
    },
  });
}

/** Whether granted scopes cover one: `write_x` implies `read_x`. */
export function holdsScope(granted: readonly string[], scope: string): boolean {
  return (
    granted.includes(scope) || (scope.startsWith('read_') && granted.includes(`write_${scope.slice(5)}`))
  );
}

function describe({ scope, capability }: AccessRule): string {
  return [scope && `the scope ${scope}`, capability && `the capability ${capability}`]
    .filter(Boolean)
    .join(' or ');
}
