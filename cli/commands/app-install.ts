import { Option } from '@commander-js/extra-typings';
import { ApiFailure } from '../api/problem.ts';
import { openEnv } from '../env-file.ts';
import { EXIT, Failure } from '../failure.ts';
import { activeInstalls, listed } from '../grants.ts';
import { handOver } from '../secrets.ts';
import type { Session } from '../session.ts';
import { out, print } from '../terminal/output.ts';
import { appCommand, appSlug, sessionOf } from './command.ts';

export const appInstall = () =>
  appCommand('install')
    .argument('[app]', 'slug of the app')
    .option('--dev', 'for local work: deliveries wait for platform dev')
    .option('--plan <key>', "key of one of the app's plans")
    .option('--env <path>', 'file to write the runtime token and webhook secret to instead of showing them')
    .addOption(
      new Option('--update', 'grant an existing install the permissions that it lacks').conflicts([
        'dev',
        'env',
      ]),
    )
    .description('install an app on a team and get its runtime token, or update its permissions')
    .action(async (named, options, command) => {
      const session = sessionOf(command);
      const slug = await appSlug(options, named);
      const team = await session.team();
      if (options.update) return update(session, slug, team);
      if (options.env !== undefined) await openEnv(options.env);
      const body = { dev: options.dev ?? false, ...(options.plan !== undefined && { plan: options.plan }) };
      const answer = await session.call('installApp', { slug, team, body }, 'Installing');
      session.show(answer, () => print(`${out.green('installed')}  ${slug} on ${team}`));
      await handOver(session, answer.data, options.env);
    });

/** Grants the install what its version requests. Its tokens stay the same. */
async function update(session: Session, slug: string, team: string): Promise<void> {
  const install = (await activeInstalls(session, slug)).find((install) => install.team === team);
  if (install === undefined) {
    await refuseForeignTeam(session, slug, team);
    throw new Failure(EXIT.failed, `${slug} isn't installed on ${team}.`, {
      hint: `Install it: platform install ${slug} --team ${team}`,
    });
  }
  const { missing: permissions } = install;
  if (permissions.length === 0) {
    if (session.json) return print(JSON.stringify(install));
    return print(
      `${out.dim('unchanged')}  ${slug} on ${team} has every permission that its version requests`,
    );
  }
  const answer = await session.call('approvePermissions', { slug, team, body: { permissions } }, 'Updating');
  session.show(answer, () =>
    print(`${out.green('updated')}  ${slug} on ${team}: granted ${listed(permissions)}`),
  );
}

/** Throws the API's refusal if the account doesn't belong to the team. */
async function refuseForeignTeam(session: Session, slug: string, team: string): Promise<void> {
  await session.poll('listDeliveries', { slug, team }).catch((error: unknown) => {
    if (!(error instanceof ApiFailure && error.code === 'not_found')) throw error;
  });
}
