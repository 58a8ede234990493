import { execFile, execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isOlder } from '../../cli/node-version.ts';
import { buildCli, openWorkplace, SYSTEM_NODE, type Workplace } from '../support/cli.ts';

const COMMANDS = [
  'login logout whoami teams init validate push release rollback versions listing list info install uninstall',
  'token-rotate client-secret dev logs replay trigger execute agent open doctor completion theme',
]
  .join(' ')
  .split(' ');

const SYSTEM_VERSION = execFileSync(SYSTEM_NODE, ['--version'], { encoding: 'utf8' }).trim().slice(1);

/** An unused address on this machine. */
const NOBODY = { PLATFORM_API_URL: 'http://127.0.0.1:65530' };

let workplace: Workplace;
beforeAll(async () => {
  await buildCli();
  workplace = await openWorkplace(NOBODY);
});
afterAll(() => workplace.remove());

describe('usage', () => {
  test.each(COMMANDS)('%s prints its help with and without the app prefix', async (name) => {
    const [plain, prefixed] = await Promise.all([
      workplace.platform([name, '--help']),
      workplace.platform(['app', name, '--help']),
    ]);
    expect(plain).toMatchObject({ code: 0, stderr: '' });
    expect(plain.stdout).toContain('--no-input');
    expect(prefixed.stdout).toBe(plain.stdout.replace(`platform ${name}`, `platform app ${name}`));
  });

  test.each([
    { args: ['push', '--frobnicate'], named: '--frobnicate' },
    { args: ['--frobnicate', 'push'], named: '--frobnicate' },
    { args: ['frobnicate'], named: 'frobnicate' },
    { args: ['push', 'one-too-many'], named: 'too many arguments' },
    { args: ['list', '--team'], named: '--team' },
    { args: ['init'], named: '--name' },
    { args: ['init', '--name', 'A', '--distribution', 'public'], named: '--slug' },
    { args: ['init', '--name', 'A', '--template', 'theme'], named: 'assignment-provider' },
    { args: ['login'], named: '--token' },
    { args: ['info'], named: '--app' },
    { args: ['push'], named: '--config' },
    { args: ['release', '--app', 'a', 'latest'], named: 'whole number' },
    { args: ['execute'], named: '--file' },
    { args: ['execute', '{ apiVersion }'], named: '--runtime-token' },
    { args: ['execute', '{ apiVersion }', '--variables', '[]'], named: '--variables' },
    { args: ['agent', 'search'], named: 'origin' },
    { args: ['agent', 'search', 'http://a.test'], named: '--check-in' },
    {
      args: ['agent', 'search', 'http://a.test', '--check-in', 'soon', '--check-out', 'later'],
      named: '--check-in',
    },
    { args: ['agent', 'search', 'http://a.test', '--nights', '2'], named: '--nights' },
    { args: ['agent', 'book', 'http://a.test', 'a-stay', '--first-name', 'Ada'], named: '--last-name' },
    { args: ['agent', 'cancel', 'http://a.test'], named: '--checkout' },
    { args: ['agent', 'cancel', 'lakeside', '--checkout', 'a'], named: 'origin' },
    { args: ['agent', 'dance'], named: 'dance' },
    { args: ['dev', 'some-app', '--team', 't', '--to', 'here'], named: '--to' },
    { args: ['list', '--api-url', 'ftp://x'], named: '--api-url' },
    { args: ['completion', 'ksh'], named: 'bash' },
    { args: ['logs', 'a', '--follow', '--event', 'b'], named: '--follow' },
    { args: ['dev', 'a', '--once', '--run', 'b'], named: '--run' },
  ])('$args exits with 2 and names $named without waiting for input', async ({ args, named }) => {
    const run = await workplace.platform(args);
    expect(run.stderr).toContain(named);
    expect(run).toMatchObject({ code: 2, stdout: '' });
  });

  test.each(['whoami', 'teams', 'list', 'info some-app', 'install some-app --team t', 'logs some-app'])(
    '%s without a token exits with 3 and names PLATFORM_TOKEN',
    async (line) => {
      const run = await workplace.platform(line.split(' '));
      expect(run.stderr).toContain('PLATFORM_TOKEN');
      expect(run).toMatchObject({ code: 3, stdout: '' });
    },
  );

  test('an unreachable API exits with 1 and prints its address', async () => {
    const run = await workplace.platform(['list'], { env: { PLATFORM_TOKEN: 'platform_pat_x' } });
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('http://127.0.0.1:65530');
  });

  test('output outside a terminal has neither colors nor spinners', async () => {
    const runs = await Promise.all([
      workplace.platform(['--help']),
      workplace.platform(['list'], { env: { PLATFORM_TOKEN: 'platform_pat_x' } }),
    ]);
    for (const { stdout, stderr } of runs) expect(stdout + stderr).not.toContain('\u001b');
  });
});

test('--version names the command, the system and Node', async () => {
  const { version } = JSON.parse(await readFile('cli/package.json', 'utf8'));
  const run = await workplace.platform(['--version']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toMatch(
    new RegExp(`^platform/${version} ${process.platform}-${process.arch} node-v\\d+`),
  );
});

describe('completion', () => {
  test('bash completion covers commands, flags and their values', async () => {
    const { stdout: script } = await workplace.platform(['completion', 'bash']);
    const typed = [
      'pu',
      'push --rel',
      'init --template ty',
      'open ex',
      '--team a logou',
      'app token-',
      'list --no',
    ];
    const lines = typed.map((line) => {
      const words = ['platform', ...line.split(' ')];
      return `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _platform; echo "\${COMPREPLY[@]}"`;
    });
    const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', [script, ...lines].join('\n')]);
    expect(stdout.trim().split('\n')).toEqual([
      'push',
      '--release',
      'typescript',
      'explorer',
      'logout',
      'token-rotate',
      '--no-input',
    ]);
  });

  test.each([
    ['zsh', (name: string) => `    '${name}:`],
    ['fish', (name: string) => `complete -c platform -n __fish_use_subcommand -f -a ${name} -d '`],
  ] as const)('completion in %s names every command', async (shell, lineOf) => {
    const { stdout } = await workplace.platform(['completion', shell]);
    for (const name of COMMANDS)
      expect(stdout).toContain(`\n${lineOf(name)}`.slice(name === 'login' ? 1 : 0));
  });
});

describe('validate, offline', () => {
  const check = async (text: string, ...flags: string[]) => {
    await writeFile(join(workplace.folder, 'app.toml'), text);
    return workplace.platform(['validate', ...flags]);
  };

  test('a [dev] table without a command is refused at its position', async () => {
    const run = await check('name = "App"\n[dev]\ncommand = 7\n');
    expect(run).toMatchObject({
      code: 4,
      stderr: expect.stringMatching(/^app\.toml:3:1\d? dev\.command must be text/),
    });
    expect(await check('name = "App"\n[dev]\ncommand = "npm start"\n')).toMatchObject({ code: 0 });
  });

  test('an app that follows every rule is valid', async () => {
    expect(await check('name = "App"\nscopes = ["read_tasks"]\n')).toEqual({
      code: 0,
      stdout: 'valid  app.toml\n',
      stderr: '',
    });
  });

  test('every problem has a line and column', async () => {
    const run = await check('name = "App"\nwebhooks = ["task.crated"]\nwebhook_url = "here"\n');
    expect(run.code).toBe(4);
    expect(run.stderr).toMatch(/^app\.toml:2:13 .*Did you mean "task\.created"/m);
    expect(run.stderr).toMatch(/^app\.toml:3:1 webhook_url must be a valid https URL/m);
  });

  test('a syntax error has a line and column', async () => {
    const run = await check('name = "App"\nscopes = [\n  read_tasks\n]\n');
    expect(run.code).toBe(4);
    expect(run.stderr).toContain('app.toml:3:3 ');
  });

  test('a file not encoded in UTF-8 is refused', async () => {
    await writeFile(join(workplace.folder, 'app.toml'), Buffer.from([0x6e, 0xff, 0xfe]));
    const run = await workplace.platform(['validate']);
    expect(run).toMatchObject({ code: 4, stderr: "error  app.toml isn't UTF-8 text.\n" });
  });

  test("--json prints the body from POST apps/validate with each issue's position", async () => {
    const run = await check('name = "App"\nscopes = ["read_task"]\n', '--json');
    expect(run.code).toBe(4);
    expect(JSON.parse(run.stdout)).toMatchObject({
      valid: false,
      errors: [expect.stringContaining('read_tasks')],
      issues: [{ path: 'scopes[0]', code: 'unknown', line: 2, column: 11 }],
    });
  });

  test('plain http is allowed only for development servers', async () => {
    const text = 'name = "App"\nwebhook_url = "http://localhost:3000/webhooks"\n';
    expect(await check(text)).toMatchObject({ code: 0 });
    expect(await check(text, '--api-url', 'https://api.example.com')).toMatchObject({ code: 4 });
  });
});

describe('init', () => {
  test.each(['remote', 'assignment-provider', 'payment'])('%s creates a valid app', async (template) => {
    const name = `The "${template.slice(0, 12)}" \\ app`;
    const run = await workplace.platform(['init', template, '--template', template, '--name', name]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const cwd = join(workplace.folder, template);
    expect(await readFile(join(cwd, 'app.toml'), 'utf8')).toContain(`name = ${JSON.stringify(name)}\n`);
    expect(await readFile(join(cwd, '.gitignore'), 'utf8')).toContain('.env');
    expect(await workplace.platform(['validate'], { cwd })).toMatchObject({ code: 0 });
  });

  test('init explains the distribution, and a public app needs no release to be tried', async () => {
    const init = (folder: string, ...more: readonly string[]) =>
      workplace.platform(['init', folder, '--name', 'A', '--slug', folder, ...more]);
    const own = await init('for-me');
    expect(own.stdout).toContain("The app is private: only your account's own teams can install it");
    expect(own.stdout).toContain('The distribution is permanent from the first push on');
    expect(own.stdout).toMatch(/^Next: cd for-me && platform push --release --env \.env && /m);
    const all = await init('for-all', '--distribution', 'public');
    expect(all.stdout).toContain(
      'The app is public: every host can install it once an operator has approved it',
    );
    expect(all.stdout).toMatch(/^Next: cd for-all && platform push --env \.env && platform install --dev /m);
    expect(all.stdout).toMatch(/^When it works, submit it for review: platform push --release$/m);
  });

  test.skipIf(!isOlder(SYSTEM_VERSION, '22.18'))(
    'init on an old Node says which version the typescript template needs',
    async () => {
      const run = await workplace.platform(['init', 'typed', '--name', 'A', '--template', 'typescript']);
      expect([run.code, run.stderr]).toEqual([
        0,
        `The typescript template needs Node 22.18 or later, and this is Node ${SYSTEM_VERSION}. Install a newer one from https://nodejs.org/download.\n`,
      ]);
    },
  );

  test.each([
    ['20.20.2', '22.18', true],
    ['22.9.1', '22.18', true],
    ['22.18.0', '22.18', false],
    ['23.0.0', '22.18', false],
    ['20.5.9', '20.6', true],
  ])('Node %s is older than %s: %s', (version, than, older) => {
    expect(isOlder(version, than)).toBe(older);
  });

  test("init writes a public app's slug to app.toml", async () => {
    const args = ['init', 'public', '--name', 'A', '--distribution', 'public', '--slug', 'some-app'];
    expect(await workplace.platform(args)).toMatchObject({ code: 0 });
    const written = await readFile(join(workplace.folder, 'public', 'app.toml'), 'utf8');
    expect(written).toContain('name = "A"\nslug = "some-app"\n');
    expect(written).toContain('distribution = "public"\n');
  });

  test('an existing file is never overwritten', async () => {
    const folder = join(workplace.folder, 'taken');
    await mkdir(folder);
    await writeFile(join(folder, 'server.js'), 'mine');
    const args = ['init', 'taken', '--name', 'A'];
    const refused = await workplace.platform(args);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('--force');
    expect(await readFile(join(folder, 'server.js'), 'utf8')).toBe('mine');
    expect(await workplace.platform([...args, '--force'])).toMatchObject({ code: 0 });
  });
});

describe('theme', () => {
  test('a new theme is valid', async () => {
    const args = ['theme', 'init', 'lake-house', '--name', 'Lake House', '--json'];
    const { code, stdout } = await workplace.platform(args);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      slug: 'lake-house',
      files: expect.arrayContaining(['theme.toml']),
    });
    expect(await workplace.platform(['theme', 'check', 'lake-house'])).toMatchObject({
      code: 0,
      stdout: 'valid  Lake House 1.0.0\n',
    });
  });

  test('the problems of a theme have their file and line', async () => {
    await workplace.platform(['theme', 'init', 'broken', '--name', 'Broken']);
    const file = join('broken', 'templates', 'policy.liquid');
    await writeFile(
      join(workplace.folder, file),
      '<h1>{{ policy.title }}</h1>\n{{ 1 | where_exp: "i", "i" }}\n<form>',
    );
    const { code, stdout, stderr } = await workplace.platform(['theme', 'check', 'broken']);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toContain(`${file}:2 THEME_INVALID The filter "where_exp" doesn't exist`);
    expect(stderr).toContain(`${file}:3 THEME_INVALID <form> isn't allowed.`);
    const { stdout: json } = await workplace.platform(['theme', 'check', 'broken', '--json']);
    expect(JSON.parse(json)).toMatchObject({ valid: false, issues: [{ line: 2 }, { line: 3 }] });
  });

  test('a folder without a theme is a usage error', async () => {
    expect(await workplace.platform(['theme', 'check', '.'])).toMatchObject({ code: 2, stdout: '' });
  });
});
