import { read, Versions } from '../api/shapes.ts';
import { printTable } from '../terminal/output.ts';
import { appCommand, appPath, appSlug, sessionOf } from './command.ts';

export const appVersions = () =>
  appCommand('versions')
    .argument('[app]', 'slug of the app')
    .description('list the versions of an app, newest first')
    .action(async (named, options, command) => {
      const session = sessionOf(command);
      const answer = await session.call({ path: appPath(await appSlug(options, named), '/versions') });
      session.show(answer, () =>
        printTable(
          ['VERSION', 'STATUS', 'LIVE', 'ASKS FOR MORE', 'CREATED'],
          read(Versions, answer).data.map((version) => [
            String(version.id),
            version.status,
            version.live ? 'live' : '',
            version.scope_escalation ? 'yes' : '',
            version.created_at,
          ]),
          'No versions yet. Push one with: platform push',
        ),
      );
    });
