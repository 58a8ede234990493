import type { Data } from './api/operations.ts';
import { VersionMismatch } from './api/version-mismatch.ts';
import type { Session } from './session.ts';
import { harmless, remark } from './terminal/output.ts';

/** An app's install on a team of the account. */
export type Installed = Data<'listInstalls'>['data'][number];

/** Returns the app's active installs on the account's teams. */
export async function activeInstalls(session: Session, slug: string): Promise<readonly Installed[]> {
  const { data } = (await session.call('listInstalls', { slug })).data;
  return data.filter(({ is_active }) => is_active);
}

/** A version that was just pushed or released. */
interface Changed {
  readonly version: number;
  readonly live: boolean;
}

/**
 * Reports installs that lack permissions which their version requests: a release doesn't grant them. If this command and the API
 * are of different releases, reports that instead of failing, because the push or release before it has succeeded.
 */
export async function remarkGrants(session: Session, slug: string, changed: Changed): Promise<void> {
  try {
    const own = await activeInstalls(session, slug);
    for (const { team, scopes, capabilities, missing } of own) {
      if (missing.length === 0) continue;
      const kept = listed([...scopes, ...capabilities]) || 'no permissions';
      remark(`The install on ${team} keeps ${kept}, and isn't granted ${listed(missing)}.`);
      remark(`  Grant it: platform install ${slug} --update --team ${team}`);
    }
    await remarkOtherTeams(session, slug, { ...changed, ownTeams: own.map(({ team }) => team) });
  } catch (error) {
    if (!(error instanceof VersionMismatch)) throw error;
    remark("The installs' permissions couldn't be checked.");
    remark(`  ${error.message} ${error.hint}`);
  }
}

/** Other teams' installs that a remark lists. */
const MOST_LISTED = 10;

/** Reports a public app's installs at other teams that lack the version's permissions. */
async function remarkOtherTeams(
  session: Session,
  slug: string,
  { version, live, ownTeams }: Changed & { readonly ownTeams: readonly string[] },
): Promise<void> {
  const { lacking } = (await session.call('getAppHealth', { slug, version })).data;
  const others = lacking.installs.filter(({ team }) => !ownTeams.includes(team));
  const count = lacking.count - (lacking.installs.length - others.length);
  if (count === 0) return;
  const [installs, lack] =
    count === 1 ? ['1 install on another team', 'lacks'] : [`${count} installs on other teams`, 'lack'];
  remark(
    live
      ? `${installs} ${lack} permissions that version ${version} requests. Hosts grant them in the panel.`
      : `Once version ${version} is live, ${installs} will lack permissions that it requests. Hosts grant them in the panel.`,
  );
  const shown = others.slice(0, MOST_LISTED);
  for (const { team, missing } of shown) remark(`  ${harmless(team)} lacks ${listed(missing)}`);
  if (count > shown.length) remark(`  and ${count - shown.length} more`);
}

/** Joins names from the API for a sentence. */
export const listed = (names: readonly string[]): string => names.map(harmless).join(', ');
