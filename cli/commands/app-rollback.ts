import { EXIT, Failure } from '../failure.ts';
import type { Session } from '../session.ts';
import { printRelease, release, versionId } from './app-release.ts';
import { appCommand, appSlug, sessionOf } from './command.ts';

export const appRollback = () =>
  appCommand('rollback')
    .argument(
      '[version]',
      'id of an earlier approved version; defaults to the one before the live version',
      versionId,
    )
    .description('make an earlier approved version live again')
    .action(async (version, options, command) => {
      const session = sessionOf(command);
      const slug = await appSlug(options);
      const answer = await release(session, slug, version ?? (await versionBeforeLive(session, slug)));
      session.show(answer, () => printRelease(answer));
    });

async function versionBeforeLive(session: Session, slug: string): Promise<number> {
  const versions = (await session.call('listVersions', { slug })).data.data;
  const live = versions.find((version) => version.live);
  // Newest first, so the first approved version older than the live version was live before it.
  const earlier = versions.find((version) => live && version.id < live.id && version.status === 'approved');
  if (earlier) return earlier.id;
  throw new Failure(EXIT.failed, `${slug} has no earlier approved version to roll back to.`);
}
