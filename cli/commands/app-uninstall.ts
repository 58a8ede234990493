import { EXIT, Failure } from '../failure.ts';
import { confirm } from '../terminal/ask.ts';
import { print } from '../terminal/output.ts';
import { appCommand, appSlug, sessionOf } from './command.ts';

export const appUninstall = () =>
  appCommand('uninstall')
    .argument('[app]', 'slug of the app')
    .option('--yes', 'skip the confirmation prompt')
    .description('uninstall an app from a team; its runtime tokens stop working')
    .action(async (named, options, command) => {
      const session = sessionOf(command);
      const slug = await appSlug(options, named);
      const team = await session.team();
      if (session.interactive && !options.yes && !(await confirm(`Uninstall ${slug} from ${team}?`))) {
        throw new Failure(EXIT.failed, 'Nothing was uninstalled.');
      }
      const answer = await session.call('uninstallApp', { slug, team }, 'Uninstalling');
      session.show(answer, () => print(answer.data.message));
    });
