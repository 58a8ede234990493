import { Install, read } from '../api/shapes.ts';
import { openEnv } from '../env-file.ts';
import { handOver } from '../secrets.ts';
import { out, print } from '../terminal/output.ts';
import { appCommand, appPath, appSlug, sessionOf } from './command.ts';

export const appInstall = () =>
  appCommand('install')
    .argument('[app]', 'slug of the app')
    .option('--dev', 'for local work: deliveries wait for platform dev')
    .option('--env <path>', 'write the runtime token and the webhook secret there instead of showing them')
    .description('install an app on a team and get its runtime token')
    .action(async (named, options, command) => {
      const session = sessionOf(command);
      const slug = await appSlug(options, named);
      const team = await session.team();
      const body = options.dev ? { dev: true } : undefined;
      if (options.env !== undefined) await openEnv(options.env);
      const call = { method: 'POST', path: appPath(slug, '/installs'), team, body } as const;
      const answer = await session.call(call, 'Installing');
      session.show(answer, () => print(`${out.green('installed')}  ${slug} on ${team}`));
      await handOver(session, read(Install, answer), options.env);
    });
