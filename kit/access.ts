import { type ConstDirectiveNode, type DocumentNode, GraphQLError, Kind, valueFromASTUntyped } from 'graphql';
import { badInput, type GraphqlErrorCode } from './errors.ts';
import { propertyLimits } from './reach.ts';
import { holdsRole, inWords, type Role, type RoleRule, readRoles, rolesInWords } from './roles.ts';
import type { Viewer } from './viewer.ts';

/** An `@access` directive from the SDL. */
export interface AccessRule {
  readonly scope: string | null;
  readonly capability: string | null;
  /** Viewer kinds allowed to call; only `app` if the SDL names none. */
  readonly viewers: readonly string[];
  /** Description for hosts: the data that this scope or capability gives access to. Null if the SDL has none. */
  readonly grants: string | null;
  /** Host roles allowed to call in addition to `owner`; only owners if the SDL names none. */
  readonly roles: readonly RoleRule[];
  /** True to refuse members limited to some properties. */
  readonly wholeTeam: boolean;
  /** True to reject accounts whose email address isn't confirmed. */
  readonly verified: boolean;
  /** True if the host must have entered their password or second factor within the last 10 minutes. */
  readonly stepUp: boolean;
  /** True if an app whose subscription is frozen can call it. */
  readonly unpaid: boolean;
}

/** Reads every `@access` rule in an SDL document, with its type and field. */
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

/** Reads every `@access` rule on a type: requirements for references to it. */
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
    unpaid?: boolean;
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
    unpaid: given.unpaid ?? false,
  };
}

/**
 * Returns if the viewer is allowed. Otherwise throws a GraphQL error: `UNAUTHENTICATED` for an unknown
 * caller, `ACCESS_DENIED` (with `requiredScope`, `requiredCapability`) for a caller without the right,
 * `PAYMENT_REQUIRED` for an app whose subscription is frozen,
 * `FACTOR_REQUIRED` for a member without the second factor that their team requires, `ROLE_REQUIRED` (with
 * `requiredRoles`) for a member whose role doesn't suffice (docs/interface/graphql.md#errors).
 */
export function allow(viewer: Viewer, rule: AccessRule): void {
  allowKind(viewer, rule);
  allowRole(viewer, rule);
}

/** `allow` for a field with a team argument: its command checks the role on that team (`requireRole`). */
export function allowKind(viewer: Viewer, rule: AccessRule): void {
  if (!rule.viewers.includes(viewer.kind)) {
    if (viewer.kind === 'public') {
      throw new GraphQLError('This field needs a valid token. The request has none, or it was revoked.', {
        extensions: { code: 'UNAUTHENTICATED' },
      });
    }
    throw new GraphQLError("This field isn't available to this type of caller.", {
      extensions: { code: 'ACCESS_DENIED' },
    });
  }
  if (viewer.kind !== 'app') return;
  if (viewer.frozen && !rule.unpaid) throw paymentRequired();
  if (rule.scope === null && rule.capability === null) return;
  if (rule.scope !== null && holdsScope(viewer.scopes, rule.scope)) return;
  if (rule.capability !== null && viewer.capabilities.includes(rule.capability)) return;
  throw new GraphQLError(`The install doesn't have ${describe(rule)}.`, {
    extensions: {
      code: 'ACCESS_DENIED',
      ...(rule.scope === null ? {} : { requiredScope: rule.scope }),
      ...(rule.capability === null ? {} : { requiredCapability: rule.capability }),
    },
  });
}

const paymentRequired = () =>
  new GraphQLError(
    "The team hasn't paid for the app, so its calls have stopped. `currentInstall { subscription }` shows the status.",
    { extensions: { code: 'PAYMENT_REQUIRED' satisfies GraphqlErrorCode } },
  );

/**
 * Returns if a host's role on the chosen team suffices, or if the viewer isn't a host. Otherwise throws as
 * `allow` does.
 */
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

/** True if a host's role on the chosen team suffices, or if the viewer isn't a host. */
export const reaches = (viewer: Viewer, { roles }: Pick<AccessRule, 'roles'>): boolean =>
  viewer.kind !== 'hostUser' ||
  roles.includes('self') ||
  (!viewer.factorMissing && holdsRole(viewer.role, roles));

const wholeTeamRequired = (roles: readonly RoleRule[]) =>
  new GraphQLError('This affects the whole team, but your membership is limited to some of its properties.', {
    extensions: { code: 'ROLE_REQUIRED', requiredRoles: ['owner', ...roles] },
  });

/** Message for members without the second factor that their team requires. */
export const FACTOR_MISSING = 'This team requires a second factor. Add one at /account/security.';

const factorRequired = () =>
  new GraphQLError(FACTOR_MISSING, { extensions: { code: 'FACTOR_REQUIRED' satisfies GraphqlErrorCode } });

/** Message for changes to a suspended team. */
export const TEAM_SUSPENDED =
  'The platform suspended this team. Its members can read but not change anything. The panel shows the reason.';

/**
 * Returns for operations that change nothing in a suspended team: operations on the account only, operators'
 * operations, and operations by every other viewer kind. Otherwise throws `TEAM_SUSPENDED`
 * (docs/interface/host.md#suspended-teams).
 */
export function requireRunningTeam(viewer: Viewer, { roles }: Pick<AccessRule, 'roles'>): void {
  if (viewer.kind !== 'hostUser' || !viewer.teamSuspended) return;
  if (roles.includes('self') || roles.includes('operator')) return;
  throw new GraphQLError(TEAM_SUSPENDED, {
    extensions: { code: 'TEAM_SUSPENDED' satisfies GraphqlErrorCode },
  });
}

/**
 * Returns normally if a host's email address is confirmed, or if the viewer isn't a host. Otherwise throws
 * `UNVERIFIED` (docs/interface/accounts.md#sign-up).
 */
export function requireVerified(viewer: Viewer): void {
  if (viewer.kind !== 'hostUser' || !viewer.unverified) return;
  throw new GraphQLError('Confirm your email address first: follow the link in the email we sent you.', {
    extensions: { code: 'UNVERIFIED' satisfies GraphqlErrorCode },
  });
}

/**
 * Returns if the host entered their password or second factor in this session within the last 10 minutes, or
 * if the viewer isn't a host. Otherwise throws `STEP_UP_REQUIRED` (docs/interface/accounts.md#security).
 */
export function requireElevated(viewer: Viewer): void {
  if (viewer.kind !== 'hostUser' || viewer.elevated) return;
  throw new GraphQLError("Confirm that it's you with your password or a second factor.", {
    extensions: { code: 'STEP_UP_REQUIRED' satisfies GraphqlErrorCode },
  });
}

/** Returns the error for a member whose role doesn't suffice, naming the roles that do. */
export function roleRequired(role: Role | null, roles: readonly RoleRule[]): GraphQLError {
  const yours = role === null ? "You aren't a member of it" : `Your role is ${inWords(role)}`;
  return new GraphQLError(`This requires the role ${rolesInWords(roles)} on the team. ${yours}.`, {
    extensions: {
      code: 'ROLE_REQUIRED',
      requiredRoles: ['owner', ...roles.filter((name) => name !== 'owner')],
    },
  });
}

/** True if the granted scopes cover `scope`; `write_x` implies `read_x`. */
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
