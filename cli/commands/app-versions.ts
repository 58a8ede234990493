import { printTable } from '../terminal/output.ts';
import { appCommand, appSlug, sessionOf } from './command.ts';

export const appVersions = () =>
  appCommand('versions')
    .argument('[app]', 'slug of the app')
    .description('list the versions of an app, newest first')
    .action(async (named, options, command) => {
      const session = sessionOf(command);
      const answer = await session.call('listVersions', { slug: await appSlug(options, named) });
      session.show(answer, () =>
        printTable(
          ['VERSION', 'STATUS', 'LIVE', 'ASKS FOR MORE', 'CREATED'],
          answer.data.data.map((version) => [
            String(version.id),
            version.status,
            version.live ? 'live' : '-',
            version.scope_escalation ? 'yes' : 'no',
            version.created_at,
          ]),
          'No versions yet. To push one, run: platform push',
        ),
      );
    });
