import { openEnv } from '../env-file.ts';
import { EXIT, Failure } from '../failure.ts';
import { handOver } from '../secrets.ts';
import { confirm } from '../terminal/ask.ts';
import { out, print } from '../terminal/output.ts';
import { appCommand, appSlug, sessionOf } from './command.ts';

export const tokenRotate = () =>
  appCommand('token-rotate')
    .argument('[app]', 'slug of the app')
    .option('--env <path>', 'file to write the runtime token to instead of showing it')
    .option('--yes', 'skip the confirmation prompt')
    .description('create a new runtime token; the old one stops working immediately')
    .action(async (named, options, command) => {
      const session = sessionOf(command);
      const slug = await appSlug(options, named);
      const team = await session.team();
      const question = `The current token of ${slug} on ${team} will stop working immediately. Continue?`;
      if (session.interactive && !options.yes && !(await confirm(question))) {
        throw new Failure(EXIT.failed, 'The token is unchanged.');
      }
      if (options.env !== undefined) await openEnv(options.env);
      const answer = await session.call('rotateToken', { slug, team }, 'Rotating');
      session.show(answer, () => print(`${out.green('rotated')}  ${slug} on ${team}`));
      await handOver(session, answer.data, options.env);
    });
