import { execFile, spawn } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillIn } from '../support/app-settings.ts';
import { demoHost } from '../support/app-world.ts';
import { buildCli, openWorkplace, SYSTEM_NODE, type Workplace } from '../support/cli.ts';
import { queueDelivery } from '../support/deliveries.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { freePort, watch } from '../support/process.ts';

let platform: TestPlatform;
let dev: Workplace;

beforeAll(async () => {
  [platform] = await Promise.all([startPlatform(), buildCli()]);
  dev = await openWorkplace({ PLATFORM_API_URL: platform.address, PLATFORM_TOKEN: pat('developer') });
});
afterAll(async () => {
  await dev.remove();
  await platform.close();
});

/** A demo account's personal access token. */
function pat(key: string): string {
  return platform.demo?.accounts.find((account) => account.key === key)?.pat ?? '';
}

/** Creates an app from a template, pushes it, installs it for local work and runs it as its README describes. */
async function runTemplate(template: string) {
  const cwd = join(dev.folder, template);
  const steps = [
    ['init', template, '--template', template, '--name', template, '--slug', template],
    ['push', '--release'],
    ['install', '--dev', '--env', '.env'],
  ];
  for (const [index, step] of steps.entries()) {
    const run = await dev.platform(step, index === 0 ? {} : { cwd });
    expect(run, step.join(' ')).toMatchObject({ code: 0 });
  }
  await linkVendored(cwd);
  const { app, origin } = await start(cwd);
  const written = await readFile(join(cwd, '.env'), 'utf8');
  const secret = /^PLATFORM_WEBHOOK_SECRET=(.*)$/m.exec(written)?.[1] ?? '';
  return { cwd, app, secret, origin };
}

/** Links the vendored packages like `npm install` does. */
async function linkVendored(cwd: string): Promise<void> {
  if (!existsSync(join(cwd, 'vendor'))) return;
  await mkdir(join(cwd, 'node_modules/@platform'), { recursive: true });
  for (const name of ['app-sdk', 'api-types']) {
    await symlink(join(cwd, 'vendor', name), join(cwd, 'node_modules/@platform', name));
  }
}

/** Starts a folder's app with its own command. */
async function start(cwd: string) {
  const port = await freePort();
  const own = { PATH: process.env.PATH, PORT: String(port), PLATFORM_API_URL: platform.address };
  const { scripts } = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'));
  const [, ...args] = scripts.start.split(' ');
  const app = watch(spawn(SYSTEM_NODE, args, { cwd, env: own }));
  await app.line(/^Listening on /);
  return { app, origin: `http://127.0.0.1:${port}` };
}

/** Installs packages like `npm install`, then checks types with this repository's compiler. */
async function installPackages(cwd: string): Promise<void> {
  await linkVendored(cwd);
  await symlink(resolve('node_modules/@types'), join(cwd, 'node_modules/@types'));
  await promisify(execFile)(resolve('node_modules/.bin/tsc'), ['-p', cwd]);
}

const DOCUMENT = `import { graphql } from './gql/index.ts';
import { platform } from './platform.ts';
const APP = graphql(\`query app { currentApp { name } }\`);
const VERIFY = graphql(\`mutation verify($id: ID!) {
  taskTransitionStatus(id: $id, status: VERIFIED) { task { canonicalStatus } userErrors { field message code } }
}\`);
export const name = async (): Promise<string | undefined> => (await platform.request(APP)).currentApp?.name;
export const verify = async (id: string): Promise<string | undefined> =>
  (await platform.mutate(VERIFY, { id })).task?.canonicalStatus;
// @ts-expect-error: the document takes an id
export const wrong = () => platform.mutate(VERIFY, { number: 1 });
if (process.argv[1] === import.meta.filename) console.log(await name());
`;

/** Generates types with the template's codegen.ts, compiles code that uses them, and runs it. */
async function generateTypes(cwd: string): Promise<void> {
  for (const name of ['@graphql-codegen', '@graphql-typed-document-node', 'graphql'])
    await symlink(resolve('node_modules', name), join(cwd, 'node_modules', name));
  await writeFile(join(cwd, 'src/document.ts'), DOCUMENT);
  const run = promisify(execFile);
  await run(process.execPath, [resolve('node_modules/.bin/graphql-codegen')], { cwd });
  const compiled = run(resolve('node_modules/.bin/tsc'), ['-p', cwd]);
  const { stdout: complaints } = await compiled.catch(({ stdout }: { readonly stdout: string }) => ({
    stdout,
  }));
  expect(complaints).toBe('');
  expect(await runDocument(cwd)).toBe('Typed\n');
}

async function runDocument(cwd: string): Promise<string> {
  const env = { PATH: process.env.PATH, PLATFORM_API_URL: platform.address };
  const args = ['--env-file=.env', 'src/document.ts'];
  return (await promisify(execFile)(process.execPath, args, { cwd, env })).stdout;
}

/** Follows the template's steps for persisted documents, and runs a document that is sent by its id. */
async function registerDocuments(cwd: string): Promise<void> {
  await uncomment(join(cwd, 'app.toml'), '# [build]', '# documents =');
  await uncomment(join(cwd, 'src/platform.ts'), '// persisted: true');
  expect(await dev.platform(['push', '--release'], { cwd })).toMatchObject({ code: 0 });
  const generated = JSON.parse(await readFile(join(cwd, 'src/gql/persisted-documents.json'), 'utf8'));
  const [row] = await platform.database.query<{ documents: object }>(
    `SELECT v.documents FROM apps.apps a JOIN apps.app_versions v ON v.id = a.live_version_id WHERE a.slug = 'typed'`,
  );
  expect(row?.documents).toEqual(generated);
  expect(Object.keys(generated)).toHaveLength(2);
  expect(await runDocument(cwd)).toBe('Typed\n');
}

async function uncomment(file: string, ...starts: readonly string[]): Promise<void> {
  const text = await readFile(file, 'utf8');
  const uncommented = starts.reduce(
    (all, start) => all.replace(start, start.replace(/^(#|\/\/) /, '')),
    text,
  );
  expect(uncommented).not.toBe(text);
  await writeFile(file, uncommented);
}

const sign = (secret: string, timestamp: number, body: string) =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

/** Header of the platform's calls to an endpoint. */
const TEAM = { 'x-platform-team': 'devteam' };

describe('the remote template', () => {
  test('the remote template accepts webhooks from platform dev and refuses forged ones', async () => {
    const { cwd, app, secret, origin } = await runTemplate('remote');
    const url = `${origin}/webhooks`;
    const forwarding = watch(dev.start(['dev', '--no-run', '--to', url], { cwd }));
    await forwarding.line(/^Forwarding deliveries of remote on devteam to /);

    const event = { event_id: randomUUID(), topic: 'booking.confirmed', team: 'devteam' };
    const body = JSON.stringify({ ...event, resource: { type: 'booking', id: 7 } });
    const eventId = await queueDelivery(platform, 'remote', body);
    await forwarding.line(new RegExp(`^delivered {2}${eventId} {2}booking\\.confirmed {2}204`));
    expect(await app.line(/booking\.confirmed/)).toBe('booking.confirmed on devteam: booking 7');

    const now = Math.floor(Date.now() / 1000);
    const post = async (timestamp: number, signature: string) => {
      const headers = { 'x-platform-timestamp': String(timestamp), 'x-platform-signature': signature };
      return (await fetch(url, { method: 'POST', headers, body })).status;
    };
    expect(await post(now, sign(secret, now, body))).toBe(204);
    expect(await post(now, sign(`${secret}x`, now, body))).toBe(401);
    expect(await post(now - 600, sign(secret, now - 600, body))).toBe(401);
    expect(await post(Number.NaN, sign(secret, now, body))).toBe(401);
    expect(app.lines.filter((line) => line.startsWith('booking.confirmed'))).toHaveLength(1);

    forwarding.child.kill('SIGINT');
    expect(await once(forwarding.child, 'exit')).toEqual([0, null]);
  });
});

describe('the typescript template', () => {
  test('the typescript template is a typed app that runs in platform dev', async () => {
    const cwd = join(dev.folder, 'typed');
    for (const [index, step] of [
      ['init', 'typed', '--template', 'typescript', '--name', 'Typed', '--slug', 'typed'],
      ['push', '--release'],
      ['install', '--dev', '--env', '.env'],
    ].entries()) {
      expect(await dev.platform(step, index === 0 ? {} : { cwd }), step.join(' ')).toMatchObject({ code: 0 });
    }
    await installPackages(cwd);
    await generateTypes(cwd);
    await registerDocuments(cwd);

    const to = `http://127.0.0.1:${await freePort()}/webhooks`;
    const node = `"${process.execPath}" --env-file=.env src/server.ts`;
    const env = { PLATFORM_API_URL: platform.address };
    const running = watch(dev.start(['dev', '--run', node, '--to', to], { cwd, env }));
    await running.line(/^app \| Connected as Typed\.$/);
    expect(await dev.platform(['trigger', 'booking.confirmed'], { cwd })).toMatchObject({ code: 0 });
    await running.line(/^app \| booking\.confirmed on devteam: guest of \S+ arrives \d{4}-\d\d-\d\d$/);
    await running.line(/^delivered {2}\S+ {2}booking\.confirmed {2}204/);
  });
});

/** Templates that are examples: each app's name, and the example's. */
describe.each([
  { template: 'assignment-provider', example: 'cleaning-app', name: 'Cleaning Crew' },
  { template: 'channel', example: 'channel-app', name: 'Staywell' },
  { template: 'injection', example: 'reviews-app', name: 'Guest Book' },
  { template: 'inbox', example: 'inbox-app', name: 'Farstay Inbox' },
])('the $template template', ({ template, example, name }) => {
  const source = resolve('examples', example);
  let cwd: string;
  let files: readonly string[];
  beforeAll(async () => {
    cwd = join(dev.folder, `own-${template}`);
    const init = ['init', `own-${template}`, '--template', template, '--name', 'Own', '--json'];
    const { stdout } = await dev.platform(init);
    files = (JSON.parse(stdout) as { files: string[] }).files;
  });

  test('a template matches the tested example file by file, including its packages', async () => {
    const own = files.filter((file) => !file.startsWith('vendor/'));
    const expected = globSync('**/*', { cwd: source, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(source, join(entry.parentPath, entry.name)))
      .filter((file) => !/^(node_modules|data|listing)\/|^(jsconfig\.json|listing\.toml|\.env)$/.test(file));
    expect(own).toEqual([...new Set([...expected, '.env.example', '.gitignore'])].sort());
    for (const file of own.filter((file) => file !== 'package.json' && file !== 'app.toml')) {
      expect(await readFile(join(cwd, file), 'utf8'), file).toBe(await readFile(join(source, file), 'utf8'));
    }
    const toml = await readFile(join(cwd, 'app.toml'), 'utf8');
    expect(toml.replace('name = "Own"', `name = "${name}"`)).toBe(
      await readFile(join(source, 'app.toml'), 'utf8'),
    );
  });

  test("a template's app.toml passes validate", async () => {
    expect(await dev.platform(['validate', '--remote'], { cwd })).toMatchObject({ code: 0 });
  });

  test("a template's own tests pass without a registry", async () => {
    const options = { cwd, env: { PATH: process.env.PATH, HOME: dev.folder } };
    await promisify(execFile)('npm', ['install', '--offline', '--no-audit', '--no-fund'], options);
    const { stdout } = await promisify(execFile)(SYSTEM_NODE, ['--test', '--test-reporter=tap'], options);
    expect(stdout).toMatch(/^# pass [1-9]/m);
    expect(stdout).toMatch(/^# fail 0$/m);
  });
});

test('the old template name block still selects the injection template', async () => {
  const { stdout } = await dev.platform(['init', 'old', '--template', 'block', '--name', 'Old', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ template: 'injection' });
});

describe('the channel template', () => {
  test("the channel template accepts the platform's updates", async () => {
    const { secret, origin } = await runTemplate('channel');
    const property = { id: 5, name: 'House', currency: 'EUR', time_zone: 'Europe/Zurich' };
    const body = JSON.stringify({ channel_property_id: null, property });
    const now = Math.floor(Date.now() / 1000);
    const ask = async (signature: string) => {
      const headers = { ...TEAM, 'x-platform-timestamp': String(now), 'x-platform-signature': signature };
      const answer = await fetch(`${origin}/channel_test`, { method: 'POST', headers, body });
      return { status: answer.status, ...((await answer.json()) as object) };
    };
    expect(await ask(sign(secret, now, body))).toMatchObject({ status: 200, channel_property_id: 'SW-5' });
    expect(await ask(sign(`${secret}x`, now, body))).toMatchObject({ status: 401 });
  });
});

describe('the inbox template', () => {
  test("the inbox template accepts the team's replies", async () => {
    const { secret, origin } = await runTemplate('inbox');
    const asked = {
      guest: { firstName: 'Ada', lastName: 'Byron' },
      subject: 'May',
      text: 'Is there a crib?',
    };
    const opened = await fetch(`${origin}/simulator/threads`, {
      method: 'POST',
      body: JSON.stringify(asked),
    });
    const { id } = (await opened.json()) as { id: string };
    const conversation = { id: '1', external_id: id };
    const body = JSON.stringify({ message_id: '1', conversation, text: 'There is.', attachments: [] });
    const now = Math.floor(Date.now() / 1000);
    const send = async (signature: string) => {
      const headers = { ...TEAM, 'x-platform-timestamp': String(now), 'x-platform-signature': signature };
      const answer = await fetch(`${origin}/message_send`, { method: 'POST', headers, body });
      return { status: answer.status, ...((await answer.json()) as object) };
    };
    expect(await send(sign(`${secret}x`, now, body))).toMatchObject({ status: 401 });
    expect(await send(sign(secret, now, body))).toMatchObject({
      status: 200,
      external_id: expect.any(String),
    });
  });
});

describe('the payment template', () => {
  test('the payment template opens a session signed by the platform', async () => {
    const { secret, origin } = await runTemplate('payment');
    const session = {
      id: 'ps_1',
      amount: '123.45',
      currency: 'EUR',
      booking: { id: 1, reference: '<B-1>' },
      return_url: `${origin}/back`,
      cancel_url: `${origin}/cancel`,
    };
    const body = JSON.stringify({ payment_session: session });
    const open = (signature: string, timestamp: number) =>
      fetch(`${origin}/payment-sessions`, {
        method: 'POST',
        headers: { 'x-platform-timestamp': String(timestamp), 'x-platform-signature': signature },
        body,
      });
    const now = Math.floor(Date.now() / 1000);
    expect((await open('sha256=00', now)).status).toBe(401);
    const opened: unknown = await (await open(sign(secret, now, body), now)).json();
    expect(opened).toEqual({ redirect_url: `${origin.replace('127.0.0.1', 'localhost')}/pay/ps_1` });
    const html = await (await fetch(`${origin}/pay/ps_1`)).text();
    expect(html).toContain('123.45 EUR');
    expect(html).toContain('&#60;B-1&#62;');
    expect((await fetch(`${origin}/pay/unknown`)).status).toBe(404);
  });
});

/** Reads a guide's samples: the first one in a language after a text. */
function samplesOf(file: string) {
  const guide = readFileSync(file, 'utf8');
  return (language: string, after: string) =>
    new RegExp(`${after}[^]*?\`\`\`${language}\\n([^]*?)\`\`\``).exec(guide)?.[1] ?? '';
}

describe('the guide to settings', () => {
  const block = samplesOf('docs/guides/app-settings.md');

  test("the guide to settings produces an app that uses its host's settings", async () => {
    const cwd = join(dev.folder, 'greeter');
    const init = ['init', 'greeter', '--template', 'typescript', '--name', 'Greeter', '--slug', 'greeter'];
    expect(await dev.platform(init)).toMatchObject({ code: 0 });
    await writeFile(join(cwd, 'app.toml'), block('toml', '## Declare them'));
    await writeFile(join(cwd, 'src/server.ts'), block('ts', '## Read them'));
    await installPackages(cwd);
    for (const step of [['validate'], ['push', '--release'], ['install', '--dev', '--env', '.env']]) {
      expect(await dev.platform(step, { cwd }), step.join(' ')).toMatchObject({ code: 0 });
    }
    const to = `http://127.0.0.1:${await freePort()}/webhooks`;
    const node = `"${process.execPath}" --env-file=.env src/server.ts`;
    const env = { PLATFORM_API_URL: platform.address };
    const running = watch(dev.start(['dev', '--run', node, '--to', to], { cwd, env }));
    const book = async () =>
      expect(await dev.platform(['trigger', 'booking.confirmed'], { cwd })).toMatchObject({ code: 0 });
    await book();
    await running.line(/^app \| The host has yet to fill in who signs\.$/);
    await fillIn(platform, await demoHost(platform, 'devteam'), 'greeter', { sender: 'Ada' });
    await running.line(/^app \| changed: sender$/);
    await book();
    await running.line(/^app \| BK-\w+: Ada, 24 hours before, no wireless network$/);
  });
});

describe('the guide to a smart lock', () => {
  const block = samplesOf('docs/guides/smart-lock.md');

  test("the smart-lock guide produces an app that shows a door code to a confirmed booking's guest", async () => {
    const cwd = join(dev.folder, 'smart-lock');
    const init = [
      'init',
      'smart-lock',
      '--template',
      'remote',
      '--name',
      'Smart Lock',
      '--slug',
      'smart-lock',
      '--distribution',
      'public',
    ];
    expect(await dev.platform(init)).toMatchObject({ code: 0 });
    await writeFile(join(cwd, 'app.toml'), block('toml', '## Create the app'));
    await writeFile(join(cwd, 'server.js'), block('js', '## Write it'));
    for (const step of [
      ['push', '--env', '.env'],
      ['install', '--dev', '--env', '.env'],
    ]) {
      expect(await dev.platform(step, { cwd }), step.join(' ')).toMatchObject({ code: 0 });
    }
    const { app, origin } = await start(cwd);
    const forwarding = watch(dev.start(['dev', '--no-run', '--to', origin], { cwd }));
    await forwarding.line(/^Forwarding deliveries of smart-lock on devteam to /);
    const triggered = await dev.platform(['trigger', 'booking.confirmed'], { cwd });
    expect(triggered).toMatchObject({ code: 0 });
    const [, id, code] =
      /booking (\d+): the lock opens with (\d{6})/.exec(await app.line(/the lock opens/)) ?? [];
    const query = `{ booking(id: ${id}) { customFields(namespace: "smart-lock") { key value visibility } } }`;
    const { stdout } = await dev.platform(['execute', '--env', '.env', '--json', query], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      data: { booking: { customFields: [{ key: 'door_code', value: code, visibility: 'guest' }] } },
    });
  });

  test("the smart-lock guide's app has about sixty lines", () => {
    const lines = block('js', '## Write it')
      .trim()
      .split('\n')
      .filter((line) => line.trim() !== '');
    expect(lines.length).toBeLessThanOrEqual(65);
  });
});
