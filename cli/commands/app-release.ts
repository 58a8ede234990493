import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { Answered } from '../api/operations.ts';
import { remarkGrants } from '../grants.ts';
import type { Session } from '../session.ts';
import { out, print } from '../terminal/output.ts';
import { appCommand, appSlug, sessionOf } from './command.ts';

export const appRelease = () =>
  appCommand('release')
    .argument('[version]', 'id of the version; defaults to the latest draft', versionId)
    .description('make a version live, or submit a public one for review')
    .action(async (version, options, command) => {
      const session = sessionOf(command);
      const slug = await appSlug(options);
      const answer = await release(session, slug, version);
      session.show(answer, () => printRelease(answer));
      await remarkGrants(session, slug, answer.data);
    });

/** Requests a version's release. */
export function release(
  session: Session,
  slug: string,
  version: number | undefined,
): Promise<Answered<'releaseVersion'>> {
  const body = version === undefined ? {} : { version };
  return session.call('releaseVersion', { slug, body }, 'Releasing');
}

export function printRelease({
  data: { version, status, live },
}: Pick<Answered<'releaseVersion'>, 'data'>): void {
  const approval = status === 'in_review' ? ', live once it is approved' : '';
  print(`${live ? out.green('live') : out.yellow(status)}  version ${version}${approval}`);
}

/** Parses a typed version id. */
export function versionId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A version must be a whole number, as shown by platform versions.');
}
