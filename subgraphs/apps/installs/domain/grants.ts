import type { Manifest } from '#manifest/manifest.ts';
import type { AppType, Distribution } from '#manifest/vocabulary.ts';

/** Scopes that hold for every app of a kind without being asked for (docs/interface/apps.md#installs). */
const IMPLIED: Readonly<Record<AppType, readonly string[]>> = {
  remote: [],
  payment: ['write_payment_sessions'],
  channel: ['write_channels'],
  injection: [],
};

/** The scopes an install acts with: those granted, and those its kind of app always has. */
export function effectiveScopes(type: AppType, granted: readonly string[]): readonly string[] {
  return [...new Set([...granted, ...IMPLIED[type]])];
}

/** Union of two grants, in the order they were given: reconnecting a team never takes a scope away. */
export function union(held: readonly string[], added: readonly string[]): readonly string[] {
  return [...new Set([...held, ...added])];
}

/**
 * Why a team cannot install an app; null if it can. A private app is installable on teams of the developer's account
 * alone. Any app needs a live version, but for its developer's own install for development. Docs: docs/guides/manage-apps.md.
 */
export function refuseInstall(app: {
  readonly distribution: Distribution;
  readonly hasLiveVersion: boolean;
  /** Its developer installs it for development. */
  readonly forDevelopment?: boolean;
  readonly onDevelopersTeam: boolean;
  /** Operators suspended its listing. */
  readonly suspended?: boolean;
}): string | null {
  if (app.distribution === 'private' && !app.onDevelopersTeam) {
    return "A private app can be installed only on teams of its developer's account.";
  }
  if (!app.hasLiveVersion && !(app.forDevelopment && app.onDevelopersTeam))
    return 'The app has no live version yet: release one first.';
  if (app.suspended && !app.onDevelopersTeam) return 'The app is suspended: it cannot be installed now.';
  return null;
}

/** What an app holds, as the audit trail names it. */
export const grantedBy = ({ scopes, capabilities }: Pick<Manifest, 'scopes' | 'capabilities'>): string =>
  [...scopes, ...capabilities].join(', ');
