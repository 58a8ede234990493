import { openEnv } from '../env-file.ts';
import { EXIT, Failure } from '../failure.ts';
import { handOver } from '../secrets.ts';
import { confirm } from '../terminal/ask.ts';
import { out, print } from '../terminal/output.ts';
import { appCommand, appSlug, sessionOf } from './command.ts';

export const clientSecret = () =>
  appCommand('client-secret')
    .argument('[app]', 'slug of the app')
    .option('--env <path>', 'write the client secret there instead of showing it')
    .option('--yes', 'do not ask at the terminal')
    .description('get a new OAuth client secret; the old one stops at once, issued tokens stay valid')
    .action(async (named, options, command) => {
      const session = sessionOf(command);
      const slug = await appSlug(options, named);
      const question = `The client secret of ${slug} stops working at once. Go on?`;
      if (session.interactive && !options.yes && !(await confirm(question))) {
        throw new Failure(EXIT.failed, 'The client secret stays as it is.');
      }
      if (options.env !== undefined) await openEnv(options.env);
      const answer = await session.call('rotateClientSecret', { slug }, 'Rotating');
      session.show(answer, () => print(`${out.green('rotated')}  the client secret of ${slug}`));
      await handOver(session, answer.data, options.env);
    });
