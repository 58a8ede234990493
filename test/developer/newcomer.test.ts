import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignTask, readTask } from '../../packages/api-types/example/tasks.ts';
import { buildCli, openWorkplace, SYSTEM_NODE, type Workplace } from '../support/cli.ts';
import { demoAccount } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { freePort, watch } from '../support/process.ts';

let platform: TestPlatform;
let newcomer: Workplace;

beforeAll(async () => {
  [platform] = await Promise.all([startPlatform(), buildCli()]);
  newcomer = await openWorkplace();
});
afterAll(async () => {
  await newcomer.remove();
  await platform.close();
});

test('the first signed event reaches a new app, which assigns the task', async () => {
  const cwd = join(newcomer.folder, 'turnover');
  const platformRuns = async (...args: string[]) => {
    const run = await newcomer.platform(args, args[0] === 'init' ? {} : { cwd });
    expect(run, args.join(' ')).toMatchObject({ code: 0 });
    return run.stdout;
  };
  const stdin = demoAccount(platform, 'developer').pat ?? '';
  const login = ['login', '--token', '-', '--api-url', platform.address];
  expect(await newcomer.platform(login, { stdin })).toMatchObject({ code: 0 });

  await platformRuns('init', 'turnover', '--name', 'Turnover Crew', '--template', 'assignment-provider');
  const env = { PATH: process.env.PATH, HOME: newcomer.folder };
  await promisify(execFile)('npm', ['install', '--offline', '--no-audit', '--no-fund'], { cwd, env });
  await platformRuns('validate');
  await platformRuns('push', '--release', '--env', '.env');
  await platformRuns('install', '--dev', '--env', '.env');

  const { scripts } = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'));
  const port = await freePort();
  const own = { ...env, PORT: String(port) }; // init has written the API's address into .env
  const app = watch(spawn(SYSTEM_NODE, scripts.start.split(' ').slice(1), { cwd, env: own }));
  await app.line(/^Listening on /);
  const webhooks = `http://127.0.0.1:${port}/webhooks`;
  const dev = watch(newcomer.start(['dev', '--to', webhooks], { cwd }));
  await dev.line(/^Forwarding deliveries of turnover-crew on devteam to /);

  const triggered = await platformRuns('trigger', 'task.assignment_requested');
  const [, id = ''] =
    /^triggered {2}task\.assignment_requested: .*Task (\d+) \([\w/-]+\) was created/.exec(triggered) ?? [];
  const [, worker] = /goes to (\w+)\.$/.exec(await app.line(new RegExp(`^Task ${id} of devteam `))) ?? [];
  const delivered = await dev.line(/^delivered .* task\.assignment_requested {2}204/);

  // An unsigned event is refused; the event above verified.
  const [, eventId = ''] = /^delivered {2}(\S+)/.exec(delivered) ?? [];
  const { body, headers } = JSON.parse(await platformRuns('logs', '--event', eventId, '--json'));
  const post = (sent: string) => fetch(webhooks, { method: 'POST', headers, body: sent });
  expect((await post(body)).status).toBe(204);
  expect((await post(body.replace('devteam', 'Devteam'))).status).toBe(401);

  const written = await readFile(join(cwd, '.env'), 'utf8');
  const runtimeToken = /^PLATFORM_RUNTIME_TOKEN=(.*)$/m.exec(written)?.[1] ?? '';
  const endpoint = { apiUrl: platform.address, runtimeToken };
  const assigned = { id, canonicalStatus: 'ASSIGNED', assigneeName: worker };
  expect(await readTask(endpoint, { id })).toEqual(assigned);
  const input = { id, assigneeType: 'external', assigneeName: 'Barbara' } as const;
  expect(await assignTask(endpoint, { input })).toEqual({ ...assigned, assigneeName: 'Barbara' });
});
