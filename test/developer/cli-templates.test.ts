import { spawn } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assignTask, readTask } from '../../packages/api-types/example/tasks.ts';
import { buildCli, openWorkplace, SYSTEM_NODE, type Workplace } from '../support/cli.ts';
import { queueDelivery } from '../support/deliveries.ts';
import { hostOf } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { freePort, watch } from '../support/process.ts';
import { createTask, designate } from '../support/task-world.ts';

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

/** The personal access token of a demo account. */
function pat(key: string): string {
  return platform.demo?.accounts.find((account) => account.key === key)?.pat ?? '';
}

async function idOf(sql: string, value: unknown): Promise<number> {
  const [row] = await platform.database.query<{ id: number }>(sql, [value]);
  if (row === undefined) throw new Error(`Nothing is found by ${sql}`);
  return row.id;
}

/** An app made from a template, pushed, installed for local work and running as its README says. */
async function runTemplate(template: string, env: Readonly<Record<string, string>> = {}) {
  const cwd = join(dev.folder, template);
  const steps = [
    ['init', template, '--template', template, '--name', template, '--slug', template],
    ['push', '--release'],
    ['install', '--dev', '--env', '.env'],
  ];
  for (const [index, step] of steps.entries()) {
    const run = await dev.platform(step, index === 0 ? { env } : { cwd, env });
    expect(run, step.join(' ')).toMatchObject({ code: 0 });
  }
  const port = await freePort();
  const own = { PATH: process.env.PATH, PORT: String(port), PLATFORM_API_URL: platform.address };
  const { scripts } = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'));
  const [, ...args] = scripts.start.split(' ');
  const app = watch(spawn(SYSTEM_NODE, args, { cwd, env: own }));
  await app.line(/^Listening on /);
  const written = await readFile(join(cwd, '.env'), 'utf8');
  const secret = /^PLATFORM_WEBHOOK_SECRET=(.*)$/m.exec(written)?.[1] ?? '';
  const token = /^PLATFORM_RUNTIME_TOKEN=(.*)$/m.exec(written)?.[1] ?? '';
  return { cwd, app, secret, token, origin: `http://127.0.0.1:${port}` };
}

const sign = (secret: string, timestamp: number, body: string) =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

describe('the remote template', () => {
  test('takes what platform dev brings while it polls, and refuses what the platform did not sign', async () => {
    const { cwd, app, secret, origin } = await runTemplate('remote');
    const url = `${origin}/webhooks`;
    const forwarding = watch(dev.start(['dev', '--to', url], { cwd }));
    await forwarding.line(/^Deliveries of remote on devteam go to /);

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

describe('the assignment-provider template', () => {
  test('assigns a task of the host that platform dev brings, and moves it on by platform execute', async () => {
    const env = { PLATFORM_TEAM: 'lakeside', PLATFORM_TOKEN: pat('host') };
    const { cwd, app, token, origin } = await runTemplate('assignment-provider', env);
    const forwarding = watch(dev.start(['dev', '--to', `${origin}/webhooks`], { cwd, env }));
    await forwarding.line(/^Deliveries of assignment-provider on lakeside go to /);

    const developer = { host: hostOf(await idOf('SELECT id FROM apps.teams WHERE slug = $1', 'lakeside')) };
    await designate(platform, developer, 'assignment-provider');
    const propertyId = String(
      await idOf(
        `SELECT p.id FROM catalog.property p JOIN catalog.storefront s ON s.id = p.storefront_id
         WHERE s.team_id = $1 LIMIT 1`,
        developer.host.teamId,
      ),
    );
    const id = await createTask(platform, { developer, propertyId });
    const [, worker] =
      /goes to (\w+)\.$/.exec(await app.line(new RegExp(`^Task ${id} \\(cleaning\\) `))) ?? [];
    await forwarding.line(/^delivered .*task\.assignment_requested {2}204/);

    // The typed client of packages/api-types sees what the app did.
    const endpoint = { apiUrl: platform.address, runtimeToken: token };
    expect(await readTask(endpoint, { id })).toEqual({
      id,
      canonicalStatus: 'ASSIGNED',
      assigneeName: worker,
    });
    const input = { id, assigneeType: 'external', assigneeName: 'Barbara' } as const;
    expect(await assignTask(endpoint, { input })).toMatchObject({ assigneeName: 'Barbara' });

    const readme = await readFile(join(cwd, 'README.md'), 'utf8');
    const document = (/'(mutation .*)'/.exec(readme)?.[1] ?? '').replace('"1"', `"${id}"`);
    const run = await dev.platform(['execute', '--env', '.env', document], { cwd });
    expect(run).toMatchObject({ code: 0 });
    expect(JSON.parse(run.stdout)).toMatchObject({
      data: { taskTransitionStatus: { task: { canonicalStatus: 'IN_PROGRESS' }, userErrors: [] } },
    });
  });
});

describe('the payment template', () => {
  test('opens a session the platform signed, and shows the guest what is to be paid', async () => {
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
