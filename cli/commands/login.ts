import { fstatSync } from 'node:fs';
import { hostname } from 'node:os';
import { text } from 'node:stream/consumers';
import { revokeDeviceToken, type Started, signInByDevice } from '../api/device.ts';
import { request } from '../api/operations.ts';
import { credentialsPath, readCredentials, storeToken } from '../credentials.ts';
import { Failure, missing } from '../failure.ts';
import { isDevelopment } from '../manifest/check.ts';
import type { Session } from '../session.ts';
import { err, out, print, remark } from '../terminal/output.ts';
import { spinning } from '../terminal/spinner.ts';
import { command, sessionOf } from './command.ts';

/** Time that a pipe can stay silent before we report that the token is missing. */
const FIRST_BYTE_MS = 1_000;

export const login = () =>
  command('login')
    .option('--token <token>', 'personal access token with the ability develop-apps; - reads standard input')
    .option('--browser', 'sign in with your browser, even without a terminal; the default in a terminal')
    .description('sign in with your browser, or store a personal access token')
    .action(async (options, command) => {
      const session = sessionOf(command);
      const apiUrl = await session.apiUrl();
      const token = (await tokenFor(session, apiUrl, options)).trim();
      if (token === '') throw missing('--token <token> or --browser', 'The personal access token');
      if (apiUrl.startsWith('http:') && !isDevelopment(apiUrl)) {
        remark(err.yellow(`${apiUrl} isn't https, so others on the network can read the token.`));
      }
      const answer = await spinning('Signing in', !session.json, () =>
        request(apiUrl, 'listTeams', {}, { token }),
      );
      const { [apiUrl]: earlier } = (await readCredentials()).tokens;
      await storeToken(apiUrl, token);
      if (earlier !== undefined && earlier !== token) await endToken(apiUrl, earlier);
      session.show(answer, () => {
        print(
          `${out.green('signed in')}  ${apiUrl} (${answer.data.data.map((team) => team.slug).join(', ')})`,
        );
        remark(err.dim(`The token is stored in ${credentialsPath()}.`));
      });
    });

type Given = { readonly token?: string | undefined; readonly browser?: true | undefined };

async function tokenFor(session: Session, apiUrl: string, { token, browser }: Given): Promise<string> {
  if (token === '-') return text(process.stdin);
  if (token !== undefined) return token;
  if (browser || session.interactive) return tokenFromBrowser(session, apiUrl);
  return (await piped()) || (process.env.PLATFORM_TOKEN ?? '');
}

async function tokenFromBrowser(session: Session, apiUrl: string): Promise<string> {
  const stop = { now: () => {} };
  const shown = new Promise<void>((done) => {
    stop.now = done;
  });
  const signingIn = signInByDevice(apiUrl, hostname(), async (started) => {
    await showCode(session, started);
    stop.now();
  });
  await Promise.race([shown, signingIn]);
  return spinning('Waiting for your browser', !session.json, () => signingIn);
}

async function showCode(session: Session, started: Started): Promise<void> {
  remark(`Confirm the code ${err.bold(started.user_code)} in your browser:`);
  remark(`  ${started.verification_uri_complete}`);
  // Over SSH, the browser would open on the other machine.
  if (!session.interactive || process.env.SSH_CONNECTION) return;
  const { default: openInBrowser } = await import('open');
  await openInBrowser(started.verification_uri_complete).catch(() => {});
}

/**
 * Revokes a token that's being discarded, if browser sign-in issued it. Reports a token that can't be revoked
 * because its server is unreachable.
 */
export async function endToken(apiUrl: string, token: string): Promise<void> {
  await revokeDeviceToken(apiUrl, token).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    remark(err.yellow(`The token …${token.slice(-4)} may still work. Revoke it in the panel.`));
  });
}

/** Reads piped input; empty if the pipe stays silent, because an automated job without input must not wait. */
async function piped(): Promise<string> {
  if (process.stdin.isTTY || !(fstatSync(0).isFIFO() || fstatSync(0).isFile() || fstatSync(0).isSocket()))
    return '';
  const silent = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(true), FIRST_BYTE_MS);
    const spoken = () => {
      clearTimeout(timer);
      resolve(false);
    };
    process.stdin.once('readable', spoken).once('end', spoken);
  });
  if (!(await silent)) return text(process.stdin);
  process.stdin.destroy();
  return '';
}
