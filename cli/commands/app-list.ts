import { printTable } from '../terminal/output.ts';
import { command, sessionOf } from './command.ts';

export const appList = () =>
  command('list')
    .description('list the apps of your account')
    .action(async (_options, command) => {
      const session = sessionOf(command);
      const answer = await session.call('listApps', {});
      session.show(answer, () =>
        printTable(
          ['SLUG', 'NAME', 'TYPE', 'DISTRIBUTION', 'STATUS', 'LIVE', 'INSTALLS'],
          answer.data.data.map((app) => [
            app.slug,
            app.name,
            app.type,
            app.distribution,
            app.status,
            app.live_version === null ? '-' : String(app.live_version),
            String(app.install_count),
          ]),
          'No apps yet. To create one, run: platform init',
        ),
      );
    });
