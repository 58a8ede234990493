import { dirname } from 'node:path';
import { request } from '../api/operations.ts';
import { ApiFailure } from '../api/problem.ts';
import { EXIT, type ExitCode, Failure, reason } from '../failure.ts';
import { type AppToml, findAppToml } from '../manifest/app-toml.ts';
import { checkAppToml, isDevelopment, localRedirects, remarkFindings } from '../manifest/check.ts';
import { neededNode } from '../node-version.ts';
import type { Session } from '../session.ts';
import { out, print, remark } from '../terminal/output.ts';
import { command, sessionOf } from './command.ts';

/** A check's result. `warn` is for information and doesn't make the command fail. */
type Check = {
  readonly name: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly message: string;
  readonly exitCode?: ExitCode;
};

export const doctor = () =>
  command('doctor')
    .option('--config <path>', 'path of app.toml', 'app.toml')
    .description('check Node, the API, the token, app.toml and the webhook address')
    .action(async (options, command) => {
      const session = sessionOf(command);
      const checks: Check[] = [];
      const note = (check: Check) => {
        checks.push(check);
        if (!session.json) print(`${MARKS[check.status]()}  ${check.name.padEnd(13)}  ${check.message}`);
      };
      note(await checked('node', () => checkNode(options.config)));
      note(await checked('api', () => checkApi(session)));
      note(await checked('token', () => checkToken(session)));
      const found = await findAppToml(options.config).catch((error: unknown) => asFailed('app.toml', error));
      if (found !== undefined && 'status' in found) note(found);
      else {
        note(await checked('app.toml', async () => checkManifest(session, found, options.config)));
        note(await checked('webhook_url', () => checkWebhookUrl(found)));
        const redirects = checkRedirectUris(found);
        if (redirects !== null) note(redirects);
      }

      const worst = checks.find((check) => check.status === 'fail');
      if (session.json) print(JSON.stringify({ healthy: worst === undefined, checks }));
      if (worst) throw new Failure(worst.exitCode ?? EXIT.failed, `Not ready: ${worst.name}.`);
      if (!session.json)
        remark(
          checks.some(({ status }) => status === 'warn')
            ? 'Ready, apart from the warnings above.'
            : 'Everything is in place.',
        );
    });

const MARKS = {
  ok: () => out.green('ok  '),
  warn: () => out.yellow('warn'),
  fail: () => out.red('fail'),
};

async function checked(name: string, look: () => Promise<Check>): Promise<Check> {
  return look().catch((error: unknown) => asFailed(name, error));
}

function asFailed(name: string, error: unknown): Check {
  const exitCode = error instanceof Failure ? error.exitCode : EXIT.failed;
  const hint = error instanceof Failure && error.hint ? ` ${error.hint}` : '';
  return { name, status: 'fail', message: reason(error) + hint, exitCode };
}

/** Checks the Node version that runs this command, and usually the app, against the app's package.json. */
async function checkNode(config: string): Promise<Check> {
  const name = 'node';
  const { node } = process.versions;
  const needed = await neededNode(dirname(config));
  if (needed === null) return { name, status: 'ok', message: `Node ${node}` };
  const message = `Node ${node} is too old for this app, which needs ${needed} or later: https://nodejs.org/download`;
  return { name, status: 'fail', message };
}

/** Any response from the management API is enough, including the 401 it returns without a token. */
async function checkApi(session: Session): Promise<Check> {
  const apiUrl = await session.apiUrl();
  const started = performance.now();
  const status = await request(apiUrl, 'listTeams', {}).then(
    (answer) => answer.status,
    (error: unknown) => {
      if (error instanceof ApiFailure) return error.status;
      throw error;
    },
  );
  const ms = Math.round(performance.now() - started);
  if (status === 401) return { name: 'api', status: 'ok', message: `${apiUrl} responds in ${ms} ms` };
  const message = `${apiUrl} returns ${status}, unlike the management API. Check PLATFORM_API_URL.`;
  return { name: 'api', status: 'fail', message };
}

async function checkToken(session: Session): Promise<Check> {
  const teams = (await session.poll('listTeams', {})).data.data.map((team) => team.slug);
  const token = await session.token();
  return { name: 'token', status: 'ok', message: `from ${token?.from}, teams ${teams.join(', ') || 'none'}` };
}

async function checkManifest(session: Session, app: AppToml | undefined, config: string): Promise<Check> {
  const name = 'app.toml';
  if (app === undefined)
    return { name, status: 'warn', message: `no ${config} here; create one with platform init` };
  const findings = checkAppToml(app, isDevelopment(await session.apiUrl()));
  if (findings.length === 0) return { name, status: 'ok', message: `${app.path} follows every rule` };
  if (!session.json) remarkFindings(app, findings);
  const message = `${app.path} has ${findings.length} problems`;
  return { name, status: 'fail', message, exitCode: EXIT.invalid };
}

/** The address only has to respond: rejecting unsigned calls is the app's job. */
async function checkWebhookUrl(app: AppToml | undefined): Promise<Check> {
  const name = 'webhook_url';
  const url = app?.table.webhook_url;
  if (typeof url !== 'string' || !URL.canParse(url)) return { name, status: 'ok', message: 'none declared' };
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5_000) });
    await answer.body?.cancel();
    const redirected = answer.status >= 300 && answer.status < 400;
    if (redirected)
      return { name, status: 'warn', message: `${url} redirects; deliveries don't follow redirects` };
    return { name, status: 'ok', message: `${url} answers (${answer.status})` };
  } catch (error) {
    return { name, status: 'warn', message: `${url} doesn't respond from here: ${reason(error)}` };
  }
}

/** Warns about a public app's redirect URIs that only work on the developer's machine; null without any. */
function checkRedirectUris(app: AppToml | undefined): Check | null {
  const local = app === undefined ? [] : localRedirects(app);
  if (local.length === 0) return null;
  const message = `${local.join(', ')}: hosts can't be sent to your machine, so remove it before the review`;
  return { name: 'redirect_uris', status: 'warn', message };
}
