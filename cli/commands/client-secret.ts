import { openEnv } from '../env-file.ts';
import { EXIT, Failure } from '../failure.ts';
import { handOver } from '../secrets.ts';
import { confirm } from '../terminal/ask.ts';
import { out, print } from '../terminal/output.ts';
import { appCommand, appSlug, sessionOf } from './command.ts';

export const clientSecret = () =>
  appCommand('client-secret')
    .argument('[app]', 'slug of the app')
    .option('--env <path>', 'file to write the client secret to instead of showing it')
    .option('--yes', 'skip the confirmation prompt')
    .description(
      'create a new OAuth client secret; the old one stops working immediately, issued tokens stay valid',
    )
    .action(async (named, options, command) => {
      const session = sessionOf(command);
      const slug = await appSlug(options, named);
      const question = `The current client secret of ${slug} will stop working immediately. Continue?`;
      if (session.interactive && !options.yes && !(await confirm(question))) {
        throw new Failure(EXIT.failed, 'The client secret is unchanged.');
      }
      if (options.env !== undefined) await openEnv(options.env);
      const answer = await session.call('rotateClientSecret', { slug }, 'Rotating');
      session.show(answer, () => print(`${out.green('rotated')}  the client secret of ${slug}`));
      await handOver(session, answer.data, options.env);
    });
