import { FACTOR_MISSING, TEAM_SUSPENDED } from '#kit/access.ts';

/** Reason why a command refused, as shown in `userErrors`. */
export interface Refusal {
  readonly field: readonly string[] | null;
  readonly code: RefusalCode;
  /** A complete, human-readable sentence. */
  readonly message: string;
}

export type RefusalCode =
  | 'NOT_FOUND'
  | 'NOT_APPLICABLE'
  | 'NO_RECIPIENT'
  | 'TEAM_FORBIDDEN'
  | 'ROLE_REQUIRED'
  | 'NOT_INSTALLABLE'
  | 'ALREADY_INSTALLED'
  | 'SLUG_TAKEN'
  | 'NO_DRAFT'
  | 'VERSION_NOT_RELEASABLE'
  | 'NOT_IN_REVIEW'
  | 'AMBIGUOUS_VERSION'
  | 'NOT_LISTABLE'
  | 'NOT_PUBLISHED'
  | 'LISTING_INCOMPLETE'
  | 'LISTING_CHANGED'
  | 'MANIFEST_CHANGED'
  | 'NOT_EMBEDDABLE'
  | 'NOT_CONNECTABLE'
  | 'EMAIL_TAKEN'
  | 'NOT_DEV_INSTALL'
  | 'NOT_SUBSCRIBED'
  | 'NOT_TRIGGERABLE'
  | 'LIMIT_REACHED'
  | 'LAST_MEMBER'
  | 'LAST_OWNER'
  | 'UNVERIFIED'
  | 'TEAM_IN_USE'
  | 'TEAM_SUSPENDED'
  | 'INVITATION_OF_ANOTHER'
  | 'INVITATION_OVER'
  | 'TOO_MANY_ATTEMPTS'
  | 'BUSY'
  | 'SIGN_UP_CLOSED'
  | 'LINK_OVER'
  | 'FACTOR_REQUIRED'
  | 'REQUIRED'
  | 'UNKNOWN_SETTING'
  | 'STALE_VERSION'
  | 'STEP_UP_REQUIRED'
  | 'PLAN_REQUIRED'
  | 'PLAN_CHANGED'
  | 'PLANS_ACTIVE'
  | 'PAYMENT_REQUIRED'
  | 'NO_SUBSCRIPTION'
  | 'CAP_REACHED'
  | 'IDEMPOTENCY_CONFLICT'
  | 'SETTING_TYPE_CHANGED'
  | 'INVALID';

/** Result of a refused command. */
export interface Refused {
  readonly userErrors: readonly Refusal[];
}

/** Refuses with a single reason. */
export const refuse = (
  code: RefusalCode,
  message: string,
  field: readonly string[] | null = null,
): Refused => ({
  userErrors: [{ field, code, message }],
});

/** The `userErrors` for a successful command. */
export const NONE: readonly Refusal[] = [];

/** Refusal while too many passwords are being checked. */
export const BUSY = refuse('BUSY', 'Too many people are signing in right now. Try again in a few seconds.');

export const appNotFound = (slug: string): Refused =>
  refuse('NOT_FOUND', `Your account has no app "${slug}".`, ['slug']);

export const teamForbidden = (team: string): Refused =>
  refuse('TEAM_FORBIDDEN', `Your account isn't a member of the team "${team}".`, ['team']);

export const notInstalled = (slug: string, team: string): Refused =>
  refuse('NOT_FOUND', `The app "${slug}" isn't installed on the team "${team}".`, ['slug']);

export const factorMissing = (): Refused => refuse('FACTOR_REQUIRED', FACTOR_MISSING, ['team']);

/** Refusal if an operator suspended the team, which blocks every change. */
export const teamSuspended = (): Refused => refuse('TEAM_SUSPENDED', TEAM_SUSPENDED, ['team']);

/** Refusal for an invalid link; doesn't reveal the reason. */
export const LINK_OVER = refuse(
  'LINK_OVER',
  'This link was already used, has expired, or was replaced by a newer one.',
);
