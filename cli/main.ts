import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { ApiFailure } from './api/problem.ts';
import { agent } from './commands/agent.ts';
import { appDev } from './commands/app-dev.ts';
import { appInfo } from './commands/app-info.ts';
import { appInit } from './commands/app-init.ts';
import { appInstall } from './commands/app-install.ts';
import { appList } from './commands/app-list.ts';
import { appLogs } from './commands/app-logs.ts';
import { appPush } from './commands/app-push.ts';
import { appRelease } from './commands/app-release.ts';
import { appReplay } from './commands/app-replay.ts';
import { appRollback } from './commands/app-rollback.ts';
import { appTrigger } from './commands/app-trigger.ts';
import { appUninstall } from './commands/app-uninstall.ts';
import { appValidate } from './commands/app-validate.ts';
import { appVersions } from './commands/app-versions.ts';
import { clientSecret } from './commands/client-secret.ts';
import { completion } from './commands/completion.ts';
import { doctor } from './commands/doctor.ts';
import { execute } from './commands/execute.ts';
import { listing } from './commands/listing.ts';
import { login } from './commands/login.ts';
import { logout } from './commands/logout.ts';
import { open } from './commands/open.ts';
import { teams } from './commands/teams.ts';
import { theme } from './commands/theme.ts';
import { tokenRotate } from './commands/token-rotate.ts';
import { whoami } from './commands/whoami.ts';
import { EXIT, type ExitCode, Failure, reason } from './failure.ts';
import { err, harmless, print, remark } from './terminal/output.ts';

declare const CLI_VERSION: string;

const COMMANDS = [
  login,
  logout,
  whoami,
  teams,
  appInit,
  appValidate,
  appPush,
  appRelease,
  appRollback,
  appVersions,
  listing,
  theme,
  appList,
  appInfo,
  appInstall,
  appUninstall,
  tokenRotate,
  clientSecret,
  appDev,
  appLogs,
  appReplay,
  appTrigger,
  execute,
  agent,
  open,
  doctor,
  completion,
];

/** Runs `platform` with these arguments and returns its exit status. Never throws. */
export async function run(args: readonly string[]): Promise<ExitCode> {
  // A reader that stops early, as in `platform logs | head`, isn't a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  try {
    await program().parseAsync(args, { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    return report(error, args.includes('--json'));
  }
}

/** Adds every command twice, at the top level and under `app`: `platform app push` is `platform push`. */
function program() {
  const root = new Command('platform')
    .description('Create, push, install and debug apps for the lodging platform.')
    .version(
      `platform/${CLI_VERSION} ${process.platform}-${process.arch} node-${process.version}`,
      '--version',
      'print the versions of the command, the system and Node',
    )
    .option('--json', "print the API's response unchanged", false)
    .option('--no-input', 'never prompt; a missing answer is an error')
    .option('--team <slug>', 'the team to act on (also PLATFORM_TEAM)')
    .option(
      '--api-url <url>',
      'address of the API (also PLATFORM_API_URL, also in .env; default http://localhost:4000)',
    )
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      'after',
      '\nEnvironment: PLATFORM_TOKEN, PLATFORM_API_URL, PLATFORM_TEAM, PLATFORM_RUNTIME_TOKEN, NO_COLOR\nExit status: 0 done, 1 failed, 2 usage, 3 not signed in, 4 invalid',
    )
    .exitOverride();
  const app = new Command('app').description('the same commands, as in `platform app push`');
  root.addCommand(app.copyInheritedSettings(root), { hidden: true });
  for (const make of COMMANDS) {
    root.addCommand(inheriting(make(), root));
    app.addCommand(inheriting(make(), root));
  }
  return root;
}

/** Applies the root's settings to a command and its subcommands, e.g. to throw instead of exiting. */
function inheriting(command: CommandUnknownOpts, root: CommandUnknownOpts): CommandUnknownOpts {
  for (const inner of command.commands) inheriting(inner, root);
  return command.copyInheritedSettings(root);
}

function report(error: unknown, json: boolean): ExitCode {
  // Commander has already printed its own message, or the requested help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof ApiFailure) return reportRefusal(error, json);
  if (error instanceof Failure) return reportFailure(error);
  remark(`${err.red('error')}  ${reason(error)}`);
  if (process.env.DEBUG && error instanceof Error) remark(error.stack ?? '');
  return EXIT.failed;
}

function reportFailure(failure: Failure): ExitCode {
  remark(`${err.red('error')}  ${failure.message}`);
  if (failure.hint) remark(err.dim(failure.hint));
  return failure.exitCode;
}

/**
 * Prints the API's refusal: its code and sentence, a line for every path, and the request id for searching
 * the logs.
 */
function reportRefusal(refusal: ApiFailure, json: boolean): ExitCode {
  if (json) print(refusal.body.trimEnd());
  const { located } = refusal;
  const summary = `${located} ${located === 1 ? 'problem' : 'problems'}, listed above.`;
  remark(`${err.red('error')}  ${refusal.code}: ${located > 0 ? summary : harmless(refusal.message)}`);
  for (const [path, texts] of located > 0 ? [] : Object.entries(refusal.paths)) {
    for (const text of texts) remark(`  ${path}: ${harmless(text)}`);
  }
  if (refusal.retryAfterSeconds !== undefined) remark(`Try again in ${refusal.retryAfterSeconds} s.`);
  if (refusal.hint) remark(err.dim(refusal.hint));
  if (refusal.requestId) remark(err.dim(`request id ${refusal.requestId}`));
  return refusal.exitCode;
}
