/** The link of an invitation works this long. */
export const INVITATION_TTL_MS = 7 * 24 * 60 * 60_000;

/** Invitations of one team that may wait for someone at a time. */
export const MOST_INVITATIONS = 50;

/** Invitations listed where those that ended are too. */
export const MOST_LISTED = 200;

/** Teams an account belongs to at most. */
export const MOST_TEAMS = 100;
