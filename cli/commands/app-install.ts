import { openEnv } from '../env-file.ts';
import { handOver } from '../secrets.ts';
import { out, print } from '../terminal/output.ts';
import { appCommand, appSlug, sessionOf } from './command.ts';

export const appInstall = () =>
  appCommand('install')
    .argument('[app]', 'slug of the app')
    .option('--dev', 'for local work: deliveries wait for platform dev')
    .option('--env <path>', 'file to write the runtime token and webhook secret to instead of showing them')
    .description('install an app on a team and get its runtime token')
    .action(async (named, options, command) => {
      const session = sessionOf(command);
      const slug = await appSlug(options, named);
      const team = await session.team();
      if (options.env !== undefined) await openEnv(options.env);
      const body = { dev: options.dev ?? false };
      const answer = await session.call('installApp', { slug, team, body }, 'Installing');
      session.show(answer, () => print(`${out.green('installed')}  ${slug} on ${team}`));
      await handOver(session, answer.data, options.env);
    });
