import { fstatSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { request } from '../api/operations.ts';
import { credentialsPath, storeToken } from '../credentials.ts';
import { missing } from '../failure.ts';
import { isDevelopment } from '../manifest/check.ts';
import type { Session } from '../session.ts';
import { ask } from '../terminal/ask.ts';
import { err, out, print, remark } from '../terminal/output.ts';
import { spinning } from '../terminal/spinner.ts';
import { command, sessionOf } from './command.ts';

/** How long a pipe may stay silent before we say that the token is missing. */
const FIRST_BYTE_MS = 1_000;

export const login = () =>
  command('login')
    .option('--token <token>', 'personal access token with the ability develop-apps; - reads standard input')
    .description('store a personal access token for this API in your config folder')
    .action(async (options, command) => {
      const session = sessionOf(command);
      const apiUrl = await session.apiUrl();
      const token = (await tokenFor(session, apiUrl, options.token)).trim();
      if (token === '') throw missing('--token <token>', 'The personal access token');
      if (apiUrl.startsWith('http:') && !isDevelopment(apiUrl)) {
        remark(err.yellow(`${apiUrl} is not https: anyone who is on the way can read the token.`));
      }
      const answer = await spinning('Signing in', !session.json, () =>
        request(apiUrl, 'listTeams', {}, { token }),
      );
      await storeToken(apiUrl, token);
      session.show(answer, () => {
        print(
          `${out.green('signed in')}  ${apiUrl} (${answer.data.data.map((team) => team.slug).join(', ')})`,
        );
        remark(err.dim(`The token is stored in ${credentialsPath()}.`));
      });
    });

async function tokenFor(session: Session, apiUrl: string, given: string | undefined): Promise<string> {
  if (given === '-') return text(process.stdin);
  if (given !== undefined) return given;
  if (session.interactive) {
    remark(`Create a token with the ability develop-apps in the panel: ${apiUrl}/panel`);
    return ask('Personal access token', { hidden: true });
  }
  return (await piped()) || (process.env.PLATFORM_TOKEN ?? '');
}

/** What was piped in, or nothing when the pipe stays silent: a job without input must not wait. */
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
