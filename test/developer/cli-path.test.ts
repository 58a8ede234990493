import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

describe('from nothing to an app with a token, by the commands of docs/cli.md', () => {
  const lines = commandsBelow('docs/cli.md', 'From nothing to an app with a token');
  const runs = new Map<string, Run>();
  const cwd = () => join(workplace.folder, 'turnover');

  test('every command up to the install ends with 0', async () => {
    let folder = workplace.folder;
    for (const [program, ...args] of lines) {
      if (program === 'cd') folder = join(folder, args[0] ?? '');
      if (args[0] === 'execute') break;
      if (program !== 'platform') continue;
      const run = await workplace.platform(args, { cwd: folder, env: { PLATFORM_TOKEN: pat } });
      expect(run, args.join(' ')).toMatchObject({ code: 0 });
      runs.set(args[0] ?? '', run);
    }
    expect([...runs.keys()]).toEqual(['init', 'validate', 'push', 'install']);
  });

  test('the slug that the server chose stands in app.toml, and the app is live', async () => {
    expect(await readFile(join(cwd(), 'app.toml'), 'utf8')).toContain(
      'name = "Turnover Crew"\nslug = "turnover-crew"\n',
    );
    expect(runs.get('push')?.stdout).toMatch(/^pushed {2}turnover-crew, version \d+ \(live\)$/m);
  });

  test('the secrets stand in the file that was named, for its owner only, and nowhere else', async () => {
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
});
