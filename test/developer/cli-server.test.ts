import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { verifyWebhook } from '../../packages/app-sdk/index.ts';
import { countAttempts, setInstalled } from '../support/app-health.ts';
import { demoHost } from '../support/app-world.ts';
import { buildCli, openWorkplace, type Workplace } from '../support/cli.ts';
import { queueDelivery } from '../support/deliveries.ts';
import { ask, newDeveloper } from '../support/developer.ts';
import { plainBrowser, signIn } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { watch } from '../support/process.ts';
import { publishApp } from '../support/public-app.ts';
import { folderOf } from '../support/themes.ts';

let platform: TestPlatform;
let dev: Workplace;
let pats: Readonly<Record<string, string>>;

beforeAll(async () => {
  [platform] = await Promise.all([startPlatform(), buildCli()]);
  pats = Object.fromEntries((platform.demo?.accounts ?? []).map(({ key, pat }) => [key, pat ?? '']));
  dev = await openWorkplace({ PLATFORM_API_URL: platform.address, PLATFORM_TOKEN: pats.developer ?? '' });
});
afterAll(async () => {
  await dev.remove();
  await platform.close();
});

/** Pushes and releases an app with that name; returns its summary. */
async function pushed(name: string, lines: readonly string[] = []) {
  await writeFile(join(dev.folder, 'app.toml'), [`name = ${JSON.stringify(name)}`, ...lines, ''].join('\n'));
  const run = await dev.platform(['push', '--release', '--json']);
  expect(run, run.stderr).toMatchObject({ code: 0 });
  return JSON.parse(run.stdout);
}

describe('a command from another release than the API', () => {
  /** Runs `work` with an address that forwards to the API and changes the responses at the list of installs. */
  async function throughApi(
    change: (body: string) => { status: number; body: string },
    args: readonly string[],
  ) {
    const proxy = createServer(async (asked, answer) => {
      const { url = '', method = 'GET', headers } = asked;
      const body = await buffer(asked);
      const found = await fetch(new URL(url, platform.address), {
        method,
        headers: Object.fromEntries(
          ['authorization', 'content-type', 'x-platform-team'].flatMap((name) =>
            typeof headers[name] === 'string' ? [[name, headers[name]]] : [],
          ),
        ),
        ...(method === 'GET' ? {} : { body }),
      });
      const text = await found.text();
      const isList = method === 'GET' && url.endsWith('/installs');
      const sent = isList ? change(text) : { status: found.status, body: text };
      answer.writeHead(sent.status, { 'content-type': 'application/json' }).end(sent.body);
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void proxy.close());
    const { port } = proxy.address() as AddressInfo; // it listens on TCP
    const PLATFORM_API_URL = `http://127.0.0.1:${port}`;
    return { ...(await dev.platform(args, { env: { PLATFORM_API_URL } })), PLATFORM_API_URL };
  }

  const push = async (change: Parameters<typeof throughApi>[0]) => {
    await pushed('Of another release');
    await dev.platform(['install', '--team', 'devteam', '--dev']);
    return throughApi(change, ['push', '--always']);
  };

  test.each([
    [
      'lacks a field',
      (body: string) => ({ status: 200, body: body.replaceAll('"missing"', '"unlike"') }),
      /it lacks \$\.data\.0\.missing/,
    ],
    [
      'lacks an endpoint',
      () => ({
        status: 404,
        body: JSON.stringify({ code: 'not_found', message: '/api/dev/apps/x/installs does not exist.' }),
      }),
      /it lacks \/api\/dev\/apps\/x\/installs/,
    ],
  ])('a push succeeds and says to update the API if it %s', async (_what, change, lacking) => {
    const run = await push(change);
    expect([run.code, run.stdout]).toEqual([0, expect.stringMatching(/^pushed /)]);
    expect(run.stderr).toContain(`The API at ${run.PLATFORM_API_URL} is older than this command`);
    expect(run.stderr).toMatch(lacking);
    expect(run.stderr).toContain('Update the platform at that address');
  });

  test('a push succeeds and says to update the command if the API sends an unknown value', async () => {
    const run = await push((body) => ({
      status: 200,
      body: body.replaceAll(/"missing":\[\]/g, '"missing":7'),
    }));
    expect(run.code).toBe(0);
    expect(run.stderr).toContain(`The API at ${run.PLATFORM_API_URL} is newer than this command`);
    expect(run.stderr).toContain(`npm install --global ${run.PLATFORM_API_URL}/docs/platform-cli.tgz`);
  });
});

describe('listing', () => {
  test.each(['cleaning-app', 'payment-app'])(
    'the listing command pushes the texts and pictures for %s',
    async (folder) => {
      const slug = `listed-${folder}`;
      await pushed(`Listed ${folder.slice(0, 8)}`, [`slug = "${slug}"`, 'distribution = "public"']);
      const file = join(process.cwd(), 'examples', folder, 'listing.toml');
      const run = await dev.platform([
        'listing',
        'push',
        '--app',
        slug,
        '--file',
        file,
        '--submit',
        '--json',
      ]);
      expect(run).toMatchObject({ code: 0, stderr: '' });
      expect(JSON.parse(run.stdout)).toMatchObject({ status: 'in_review', missing: [] });

      const copy = join(dev.folder, 'listing.toml');
      await writeFile(copy, '');
      expect(await dev.platform(['listing', 'pull', '--app', slug])).toMatchObject({ code: 0 });
      expect(await readFile(copy, 'utf8')).toMatch(/icon = "media:\d+"/);
      const again = await dev.platform(['listing', 'push', '--app', slug, '--json']);
      expect(JSON.parse(again.stdout).draft).toEqual(JSON.parse(run.stdout).draft);
    },
  );

  test('the listing command supports every step in the guide', async () => {
    const guide = await readFile('docs/guides/list-your-app.md', 'utf8');
    const blocks = (language: string) =>
      [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, text = '']) => text);
    const [manifest = '', listing = '', terms = ''] = blocks('toml');
    const [release = '', push = '', submit = '', pull = ''] = blocks('sh');
    const [lacking] = blocks('text');
    const cwd = join(dev.folder, 'night-porter');
    const run = async (step: string) => {
      const ran = await dev.platform(step.trim().split(' ').slice(1), { cwd });
      expect(ran, step).toMatchObject({ code: 0 });
      return ran.stdout;
    };
    await mkdir(cwd);
    await cp('examples/cleaning-app/listing', join(cwd, 'listing'), { recursive: true });
    await writeFile(join(cwd, 'app.toml'), manifest);
    await writeFile(join(cwd, 'listing.toml'), listing);
    await run(release);
    expect(await run(push)).toBe(lacking);
    await writeFile(join(cwd, 'listing.toml'), `${terms}${listing}`);
    expect(await run(submit)).toMatch(/^status +in_review$/m);
    await run(pull);
    expect(await readFile(join(cwd, 'listing.toml'), 'utf8')).toContain(terms.trim());
  });
});

test('a theme is pushed and released from its folder, and pulled into another one', async () => {
  const theme = join(process.cwd(), 'examples', 'theme-hearth');
  const pushed = await dev.platform(['theme', 'push', theme]);
  expect(pushed).toEqual({ code: 0, stdout: 'pushed  hearth, version 1 (draft)\n', stderr: '' });
  const released = await dev.platform(['theme', 'release', 'hearth', '--json']);
  expect(JSON.parse(released.stdout)).toEqual({ version: 1, status: 'in_review', live: false });
  expect(await dev.platform(['theme', 'pull', 'hearth', 'copy', '--at', '1'])).toMatchObject({ code: 0 });
  const bytes = (folder: string) =>
    [...folderOf(folder)]
      .map(([path, content]) => [path, Buffer.from(content).toString('base64')])
      .toSorted();
  expect(bytes(join(dev.folder, 'copy'))).toEqual(bytes(theme));
  const again = await dev.platform(['theme', 'pull', 'hearth', 'copy']);
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('--force') });
});

test('a storefront shows a theme from its folder, and every change to it', async () => {
  const folder = join(dev.folder, 'shown');
  await cp('examples/theme-belvedere', folder, { recursive: true });
  const args = ['theme', 'dev', folder, '--storefront', 'lakeside', '--team', 'lakeside', '--json'];
  const shown = watch(dev.start(args, { env: { PLATFORM_TOKEN: pats.host ?? '' } }));
  const { preview_url, version } = JSON.parse(await shown.line(/preview_url/));
  expect(preview_url).toMatch(/^http:\/\/lakeside\.localhost:\d+\/theme-preview\?preview=copy-/);
  await writeFile(join(folder, 'templates', 'home.liquid'), '{% nothing %}');
  await shown.line(/home\.liquid:1 THEME_INVALID/);
  await writeFile(join(folder, 'templates', 'home.liquid'), '<h1>Changed</h1>');
  await shown.line(new RegExp(`"version":${version + 1}`));
});

describe('login', () => {
  const stored = (workplace: Workplace) => readFile(workplace.configFile, 'utf8').then(JSON.parse);
  const newcomer = async () => {
    const workplace = await openWorkplace({ PLATFORM_API_URL: platform.address });
    onTestFinished(workplace.remove);
    return workplace;
  };

  test.each([
    ['a flag', (pat: string) => ({ args: ['--token', pat] })],
    ['a pipe', (pat: string) => ({ args: [], stdin: `${pat}\n` })],
    ['a pipe it is told to read', (pat: string) => ({ args: ['--token', '-'], stdin: `${pat}\n` })],
  ])('login accepts the token from %s', async (_from, how) => {
    const workplace = await newcomer();
    const pat = pats.developer ?? '';
    const { args, ...options } = { stdin: 'closed', ...how(pat) };
    const run = await workplace.platform(['login', ...args], options);
    expect(run).toMatchObject({ code: 0 });
    expect(run.stdout + run.stderr).not.toContain(pat);
    expect(await stored(workplace)).toEqual({
      current: platform.address,
      tokens: { [platform.address]: pat },
    });
    expect((await stat(workplace.configFile)).mode & 0o777).toBe(0o600);
    // Without PLATFORM_API_URL, the signed-in address applies.
    const whoami = await workplace.platform(['whoami'], { env: { PLATFORM_API_URL: '' } });
    expect(whoami.stdout).toContain(platform.address);
    expect(whoami.stdout).toContain('devteam');

    expect(await workplace.platform(['logout'])).toMatchObject({ code: 0 });
    await expect(stat(workplace.configFile)).rejects.toThrow('ENOENT');
    expect(await workplace.platform(['whoami'])).toMatchObject({ code: 3 });
  });

  test('signing out revokes the token that login got in the browser', async () => {
    const workplace = await newcomer();
    const login = watch(workplace.start(['login', '--browser']));
    const ended = once(login.child, 'exit');
    const shown = await login.line(/\/device\?user_code=/);
    const browser = plainBrowser(platform.address);
    await signIn(platform, browser);
    const page = await browser.open(shown.trim());
    expect(page.html).toContain(hostname().slice(0, 40));
    await browser.submit(page, { decision: 'approve' });
    expect(await ended).toEqual([0, null]);
    const { tokens } = await stored(workplace);
    const token = tokens[platform.address];
    expect(token).toMatch(/^platform_pat_/);
    expect(login.lines.join()).not.toContain(token);
    expect((await workplace.platform(['whoami'])).stdout).toContain('devteam');

    expect(await workplace.platform(['logout'])).toMatchObject({ code: 0, stderr: '' });
    const again = await workplace.platform(['whoami'], { env: { PLATFORM_TOKEN: token } });
    expect(again).toMatchObject({ code: 3 });
  });

  test('login suggests --token if the API has no browser sign-in', async () => {
    const app = await localApp(404);
    const workplace = await openWorkplace({ PLATFORM_API_URL: new URL(app.url).origin });
    onTestFinished(workplace.remove);
    const run = await workplace.platform(['login', '--browser']);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain('--token');
  });

  test("login doesn't store a token that the API refuses", async () => {
    const workplace = await newcomer();
    const run = await workplace.platform(['login', '--token', 'platform_pat_wrong']);
    expect(run.code).toBe(3);
    expect(run.stderr).toContain('unauthenticated');
    await expect(stat(workplace.configFile)).rejects.toThrow('ENOENT');
  });

  test('a token is sent only to the API address that it was stored for', async () => {
    const workplace = await newcomer();
    await workplace.platform(['login', '--token', pats.developer ?? '']);
    const elsewhere = { PLATFORM_API_URL: platform.address.replace('127.0.0.1', 'localhost') };
    expect(await workplace.platform(['teams'], { env: elsewhere })).toMatchObject({ code: 3 });
  });
});

test('the platform serves the command as a package that npm installs globally', async () => {
  await promisify(execFile)(process.execPath, ['cli/pack.js']);
  const response = await fetch(`${platform.address}/docs/platform-cli.tgz`);
  expect(response.status).toBe(200);
  const file = join(dev.folder, 'platform-cli.tgz');
  await writeFile(file, await response.bytes());
  const prefix = join(dev.folder, 'global');
  const options = { env: { PATH: process.env.PATH, HOME: dev.folder } };
  const install = ['install', '--global', '--prefix', prefix, '--offline', '--no-audit', '--no-fund', file];
  await promisify(execFile)('npm', install, options);
  const { stdout } = await promisify(execFile)(join(prefix, 'bin', 'platform'), ['--version'], options);
  expect(stdout).toMatch(/^platform\/\d/);
});

describe("the API's address in .env", () => {
  test('init writes the address in use, and the command reads it in that folder', async () => {
    const workplace = await openWorkplace({ PLATFORM_TOKEN: pats.developer ?? '' });
    onTestFinished(workplace.remove);
    const init = ['init', 'placed', '--name', 'Placed', '--api-url', platform.address];
    const { code, stdout } = await workplace.platform(init);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(`wrote  .env, with PLATFORM_API_URL=${platform.address}\n`),
    ]);
    const cwd = join(workplace.folder, 'placed');
    expect(await readFile(join(cwd, '.env'), 'utf8')).toBe(`PLATFORM_API_URL=${platform.address}\n`);
    expect((await workplace.platform(['whoami'], { cwd })).stdout).toContain(platform.address);
    const elsewhere = { PLATFORM_API_URL: 'http://127.0.0.1:65530' };
    const other = await workplace.platform(['whoami'], { cwd, env: elsewhere });
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('http://127.0.0.1:65530')]);
  });

  test("PLATFORM_TOKEN isn't sent to an address on another machine that only .env names", async () => {
    const workplace = await openWorkplace({ PLATFORM_TOKEN: pats.developer ?? '' });
    onTestFinished(workplace.remove);
    await writeFile(join(workplace.folder, '.env'), 'PLATFORM_API_URL=https://api.example.com\n');
    const run = await workplace.platform(['whoami']);
    expect([run.code, run.stdout]).toEqual([3, '']);
    expect(run.stderr).toContain('Not signed in to https://api.example.com.');
    expect(run.stderr).toContain('also set PLATFORM_API_URL');
  });
});

describe('answers', () => {
  test('--json prints the REST body unchanged', async () => {
    const headers = { authorization: `Bearer ${pats.developer}` };
    const body = await (await fetch(`${platform.address}/api/dev/teams`, { headers })).text();
    expect(await dev.platform(['teams', '--json'])).toEqual({ code: 0, stdout: `${body}\n`, stderr: '' });
    expect(await dev.platform(['--json', 'app', 'teams'])).toEqual({
      code: 0,
      stdout: `${body}\n`,
      stderr: '',
    });
  });

  test('a refusal prints its code, message and request id', async () => {
    const plain = await dev.platform(['info', 'never-made']);
    expect(plain).toMatchObject({ code: 1, stdout: '' });
    expect(plain.stderr).toMatch(/^error {2}not_found: \S/m);
    expect(plain.stderr).toMatch(/^request id \S/m);
    const json = await dev.platform(['info', 'never-made', '--json']);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ status: 404, code: 'not_found' });
  });

  test("a token that can't be sent in a header is refused without being shown", async () => {
    const run = await dev.platform(['teams'], { env: { PLATFORM_TOKEN: 'secret\u00e4part' } });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).not.toContain('secret');
  });

  test('another distribution is refused at its line, with the way to get it', async () => {
    const { slug } = await pushed('Settled', ['slug = "settled"']);
    const lines = ['name = "Settled"', `slug = "${slug}"`, 'distribution = "public"', ''];
    await writeFile(join(dev.folder, 'app.toml'), lines.join('\n'));
    const run = await dev.platform(['push']);
    expect([run.code, run.stderr]).toEqual([
      4,
      expect.stringContaining(
        `app.toml:3:1 An app's distribution can't change: "settled" is private. To create another app, use another slug.`,
      ),
    ]);
  });

  test('a taken slug is reported with its code', async () => {
    const { slug } = await pushed('Taken');
    const host = { env: { PLATFORM_TOKEN: pats.host ?? '' } };
    await writeFile(join(dev.folder, 'app.toml'), `name = "Mine"\nslug = "${slug}"\n`);
    const run = await dev.platform(['push'], host);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('slug_taken');
  });

  test('validate --remote reports problems found by both sides only once', async () => {
    const text =
      'name = "App"\nwebhooks = ["task.crated"]\nwebhook_url = "https://crew.example.com/webhooks"\n';
    await writeFile(join(dev.folder, 'app.toml'), text);
    const run = await dev.platform(['validate', '--remote']);
    expect(run.code).toBe(4);
    expect(run.stderr.match(/^app\.toml:2:13 /gm)).toHaveLength(1);
  });
});

describe('an app.toml with settings that are wrong', () => {
  /** Entries whose first line is wrong. */
  const ENTRIES = [
    ['key = "Account"', 'type = "text"', 'label = "A"'],
    ['type = "paragraph"', 'key = "b"', 'label = "B"'],
    ['type = "select"', 'key = "c"', 'label = "C"'],
    ['default = "x"', 'key = "d"', 'type = "secret"', 'label = "D"'],
    ['requird = true', 'key = "e"', 'type = "text"', 'label = "E"'],
  ];

  test.each(['validate', 'validate --remote', 'push'])(
    '%s points at the entry of an invalid setting',
    async (command) => {
      const lines = ['name = "Wrong"', ...ENTRIES.flatMap((entry) => ['[[settings]]', ...entry])];
      await writeFile(join(dev.folder, 'app.toml'), `${lines.join('\n')}\n`);
      const run = await dev.platform(command.split(' '));
      expect(run.code).toBe(4);
      const places = [...run.stderr.matchAll(/^app\.toml:(\d+):/gm)].map(
        ([, line]) => lines[Number(line) - 1],
      );
      // A missing list has no line, only its entry's.
      expect(places).toEqual(
        ENTRIES.map(([wrong]) => (wrong === 'type = "select"' ? '[[settings]]' : wrong)),
      );
    },
  );

  test('validate points at a condition on an unknown setting', async () => {
    const entry = ['key = "a"', 'type = "text"', 'label = "A"', 'show_if = { key = "z", equals = "1" }'];
    await writeFile(join(dev.folder, 'app.toml'), ['name = "Wrong"', '[[settings]]', ...entry].join('\n'));
    expect((await dev.platform(['validate'])).stderr).toMatch(/^app\.toml:6:\d+ /m);
  });
});

describe('doctor', () => {
  const look = async (env: Readonly<Record<string, string>> = {}) => {
    const run = await dev.platform(['doctor', '--json'], { env });
    const { checks } = JSON.parse(run.stdout) as { checks: { name: string; status: string }[] };
    return { code: run.code, checks: Object.fromEntries(checks.map(({ name, status }) => [name, status])) };
  };

  test('doctor reports the parts that work', async () => {
    const healthy = { node: 'ok', api: 'ok', token: 'ok', 'app.toml': 'ok', webhook_url: 'ok' };
    const app = await localApp(405);
    const manifest = (url: string) =>
      writeFile(join(dev.folder, 'app.toml'), `name = "App"\nwebhook_url = "${url}"\n`);
    await manifest(app.url);
    expect(await look()).toEqual({ code: 0, checks: healthy });
    await writeFile(join(dev.folder, 'package.json'), '{ "engines": { "node": ">=99.5" } }');
    expect(await look()).toEqual({ code: 1, checks: { ...healthy, node: 'fail' } });
    expect((await dev.platform(['doctor'])).stdout).toMatch(/^fail {2}node .* needs 99\.5 or later/m);
    await rm(join(dev.folder, 'package.json'));
    await manifest('http://127.0.0.1:65530');
    expect(await look()).toEqual({ code: 0, checks: { ...healthy, webhook_url: 'warn' } });
    await writeFile(
      join(dev.folder, 'app.toml'),
      `name = "App"\nslug = "app-1"\ndistribution = "public"\nwebhook_url = "${app.url}"\n[oauth]\nredirect_uris = ["https://a.example.com/cb", "https://localhost:3000/cb"]\n`,
    );
    expect(await look()).toEqual({ code: 0, checks: { ...healthy, redirect_uris: 'warn' } });
    await manifest('nowhere');
    expect(await look()).toEqual({ code: 4, checks: { ...healthy, 'app.toml': 'fail' } });
    await manifest(app.url);
    expect(await look({ PLATFORM_TOKEN: 'wrong' })).toEqual({
      code: 3,
      checks: { ...healthy, token: 'fail' },
    });
    expect(await look({ PLATFORM_API_URL: 'http://127.0.0.1:65530' })).toEqual({
      code: 1,
      checks: { ...healthy, api: 'fail', token: 'fail' },
    });
    expect(await look({ PLATFORM_API_URL: new URL(app.url).origin })).toMatchObject({
      code: 1,
      checks: { api: 'fail' },
    });
  });
});

describe('versions', () => {
  test('release and rollback move the live version', async () => {
    const first = await pushed('Turns', ['slug = "turns"']);
    const draft = await dev.platform(['push', '--always']);
    expect(draft.stdout).toMatch(/^pushed {2}turns, version \d+ \(draft\)$/m);

    const released = JSON.parse((await dev.platform(['release', '--json'])).stdout);
    expect(released).toMatchObject({ status: 'approved', live: true });
    expect(released.version).toBeGreaterThan(first.version);
    expect(await dev.platform(['release'])).toMatchObject({ code: 1 });

    const back = await dev.platform(['rollback']);
    expect(back).toMatchObject({ code: 0, stdout: `live  version ${first.version}\n` });
    const { data } = JSON.parse((await dev.platform(['versions', '--json'])).stdout);
    expect(data.map((version: { id: number; live: boolean }) => [version.id, version.live])).toEqual([
      [released.version, false],
      [first.version, true],
    ]);
    expect(await dev.platform(['rollback'])).toMatchObject({ code: 1 });
    expect(await dev.platform(['rollback', String(released.version)])).toMatchObject({ code: 0 });
  });
});

describe('a push of a draft', () => {
  const toml = (name: string, lines: readonly string[]) =>
    writeFile(join(dev.folder, 'app.toml'), [`name = "${name}"`, ...lines, ''].join('\n'));

  test('a push of a draft names its next steps, and an unchanged push the status of the version', async () => {
    await pushed('Stepwise', ['slug = "stepwise"']);
    await toml('Stepwise', ['slug = "stepwise"', 'scopes = ["read_tasks"]']);
    const steps =
      'Version 2 is a draft, which only your development installs run.\n  Try it: platform install stepwise --dev. Make it live: platform release\n';
    expect(await dev.platform(['push'])).toEqual({
      code: 0,
      stdout: 'pushed  stepwise, version 2 (draft)\n',
      stderr: steps,
    });
    expect(await dev.platform(['push'])).toEqual({
      code: 0,
      stdout: 'unchanged  stepwise, version 2 (draft)\n',
      stderr: steps,
    });
    expect((await dev.platform(['versions'])).stdout).toMatch(
      /^2 +draft +- +yes +\d{4}-.*\n1 +approved +live +no +/m,
    );
  });

  test("a public draft is for review, and its redirect URIs must not be on the developer's machine", async () => {
    await toml('Practiced', [
      'slug = "practiced"',
      'distribution = "public"',
      '[oauth]',
      'redirect_uris = ["https://a.example.com/cb", "https://localhost:3000/cb"]',
    ]);
    const draft = await dev.platform(['push', '--env', '.env.practiced']);
    expect(draft.stderr).toContain('Submit it for review: platform release\n');
    const warning =
      "Remove https://localhost:3000/cb from redirect_uris before the review: hosts can't be sent to your machine.\n";
    expect(draft.stderr).toContain(warning);
    expect((await dev.platform(['push', '--release'])).stdout).toContain('(in review)');
    const again = await dev.platform(['push']);
    expect(again.stdout).toBe('unchanged  practiced, version 1 (in review)\n');
    expect(again.stderr).toBe(warning);
  });
});

describe('a push that changes nothing', () => {
  test('a push without changes is reported as such and creates no version', async () => {
    const { slug, version } = await pushed('Same', ['slug = "same"', 'scopes = ["read_tasks"]']);
    const again = await dev.platform(['push', '--release']);
    expect(again).toEqual({ code: 0, stdout: `unchanged  ${slug}, version ${version} (live)\n`, stderr: '' });
    expect(JSON.parse((await dev.platform(['versions', '--json'])).stdout).data).toHaveLength(1);
  });

  test('a push without changes releases the existing draft', async () => {
    const lines = ['slug = "drafted"', 'scopes = ["read_tasks"]'];
    await pushed('Drafted', ['slug = "drafted"']);
    await writeFile(join(dev.folder, 'app.toml'), ['name = "Drafted"', ...lines, ''].join('\n'));
    const draft = JSON.parse((await dev.platform(['push', '--json'])).stdout);
    expect(draft).toMatchObject({ version: 2, live_version: 1 });
    expect(await pushed('Drafted', lines)).toMatchObject({ version: 2, live_version: 2, unchanged: true });
    const { data } = JSON.parse((await dev.platform(['versions', '--json'])).stdout);
    expect(data).toHaveLength(2);
  });
});

describe('a push with persisted documents', () => {
  const FILE = 'persisted-documents.json';
  const BUILD = ['[build]', `documents = "${FILE}"`];
  const NAME = 'query name { currentApp { name } }';
  const register = (documents: unknown) =>
    writeFile(join(dev.folder, FILE), typeof documents === 'string' ? documents : JSON.stringify(documents));

  test('a push registers the documents of the file that app.toml names', async () => {
    await register({ name: NAME });
    const { slug, version } = await pushed('Registers', ['slug = "registers"', ...BUILD]);
    expect(await pushed('Registers', ['slug = "registers"', ...BUILD])).toMatchObject({ unchanged: true });
    await register({ name: NAME, other: '{ apiVersion }' });
    expect(await pushed('Registers', ['slug = "registers"', ...BUILD])).toMatchObject({
      version: version + 1,
    });
    const [row] = await platform.database.query<{ documents: object }>(
      `SELECT v.documents FROM apps.apps a JOIN apps.app_versions v ON v.id = a.live_version_id WHERE a.slug = $1`,
      [slug],
    );
    expect(row?.documents).toEqual({ name: NAME, other: '{ apiVersion }' });
  });

  test.each(['push', 'validate --remote'])(
    '%s names the file and the place of a wrong document',
    async (command) => {
      await register({ board: 'query board {\n  colour\n}' });
      await writeFile(join(dev.folder, 'app.toml'), ['name = "Wrong"', ...BUILD, ''].join('\n'));
      const run = await dev.platform(command.split(' '));
      expect(run.code).toBe(4);
      expect(run.stderr).toMatch(
        /^persisted-documents\.json Document "board" \(query board\), line 2, column 3: Cannot query field "colour"/m,
      );
      expect(run.stderr.split('Cannot query field')).toHaveLength(2);
    },
  );

  test.each<[title: string, documents: unknown, lines: readonly string[], code: number, message: RegExp]>([
    [
      'is missing',
      null,
      ['[build]', 'documents = "nowhere.json"'],
      2,
      /There is no nowhere\.json, which app\.toml names/,
    ],
    ["isn't JSON", '{', BUILD, 4, /persisted-documents\.json isn't a JSON object of GraphQL texts by id\./],
    ['is a list', [NAME], BUILD, 4, /isn't a JSON object/],
    [
      'is named by a number',
      null,
      ['[build]', 'documents = 5'],
      4,
      /^app\.toml:3:\d+ build\.documents must be the path/m,
    ],
  ])('a push whose file of documents %s is refused', async (_title, documents, lines, code, message) => {
    if (documents !== null) await register(documents);
    await writeFile(join(dev.folder, 'app.toml'), ['name = "Wrong"', ...lines, ''].join('\n'));
    const run = await dev.platform(['push']);
    expect([run.code, run.stderr]).toEqual([code, expect.stringMatching(message)]);
  });
});

describe('installs', () => {
  test('installing prints the token and the secret once', async () => {
    const { slug } = await pushed('Installed');
    const install = await dev.platform(['install']);
    expect(install.code).toBe(0);
    const token = /PLATFORM_RUNTIME_TOKEN +(platform_app_\S+)/.exec(install.stdout)?.[1];
    expect(token).toBeDefined();
    expect(install.stdout).toMatch(/PLATFORM_WEBHOOK_SECRET +whsec_\S+/);

    const info = await dev.platform(['info', slug]);
    expect(info.stdout).toMatch(/devteam +yes +no/);
    const again = await dev.platform(['install']);
    expect(again).toMatchObject({ code: 1 });
    expect(again.stderr).toContain('already_installed');

    const rotated = JSON.parse((await dev.platform(['token-rotate', '--json'])).stdout);
    expect(rotated.token).toMatch(/^platform_app_/);
    expect(rotated.token).not.toBe(token);
    expect(await dev.platform(['uninstall', slug, '--team', 'devteam'])).toMatchObject({ code: 0 });
    expect(await dev.platform(['token-rotate'])).toMatchObject({ code: 1 });
  });

  test("info shows each install's version, granted and requested permissions, and what an update would add", async () => {
    const { slug } = await pushed('Widened', ['slug = "widened"', 'scopes = ["read_tasks"]']);
    expect(await dev.platform(['install', '--dev'])).toMatchObject({ code: 0 });
    const before = (await dev.platform(['info', slug])).stdout;
    expect(before).toMatch(/^TEAM +ACTIVE +DEV INSTALL +VERSION +GRANTED +REQUESTED$/m);
    expect(before).toMatch(/^devteam +yes +yes +1 +read_tasks +read_tasks$/m);
    expect(before).not.toContain('--update');
    await pushed('Widened', ['slug = "widened"', 'scopes = ["read_tasks", "write_bookings"]']);
    const { stdout } = await dev.platform(['info', slug]);
    expect(stdout).toMatch(/^devteam +yes +yes +2 +read_tasks +read_tasks, write_bookings$/m);
    expect(stdout).toMatch(/^platform install widened --update --team devteam would add write_bookings\.$/m);
    expect(await dev.platform(['uninstall', slug, '--team', 'devteam'])).toMatchObject({ code: 0 });
    expect((await dev.platform(['info', slug])).stdout).toMatch(/^devteam +no +yes +- +- +-$/m);
  });

  test('a new client secret replaces the old one at the token endpoint', async () => {
    const app = await pushed('Rotating');
    const run = await dev.platform(['client-secret', '--env', '.env.rotating']);
    expect(run).toMatchObject({ code: 0 });
    const file = await readFile(join(dev.folder, '.env.rotating'), 'utf8');
    const [, secret] = /^PLATFORM_CLIENT_SECRET=(.+)$/m.exec(file) ?? [];
    expect(secret).toBeDefined();
    expect(run.stdout + run.stderr).not.toContain(secret);

    const exchange = async (client_secret: string) => {
      const answer = await fetch(`${platform.address}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: app.client_id,
          client_secret,
          code: 'none',
          redirect_uri: 'https://example.com/callback',
        }),
      });
      return ((await answer.json()) as { readonly error: string }).error;
    };
    expect(await exchange(app.client_secret)).toBe('invalid_client');
    expect(await exchange(secret ?? '')).toBe('invalid_grant');

    const other = await dev.platform(['client-secret', 'no-such-app', '--json']);
    expect(other).toMatchObject({ code: 1 });
    expect(JSON.parse(other.stdout)).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('a release reports installs that lack its new permissions, and install --update grants them', async () => {
    const { slug } = await pushed('Growing', ['scopes = ["read_tasks"]']);
    const { token } = JSON.parse((await dev.platform(['install', '--json'])).stdout);
    await writeFile(
      join(dev.folder, 'app.toml'),
      `name = "Growing"\nslug = "${slug}"\nscopes = ["read_tasks", "read_rates"]\n`,
    );
    const push = await dev.platform(['push', '--release']);
    expect([push.code, push.stdout]).toEqual([0, `pushed  ${slug}, version 2 (live)\n`]);
    expect(push.stderr).toBe(
      `The install on devteam keeps read_tasks, and isn't granted read_rates.\n  Grant it: platform install ${slug} --update --team devteam\n`,
    );
    const update = ['install', slug, '--update', '--team', 'devteam'];
    expect(await dev.platform(update)).toEqual({
      code: 0,
      stdout: `updated  ${slug} on devteam: granted read_rates\n`,
      stderr: '',
    });
    const query = '{ currentInstall { scopes } }';
    const { stdout } = await dev.platform(['execute', '--runtime-token', token, '--json', query]);
    expect(JSON.parse(stdout).data.currentInstall).toEqual({ scopes: ['read_tasks', 'read_rates'] });
    expect((await dev.platform(update)).stdout).toMatch(/^unchanged /);
  });

  test("a push and logs --app list the customers that lack a public version's new permissions", async () => {
    const slug = 'grown-at-customers';
    await publishApp(platform, { slug, scopes: ['read_tasks'] });
    await setInstalled(platform, slug);
    const lines = [`slug = "${slug}"`, 'distribution = "public"', 'scopes = ["read_tasks", "read_rates"]'];
    await writeFile(join(dev.folder, 'app.toml'), [`name = "${slug}"`, ...lines, ''].join('\n'));
    const push = await dev.platform(['push']);
    expect([push.code, push.stdout]).toEqual([0, expect.stringMatching(/version 2 \(draft/)]);
    expect(push.stderr).toContain(
      'Once version 2 is live, 1 install on another team will lack permissions that it requests. Hosts grant them in the panel.\n  lakeside lacks read_rates\n',
    );
    const release = await dev.platform(['release']);
    expect(release.stderr).toContain('lakeside lacks read_rates');
    await publishApp(platform, { slug, scopes: ['read_tasks', 'read_rates', 'read_bookings'] });
    const live = await dev.platform(['release', '3']);
    expect(live.stderr).toContain(
      '1 install on another team lacks permissions that version 3 requests. Hosts grant them in the panel.\n  lakeside lacks read_rates, read_bookings\n',
    );
    const { stdout } = await dev.platform(['logs', '--app', slug]);
    expect(stdout).toContain('1 install lacks permissions that its version requests.');
    expect(stdout).toMatch(/^lakeside +read_rates, read_bookings$/m);
  });

  test('install --update refuses another team as forbidden, and an own team without the app as not installed', async () => {
    const { slug } = await pushed('Elsewhere');
    const elsewhere = await dev.platform(['install', slug, '--update', '--team', 'lakeside']);
    expect(elsewhere.code).toBe(1);
    expect(elsewhere.stderr).toMatch(
      /^error {2}team_forbidden: Your account isn't a member of the team "lakeside"\.$/m,
    );
    expect(elsewhere.stderr).toContain('platform teams');
    expect(elsewhere.stderr).not.toContain("isn't installed");
    const json = await dev.platform(['install', slug, '--update', '--team', 'lakeside', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ status: 403, code: 'team_forbidden' });
    const here = await dev.platform(['install', slug, '--update', '--team', 'devteam']);
    expect(here.code).toBe(1);
    expect(here.stderr).toContain(`platform install ${slug} --team devteam`);
  });

  test("push --env stores an existing app's client id, and reports a missing client secret", async () => {
    const { slug, client_id } = await pushed('Known');
    const push = await dev.platform(['push', '--env', '.env.known']);
    expect(push).toMatchObject({ code: 0, stdout: `unchanged  ${slug}, version 1 (live)\n` });
    expect(push.stderr).toContain(`platform client-secret ${slug} --env .env.known`);
    expect(await readFile(join(dev.folder, '.env.known'), 'utf8')).toBe(`PLATFORM_CLIENT_ID=${client_id}\n`);
    await dev.platform(['client-secret', '--env', '.env.known']);
    expect(await dev.platform(['push', '--env', '.env.known'])).toMatchObject({ code: 0, stderr: '' });
    const other = await pushed('Another');
    const mixed = await dev.platform(['push', '--env', '.env.known']);
    expect(mixed.stderr).toContain(`platform client-secret ${other.slug} --env .env.known`);
  });

  test('an unwritable file is refused before the app is installed', async () => {
    const { slug } = await pushed('Careful');
    const run = await dev.platform(['install', slug, '--env', 'no/such/folder/.env']);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('--env');
    expect(JSON.parse((await dev.platform(['info', slug, '--json'])).stdout)).toMatchObject({
      install_count: 0,
    });
  });

  test('an account with several teams must name one', async () => {
    const { slug } = await pushed('Whose');
    const host = { env: { PLATFORM_TOKEN: pats.host ?? '' } };
    const run = await dev.platform(['install', slug], host);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('--team');
  });
});

/** A local app that records requests byte for byte and responds with `status`. */
async function localApp(status: number) {
  const arrived: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer }[] =
    [];
  const server = createServer(async (request, response) => {
    const { url: path = '', headers } = request;
    arrived.push({ path, headers, body: await buffer(request) });
    response.writeHead(status).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return { arrived, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks` };
}

/** Polls until the result matches: an event reaches its delivery a moment later. */
async function until<T>(run: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await run();
    if (wanted(answer)) return answer;
  }
}

describe('deliveries', () => {
  // Uses another developer: a token has 60 requests a minute, and the earlier tests need many.
  beforeAll(async () => {
    await dev.remove();
    const { host } = await newDeveloper(platform);
    const { accessTokenCreate } = await ask<{ accessTokenCreate: { token: string } }>(
      platform,
      host,
      'mutation { accessTokenCreate(input: { name: "t", abilities: ["develop-apps"] }) { token } }',
    );
    dev = await openWorkplace({
      PLATFORM_API_URL: platform.address,
      PLATFORM_TOKEN: accessTokenCreate.token,
    });
  });

  test("dev forwards a host's event to a local app byte for byte", async () => {
    const lakeside = await openWorkplace({
      PLATFORM_API_URL: platform.address,
      PLATFORM_TOKEN: pats.host ?? '',
      PLATFORM_TEAM: 'lakeside',
    });
    onTestFinished(lakeside.remove);
    const toml = [
      'name = "Local"',
      'scopes = ["read_tasks"]',
      'webhooks = ["task.created"]',
      'webhook_url = "https://a.example.com/"',
    ];
    await writeFile(join(lakeside.folder, 'app.toml'), `${toml.join('\n')}\n`);
    expect(await lakeside.platform(['push', '--release'])).toMatchObject({ code: 0 });
    const install = JSON.parse((await lakeside.platform(['install', '--dev', '--json'])).stdout);
    const app = await localApp(204);
    const forward = () => lakeside.platform(['dev', '--once', '--to', app.url]);
    expect(await forward()).toMatchObject({ code: 0, stdout: '' });

    const { host } = await demoHost(platform, 'lakeside');
    const { taskCreate } = await ask<{ taskCreate: { task: { id: string } } }>(
      platform,
      host,
      `mutation { taskCreate(input: { taskType: "cleaning", propertyId: 1, dueAt: "2031-05-05T10:00:00Z" }) {
        task { id } userErrors { message }
      } }`,
    );
    const run = await until(forward, ({ stdout }) => stdout !== '');
    const [first] = app.arrived;
    const body = first?.body.toString() ?? '';
    const { event_id: eventId, ...envelope } = JSON.parse(body);
    expect(envelope).toMatchObject({
      topic: 'task.created',
      team: 'lakeside',
      resource: { type: 'task', id: Number(taskCreate.task.id) },
    });
    expect(run).toMatchObject({ code: 0 });
    expect(run.stdout).toMatch(new RegExp(`^delivered {2}${eventId} {2}task\\.created {2}204`));
    const timestamp = first?.headers['x-platform-timestamp'];
    const signature = createHmac('sha256', install.webhook_secret)
      .update(`${timestamp}.${body}`)
      .digest('hex');
    expect(first?.headers['x-platform-signature']).toBe(`sha256=${signature}`);

    const { data } = JSON.parse((await lakeside.platform(['logs', '--json'])).stdout);
    expect(data).toMatchObject([{ event_id: eventId, status: 'forwarded', attempts: 1 }]);
    expect((await lakeside.platform(['logs', '--event', eventId])).stdout).toContain(body);

    const plain = await lakeside.platform(['replay', eventId, '--to', app.url]);
    expect(plain).toMatchObject({ code: 0, stderr: expect.stringContaining('PLATFORM_WEBHOOK_SECRET') });
    const [, second] = app.arrived;
    expect(second?.body.equals(first?.body ?? Buffer.of())).toBe(true);
    for (const header of ['x-platform-topic', 'x-platform-signature', 'x-platform-timestamp']) {
      expect(second?.headers[header]).toBe(first?.headers[header]);
    }
  });

  test("replay signs last week's delivery with the current time", async () => {
    const { slug } = await pushed('Again', [
      'webhooks = ["booking.confirmed"]',
      'webhook_url = "https://a.example.com/"',
      '[delivery]',
      'standard_webhooks = true',
    ]);
    expect(await dev.platform(['install', '--dev', '--env', '.env.again'])).toMatchObject({ code: 0 });
    const file = await readFile(join(dev.folder, '.env.again'), 'utf8');
    const [, secret = ''] = /^PLATFORM_WEBHOOK_SECRET=(.+)$/m.exec(file) ?? [];
    const body = '{"event_id":"x","topic":"booking.confirmed","team":"devteam","resource":{}}';
    const eventId = await queueDelivery(platform, slug, body);
    await platform.database.query(
      `UPDATE apps.deliveries SET status = 'delivered', signature = 'old', sent_at = now() - interval '7 days'
       WHERE event_id = $1`,
      [eventId],
    );
    const app = await localApp(204);
    const replay = ['replay', eventId, '--to', app.url];
    expect(await dev.platform([...replay, '--env', '.env.again'])).toMatchObject({ code: 0, stderr: '' });
    const env = { PLATFORM_WEBHOOK_SECRET: secret };
    expect(await dev.platform(replay, { env })).toMatchObject({ code: 0, stderr: '' });
    expect(app.arrived).toHaveLength(2);
    for (const { headers, body } of app.arrived) {
      expect(await verifyWebhook({ headers, body, secret })).toMatchObject({ topic: 'booking.confirmed' });
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
        team: 'devteam',
      });
    }
    const empty = await dev.platform([...replay, '--env', '.env.nothing']);
    expect(empty).toMatchObject({ code: 2, stderr: expect.stringContaining('--env .env.nothing') });
  });

  test('dev on an install not meant for development exits with instructions', async () => {
    await pushed('Normal');
    expect(await dev.platform(['install'])).toMatchObject({ code: 0 });
    const run = await dev.platform(['dev', '--to', 'http://127.0.0.1:65530']);
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('not_dev_install') });
    expect(run.stderr).toContain('platform install --dev');
  });

  test('dev --once and replay exit with 1 if the app refuses a delivery', async () => {
    const { slug } = await pushed('Refuses');
    await dev.platform(['install', '--dev']);
    const eventId = await queueDelivery(platform, slug, '{}');
    const app = await localApp(500);
    const run = await dev.platform(['dev', '--once', '--to', app.url]);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain(`platform replay ${eventId}`);
    expect(await dev.platform(['replay', eventId, '--to', app.url])).toMatchObject({ code: 1 });
    expect(await dev.platform(['replay', eventId, '--to', 'http://127.0.0.1:65530'])).toMatchObject({
      code: 1,
    });
  });

  test("dev --to an origin keeps the webhook's path, and logs show the local app's response", async () => {
    const { slug } = await pushed('Placed', ['webhook_url = "https://a.example.com/hooks/in?from=us"']);
    await dev.platform(['install', '--dev']);
    const taken = await queueDelivery(platform, slug, '{}');
    const app = await localApp(202);
    const { origin } = new URL(app.url);
    await dev.platform(['dev', '--once', '--to', origin]);
    expect(app.arrived.map(({ path }) => path)).toEqual(['/hooks/in?from=us']);
    const refused = await queueDelivery(platform, slug, '{}');
    await dev.platform(['dev', '--once', '--to', 'http://127.0.0.1:65530']);
    const { stdout } = await dev.platform(['logs']);
    expect(stdout).toMatch(/^TIME \(UTC\) +EVENT +TOPIC +STATUS +ATTEMPTS +RESPONSE$/m);
    const at = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d';
    expect(stdout).toMatch(new RegExp(`^${at} +${taken} +\\S+ +forwarded +1 +202 in \\d+ ms$`, 'm'));
    expect(stdout).toMatch(
      new RegExp(`^${at} +${refused} +\\S+ +forwarded \\(failed\\) +1 +.*ECONNREFUSED.* in \\d+ ms$`, 'm'),
    );
  });

  test("logs --app prints an app's health unless a team is given", async () => {
    const { slug } = await pushed('Healthy');
    await dev.platform(['install']);
    const eventId = await queueDelivery(platform, slug, '{}');
    const [failed] = await platform.database.query<{ install_id: number; team: string }>(
      `UPDATE apps.deliveries d SET status = 'failed', last_status_code = 500, sent_at = now()
       FROM apps.installs i JOIN apps.teams t ON t.id = i.team_id
       WHERE i.id = d.install_id AND d.event_id = $1 RETURNING d.install_id, t.slug AS team`,
      [eventId],
    );
    if (!failed) throw new Error('The delivery is missing.');
    const hour = { hoursAgo: 1, delivered: 3, failed: 1, latencyMsSum: 240 };
    await countAttempts(platform, failed.install_id, [hour]);
    const { code, stdout } = await dev.platform(['logs', '--app', slug]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^installs +1 team today, 0 teams on \d{4}-\d\d-\d\d$/m);
    expect(stdout).toMatch(/^last 7 days +3 of 4 attempts accepted \(75\.0 %\)$/m);
    expect(stdout).toMatch(
      new RegExp(`^${failed.team} +booking\\.confirmed +failed +0 +HTTP 500 +[\\d :-]+ +- +${eventId}$`, 'm'),
    );
    expect(stdout).not.toContain('lack');
    expect(stdout).toMatch(/:00 +3 +1 +80 ms$/m);
    const json = JSON.parse((await dev.platform(['logs', '--app', slug, '--json'])).stdout);
    expect(json.failing).toMatchObject([{ install: failed.install_id, error: 'HTTP 500' }]);
    const log = await dev.platform(['logs', '--app', slug, '--team', failed.team]);
    expect(log.stdout).toMatch(new RegExp(` ${eventId} +booking\\.confirmed +failed `, 'm'));
  });

  test('logs --follow shows each new delivery', async () => {
    const { slug } = await pushed('Followed');
    await dev.platform(['install', '--dev']);
    const first = await queueDelivery(platform, slug, '{}');
    const logs = watch(dev.start(['logs', '--follow']));
    await logs.line(new RegExp(` pending +${first} `));
    const app = await localApp(204);
    await dev.platform(['dev', '--once', '--to', app.url]);
    await logs.line(new RegExp(` forwarded +${first} .* 1 attempt +204 in \\d+ ms$`));
    logs.child.kill('SIGINT');
    expect(await once(logs.child, 'exit')).toEqual([0, null]);
  });
});
