import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_VERSIONS } from '#schema/views.ts';
import { buildCli, openWorkplace, type Run, type Workplace } from '../support/cli.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { commandsBelow } from '../support/sh.ts';

let platform: TestPlatform;
let workplace: Workplace;
let pat = '';

beforeAll(async () => {
  [platform] = await Promise.all([startPlatform(), buildCli()]);
  pat = platform.demo?.accounts.find((account) => account.key === 'developer')?.pat ?? '';
  workplace = await openWorkplace({ PLATFORM_API_URL: platform.address });
});
afterAll(async () => {
  await workplace.remove();
  await platform.close();
});

describe('from nothing to an app with a token, by the commands of docs/guides/command-line.md', () => {
  const lines = commandsBelow('docs/guides/command-line.md', 'From nothing to an app with a token');
  const runs = new Map<string, Run>();
  const cwd = () => join(workplace.folder, 'turnover');

  test("every command up to the API's first response exits with 0", async () => {
    let folder = workplace.folder;
    for (const [program, ...args] of lines) {
      if (program === 'cd') folder = join(folder, args[0] ?? '');
      if (program === 'npm') break;
      if (program !== 'platform') continue;
      const run = await workplace.platform(args, { cwd: folder, env: { PLATFORM_TOKEN: pat } });
      expect(run, args.join(' ')).toMatchObject({ code: 0 });
      runs.set(args[0] ?? '', run);
    }
    expect([...runs.keys()]).toEqual(['init', 'validate', 'push', 'install', 'execute']);
  });

  test("the server's slug is written to app.toml", async () => {
    expect(await readFile(join(cwd(), 'app.toml'), 'utf8')).toContain(
      'name = "Turnover Crew"\nslug = "turnover-crew"\n',
    );
    expect(runs.get('push')?.stdout).toMatch(/^pushed {2}turnover-crew, version \d+ \(live\)$/m);
  });

  test('the secrets are in the named file, readable only by its owner', async () => {
    const env = await readFile(join(cwd(), '.env'), 'utf8');
    const [, token = ''] = /^PLATFORM_RUNTIME_TOKEN=(platform_app_\S+)$/m.exec(env) ?? [];
    const [, secret = ''] = /^PLATFORM_WEBHOOK_SECRET=(whsec_\S+)$/m.exec(env) ?? [];
    expect([token.length, secret.length].every((length) => length > 40)).toBe(true);
    expect((await stat(join(cwd(), '.env'))).mode & 0o777).toBe(0o600);
    for (const { stdout, stderr } of runs.values()) {
      expect(stdout + stderr).not.toContain(token);
      expect(stdout + stderr).not.toContain(secret);
    }
  });

  test('the app queries the Developer GraphQL API as itself', () => {
    expect(JSON.parse(runs.get('execute')?.stdout ?? '')).toMatchObject({
      data: {
        apiVersion: API_VERSIONS.at(-1)?.version,
        currentApp: { name: 'Turnover Crew', type: 'remote' },
      },
    });
  });

  test('a document can come from standard input or a file too, with variables', async () => {
    const document = 'query ($id: ID!) { task(id: $id) { id } }';
    await writeFile(join(cwd(), 'task.graphql'), document);
    const variables = ['--env', '.env', '--json', '--variables', '{"id":"0"}'];
    const [piped, filed] = await Promise.all([
      workplace.platform(['execute', '-', ...variables], { cwd: cwd(), stdin: document }),
      workplace.platform(['execute', '--file', 'task.graphql', ...variables], { cwd: cwd() }),
    ]);
    for (const { code, stdout } of [piped, filed]) {
      expect([code, JSON.parse(stdout)]).toMatchObject([0, { data: { task: null } }]);
    }
  });

  test.each([
    ['an unknown field', ['{ nothing }']],
    ['an unsupported version', ['{ apiVersion }', '--api-version', '1999-01']],
  ])("%s exits with 1 and prints the API's message", async (_what, args) => {
    const run = await workplace.platform(['execute', ...args, '--env', '.env'], { cwd: cwd() });
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(/^error {2}.*(nothing|Supported versions)/m);
  });
});
