import { openEnv } from '../env-file.ts';
import { EXIT, Failure } from '../failure.ts';
import { handOver } from '../secrets.ts';
import { confirm } from '../terminal/ask.ts';
import { out, print } from '../terminal/output.ts';
import { appCommand, appSlug, sessionOf } from './command.ts';

export const tokenRotate = () =>
  appCommand('token-rotate')
    .argument('[app]', 'slug of the app')
    .option('--env <path>', 'write the runtime token there instead of showing it')
    .option('--yes', 'do not ask at the terminal')
    .description('get a new runtime token; the old one stops working at once')
    .action(async (named, options, command) => {
      const session = sessionOf(command);
      const slug = await appSlug(options, named);
      const team = await session.team();
      const question = `The running token of ${slug} on ${team} stops working at once. Go on?`;
      if (session.interactive && !options.yes && !(await confirm(question))) {
        throw new Failure(EXIT.failed, 'The token stays as it is.');
      }
      if (options.env !== undefined) await openEnv(options.env);
      const answer = await session.call('rotateToken', { slug, team }, 'Rotating');
      session.show(answer, () => print(`${out.green('rotated')}  ${slug} on ${team}`));
      await handOver(session, answer.data, options.env);
    });
