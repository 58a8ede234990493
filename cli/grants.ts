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

/**
 * Reports installs that lack permissions which their version requests: a release doesn't grant them. If this command and the API
 * are of different releases, reports that instead of failing, because the push or release before it has succeeded.
 */
export async function remarkGrants(session: Session, slug: string): Promise<void> {
  const installs = await activeInstalls(session, slug).catch((error: unknown) => {
    if (!(error instanceof VersionMismatch)) throw error;
    remark("The installs' permissions couldn't be checked.");
    remark(`  ${error.message} ${error.hint}`);
    return [];
  });
  for (const { team, scopes, capabilities, missing } of installs) {
    if (missing.length === 0) continue;
    const kept = listed([...scopes, ...capabilities]) || 'no permissions';
    remark(`The install on ${team} keeps ${kept}, and isn't granted ${listed(missing)}.`);
    remark(`  Grant it: platform install ${slug} --update --team ${team}`);
  }
}

/** Joins names from the API for a sentence. */
export const listed = (names: readonly string[]): string => names.map(harmless).join(', ');
