import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bookStay } from './agent.ts';
import { askForStay } from './ask-for-stay.ts';
import { connectApp, type DemoApp } from './connect-app.ts';
import { signIn } from './host.ts';
import { listApp } from './list-app.ts';
import { publishPlacements } from './publish-placements.ts';
import { lineOf, type Running, stop } from './running.ts';

/**
 * Runs the product with example apps for a complete click-through demo. Controls the product only from
 * outside.
 */
const DATA_DIR = process.env.DATA_DIR || '.data';
const TEAM = 'lakeside';
const APPS: readonly DemoApp[] = [
  { folder: 'payment-app', slug: 'test-bank' },
  { folder: 'cleaning-app', slug: 'cleaning-crew' },
  { folder: 'reviews-app', slug: 'guest-book' },
  { folder: 'inbox-app', slug: 'farstay-inbox' },
];

/** Apps in the store only: one needs an account at Stripe, the other one a channel. */
const LISTED: readonly DemoApp[] = [
  { folder: 'stripe-app', slug: 'stripe' },
  { folder: 'channel-app', slug: 'staywell' },
];

const running: Running[] = [];
let stopping = false;
async function end(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const each of running.toReversed()) await stop(each);
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0));

function start(script: string, cwd: string, env: Readonly<Record<string, string>>): Running {
  const child = spawn(process.execPath, [script], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // Ctrl-C reaches only this process, which stops the others in order
  });
  child.once('exit', (code) => void end(code ?? 1));
  const each = { child, lines: createInterface({ input: child.stdout }) };
  running.push(each);
  return each;
}

const product = start('server/start.js', '.', { DATA_DIR });
product.lines.on('line', (line) => console.log(line));
const [, port = ''] = await lineOf(product, /^ready http:\/\/localhost:(\d+)$/);
const origin = `http://localhost:${port}`;

interface World {
  readonly accounts: readonly {
    readonly key: string;
    readonly email: string;
    readonly password: string;
    readonly pat: string;
  }[];
}
const world: World = JSON.parse(await readFile(join(DATA_DIR, 'demo.json'), 'utf8'));
function accountOf(key: string) {
  const found = world.accounts.find((one) => one.key === key);
  if (!found) throw new Error(`${DATA_DIR}/demo.json knows no ${key}: start with an empty DATA_DIR.`);
  return found;
}
const account = accountOf('host');
const operator = await signIn(origin, accountOf('operator'));

/** Each app's origin, by slug. */
const origins = new Map<string, string>();
for (const [index, app] of APPS.entries()) {
  const wanted = Number(port) + 1 + index;
  const { cwd, env } = await connectApp(app, {
    origin,
    pat: account.pat,
    operator,
    team: TEAM,
    wanted,
    dataDir: DATA_DIR,
  });
  const each = start('server.js', cwd, env);
  await lineOf(each, /^Listening on /);
  each.lines.on('line', (line) => console.log(`  ${app.slug}  ${line}`));
  origins.set(app.slug, env.APP_URL);
}

const host = await signIn(origin, account);
await host.ask(
  TEAM,
  `mutation($values: [SettingValueInput!]!) {
    done: appSettingsSet(slug: "test-bank", values: $values) { userErrors { message } } }`,
  {
    values: [
      { key: 'account', value: 'TB-1042' },
      { key: 'api_key', value: 'sk_1042_abcd1234' },
    ],
  },
);
await host.ask(
  TEAM,
  'mutation($input: TaskTypeProviderSetInput!) { done: taskTypeProviderSet(input: $input) { userErrors { message } } }',
  { input: { taskType: 'cleaning', appSlug: 'cleaning-crew', slaSeconds: 900 } },
);

await publishPlacements(host, { team: TEAM, slug: 'guest-book' });

async function book(): Promise<void> {
  const { reference, title, permalink } = await bookStay(origin);
  console.log(`\n  An agent booked ${title} as ${reference}. Pay for it:  ${permalink}`);
}

await book();
for (const app of LISTED) await listApp(app, { origin, pat: account.pat, operator });
const thread = await askForStay(origins.get('farstay-inbox') ?? '');
console.log(`
  Then see the cleaning appear, assigned by the crew; start and finish it on the crew's own page:
  host panel   ${origin}/panel   ${account.email}   ${account.password}
  the crew     ${origin}/panel/apps/cleaning-crew
  guest book   ${origin}/panel/apps/guest-book   what you write there is on the pages of stays
  messages     ${origin}/panel/messages   a guest asks on Farstay; your answer is at ${thread}
  app store    ${origin}/panel/store

  Enter books another stay, Ctrl-C ends it all.
`);
createInterface({ input: process.stdin }).on('line', () => {
  book().catch((error: unknown) => console.error(error));
});
