import { listed } from '../grants.ts';
import { print, printFields, printTable } from '../terminal/output.ts';
import { appCommand, appSlug, sessionOf } from './command.ts';

export const appInfo = () =>
  appCommand('info')
    .argument('[app]', 'slug of the app')
    .description("show an app, and each install's version and permissions")
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
        ['TEAM', 'ACTIVE', 'DEV INSTALL', 'VERSION', 'GRANTED', 'REQUESTED'],
        installs.data.map((install) => [
          install.team,
          yes(install.is_active),
          yes(install.is_dev_install),
          install.is_active && install.version !== null ? String(install.version) : '-',
          install.is_active ? [...install.scopes, ...install.capabilities].join(', ') || '-' : '-',
          install.is_active ? install.requested.join(', ') || '-' : '-',
        ]),
        'Not installed on any of your teams. To install it, run: platform install --team <slug>',
      );
      const lacking = installs.data.filter(({ missing }) => missing.length > 0);
      if (lacking.length > 0) print();
      for (const { team, missing } of lacking)
        print(`platform install ${slug} --update --team ${team} would add ${listed(missing)}.`);
    });

function yes(value: boolean): string {
  return value ? 'yes' : 'no';
}
