/** Purpose of an emailed link. */
export type LinkPurpose = 'verify' | 'reset' | 'change' | 'undo' | 'stop' | 'setup' | 'recover';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Validity per link purpose (docs/interface/accounts.md#links). */
export const LINK_TTL_MS: Readonly<Record<LinkPurpose, number>> = {
  verify: 24 * HOUR_MS,
  reset: 30 * MINUTE_MS,
  change: 24 * HOUR_MS,
  undo: 72 * HOUR_MS,
  stop: 72 * HOUR_MS,
  setup: 24 * HOUR_MS,
  recover: 30 * MINUTE_MS,
};

/** Returns a link's path under the platform's own address. */
export const linkPath = (purpose: LinkPurpose, token: string): string => {
  const paths: Readonly<Record<LinkPurpose, string>> = {
    verify: '/verify/',
    reset: '/reset/',
    change: '/account/address/',
    undo: '/account/undo/',
    stop: '/account/stop/',
    setup: '/setup/',
    recover: '/recover/',
  };
  return `${paths[purpose]}${token}`;
};

/** Purposes for which a newer link ends the older ones. */
export const REPLACED: ReadonlySet<LinkPurpose> = new Set(['verify', 'change', 'setup', 'recover']);

/** Reset links per hour that one unknown network can trigger for an account. */
export const MOST_RESETS_OF_STRANGER = 3;

/** A network counts as the owner's if they started a session there within this period. */
export const KNOWN_NETWORK_MS = 90 * 24 * HOUR_MS;

/** Window for counting an address's emails. */
export const MAIL_WINDOW_MS = HOUR_MS;

/** An account with an unconfirmed address is deleted after this period, unless it belongs to a team. */
export const UNVERIFIED_TTL_MS = 7 * 24 * HOUR_MS;
