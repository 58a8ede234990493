/** Validity of an invitation's link. */
export const INVITATION_TTL_MS = 7 * 24 * 60 * 60_000;

/** Open invitations that a team can have. */
export const MOST_INVITATIONS = 50;

/** Invitations listed if ended ones are included. */
export const MOST_LISTED = 200;

/** Teams that an account can belong to. */
export const MOST_TEAMS = 100;
