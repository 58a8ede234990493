import { join } from 'node:path';
import type { Config } from '#kit/config.ts';
import type { DemoAccountEntry } from './demo/demo-world.ts';
import type { Platform } from './platform.ts';

/**
 * Prints a newcomer's lines before the ready line: addresses, credentials, and next steps. Loopback has a
 * storefront in the demo world only. Production prints no secrets, because logs are kept. If the lines go to
 * a log instead of a terminal, they contain only links and credentials, because programs parse the lines next
 * to them.
 */
export function welcome(
  platform: Platform,
  config: Pick<Config, 'production' | 'dataDir'>,
  { isTerminal, docsBuilt = true }: { readonly isTerminal: boolean; readonly docsBuilt?: boolean },
): readonly string[] {
  const lines = linesOf(platform, config, docsBuilt);
  return isTerminal ? lines : lines.filter((text) => text !== '' && !text.startsWith('role '));
}

function linesOf(
  { origin, demo, role, setupUrl, waitingMails }: Platform,
  { production, dataDir }: Pick<Config, 'production' | 'dataDir'>,
  docsBuilt: boolean,
): readonly string[] {
  const setup = setupUrl === null ? [] : [`setup ${setupUrl}`];
  if (role !== 'all') return [`role ${role}`, ...setup];
  const panel = line('host panel', `${origin}/panel`);
  const explorer = line('explorer', `${origin}/developer/explorer`);
  const docs = line('docs', docsBuilt ? `${origin}/docs` : 'not built; to build them: npm run build -w docs');
  const mails =
    waitingMails === null
      ? []
      : [line('mails', `MAIL_URL is not set, so emails are at ${origin}/panel/outbox (${waitingMails} now)`)];
  const address = origin === CLI_DEFAULT ? [] : [apiUrl(origin)];
  if (!demo) return ['', panel, explorer, docs, ...address, ...mails, '', ...setup];
  const sandbox = demo.storefronts.find(({ key }) => key === 'sandbox');
  const credentials = production
    ? [line('credentials', join(dataDir, 'demo.json'))]
    : [...demo.accounts.map(signIn), ...demo.accounts.filter(isDeveloper).map(token)];
  return [
    '',
    line('storefront', `${origin}/`),
    line('agents', `${origin}/.well-known/ucp   POST ${origin}/api/mcp`),
    panel,
    explorer,
    docs,
    ...(sandbox ? [line('sandbox', `${sandbox.base_url}/`)] : []),
    ...mails,
    '',
    ...credentials,
    ...address,
    '',
    line(
      'try next',
      'npm run demo: an agent books, you pay and watch the cleaning get done (stop this server first)',
    ),
    '',
    ...setup,
  ];
}

/** Address that the command `platform` uses if no other is given. */
const CLI_DEFAULT = 'http://localhost:4000';

const line = (what: string, where: string) => `  ${what.padEnd(12)} ${where}`;
const signIn = ({ key, email, password }: DemoAccountEntry) => line(key, `${email}   ${password}`);
const isDeveloper = ({ key }: DemoAccountEntry) => key === 'developer';
const token = ({ pat }: DemoAccountEntry) =>
  line('PLATFORM_TOKEN', `${pat}   (the developer's, for the command platform)`);
const apiUrl = (origin: string) =>
  line('PLATFORM_API_URL', `${origin}   (set it too: the command platform uses ${CLI_DEFAULT} otherwise)`);
