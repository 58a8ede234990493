import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sectionsIn } from './changelog.ts';

/**
 * Returns the latest release's tag; without that tag, the commit that dated its section in the changelog. Throws if the
 * history contains neither.
 */
export function previousRelease(root: string): string {
  const released = sectionsIn(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).find(
    ({ date }) => date !== null,
  );
  if (!released) throw new Error('CHANGELOG.md: no version has been released yet.');
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const tag = `v${released.version}`;
  if (git('tag', '--list', tag) !== '') return tag;
  const heading = `## ${released.version} (${released.date})`;
  const [commit = ''] = git('log', '--reverse', '--format=%H', `-S${heading}`, '--', 'CHANGELOG.md').split(
    '\n',
  );
  if (commit === '')
    throw new Error(
      `Neither the tag ${tag} nor the commit of ${released.version} is in this clone. Fetch them, or set UPGRADE_FROM.`,
    );
  return commit;
}

if (import.meta.main) process.stdout.write(previousRelease(process.cwd()));
