import type { Manifest } from '#manifest/manifest.ts';
import type { AppType, Distribution } from '#manifest/vocabulary.ts';

/** Scopes that every app with this type has without requesting them (docs/interface/apps.md#installs). */
const IMPLIED: Readonly<Record<AppType, readonly string[]>> = {
  remote: [],
  payment: ['write_payment_sessions'],
  channel: ['write_channels'],
  injection: [],
};

/** Returns an install's effective scopes: granted ones, and those its app type always has. */
export function effectiveScopes(type: AppType, granted: readonly string[]): readonly string[] {
  return [...new Set([...granted, ...IMPLIED[type]])];
}

/** Merges two grants in order: reconnecting a team never removes a scope. */
export function union(held: readonly string[], added: readonly string[]): readonly string[] {
  return [...new Set([...held, ...added])];
}

/** Reason why an app without a live version can't be installed, by reader. */
const UNRELEASED = {
  developer:
    'The app has no live version yet. Release one, or install it for development on one of your teams: platform install --dev.',
  host: "The app isn't available yet: its developer hasn't released a version, or the first one is still being reviewed.",
} as const;

/**
 * Returns why a team can't install an app; null if it can. A private app can only be installed on teams in
 * the developer's account. Every app needs a live version, except its developer's development install. Docs:
 * docs/guides/manage-apps.md.
 */
export function refuseInstall(app: {
  readonly distribution: Distribution;
  readonly hasLiveVersion: boolean;
  /** True if its developer installs it for development. */
  readonly forDevelopment?: boolean;
  readonly onDevelopersTeam: boolean;
  /** True if its developer reads the reason; otherwise, a host does. */
  readonly byDeveloper?: boolean;
  /** True if operators suspended its listing. */
  readonly suspended?: boolean;
}): string | null {
  if (app.distribution === 'private' && !app.onDevelopersTeam) {
    return "A private app can be installed only on teams of its developer's account.";
  }
  if (!app.hasLiveVersion && !(app.forDevelopment && app.onDevelopersTeam))
    return app.byDeveloper ? UNRELEASED.developer : UNRELEASED.host;
  if (app.suspended && !app.onDevelopersTeam) return "The app is suspended and can't be installed now.";
  return null;
}

/** Returns an app's permissions for the audit trail. */
export const grantedBy = ({ scopes, capabilities }: Pick<Manifest, 'scopes' | 'capabilities'>): string =>
  [...scopes, ...capabilities].join(', ');
