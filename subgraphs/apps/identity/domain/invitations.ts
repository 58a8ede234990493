/** Validity of an invitation's link. */
export const INVITATION_TTL_MS = 7 * 24 * 60 * 60_000;

/** Maximum open invitations per team. */
export const MOST_INVITATIONS = 50;

/** Maximum invitations listed if ended ones are included. */
export const MOST_LISTED = 200;

/** Maximum number of teams that an account can belong to. */
export const MOST_TEAMS = 100;
