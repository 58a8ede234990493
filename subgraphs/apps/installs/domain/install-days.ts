const DAY_MS = 24 * 3_600_000;

/** An app's install counts by day, today last. */
export const INSTALL_DAYS = 90;

/** Ended installs are counted on the days before their end; after this period, they're on none of the days. */
export const PAST_INSTALLS_KEPT_MS = (INSTALL_DAYS + 1) * DAY_MS;
