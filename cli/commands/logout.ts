import { readCredentials, removeToken } from '../credentials.ts';
import { print, remark } from '../terminal/output.ts';
import { command, sessionOf } from './command.ts';
import { endToken } from './login.ts';

export const logout = () =>
  command('logout')
    .description("remove this API's stored token; a token from browser sign-in stops working")
    .action(async (_options, command) => {
      const session = sessionOf(command);
      const apiUrl = await session.apiUrl();
      const { [apiUrl]: token } = (await readCredentials()).tokens;
      const removed = await removeToken(apiUrl);
      if (token !== undefined) await endToken(apiUrl, token);
      if (session.json) print(JSON.stringify({ api: apiUrl, removed }));
      else print(removed ? `Signed out of ${apiUrl}.` : `No token was stored for ${apiUrl}.`);
      if (process.env.PLATFORM_TOKEN) remark('PLATFORM_TOKEN is still set and still used.');
    });
