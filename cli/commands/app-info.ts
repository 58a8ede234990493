import { print, printFields, printTable } from '../terminal/output.ts';
import { appCommand, appSlug, sessionOf } from './command.ts';

export const appInfo = () =>
  appCommand('info')
    .argument('[app]', 'slug of the app')
    .description('show an app and where it is installed')
    .action(async (named, options, command) => {
      const session = sessionOf(command);
      const slug = await appSlug(options, named);
      const answer = await session.call('getApp', { slug });
      if (session.json) return session.show(answer, () => {});
      const app = answer.data;
      const installs = (await session.call('listInstalls', { slug })).data;
      printFields({
        slug: app.slug,
        name: app.name,
        type: app.type,
        distribution: app.distribution,
        status: app.status,
        'live version': app.live_version === null ? 'none' : String(app.live_version),
        'client id': app.client_id,
      });
      print();
      printTable(
        ['TEAM', 'ACTIVE', 'DEV INSTALL'],
        installs.data.map((install) => [install.team, yes(install.is_active), yes(install.is_dev_install)]),
        'Not installed on any of your teams. To install it, run: platform install --team <slug>',
      );
    });

function yes(value: boolean): string {
  return value ? 'yes' : 'no';
}
