import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCli, openWorkplace, SYSTEM_NODE, type Workplace } from '../support/cli.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { freePort, type Process, watch } from '../support/process.ts';
import { commandsBelow } from '../support/sh.ts';

let platform: TestPlatform;
let dev: Workplace;

beforeAll(async () => {
  [platform] = await Promise.all([startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1' }), buildCli()]);
  const pat = platform.demo?.accounts.find(({ key }) => key === 'developer')?.pat ?? '';
  dev = await openWorkplace({ PLATFORM_API_URL: platform.address, PLATFORM_TOKEN: pat });
});
afterAll(async () => {
  await dev.remove();
  await platform.close();
});

/** An app whose guide was followed. */
interface Followed {
  readonly cwd: string;
  readonly origin: string;
  readonly app: Process;
  /** Output of the guide's last command, `platform trigger`. */
  readonly triggered: string;
}

/** Runs the commands in a guide's first section in order, as a reader would in three terminals, but with a free port. */
async function follow(guide: string): Promise<Followed> {
  const port = await freePort();
  let cwd = dev.folder;
  let app: Process | undefined;
  let triggered = '';
  for (const [program, ...args] of commandsBelow(guide, 'Create the app')) {
    const command = [program, ...args].join(' ');
    if (program === 'cd') {
      cwd = join(cwd, args[0] ?? '');
      await replaceIn(join(cwd, 'app.toml'), 'localhost:3000', `localhost:${port}`);
    } else if (command === 'npm start') {
      const { scripts } = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'));
      const [, ...options] = scripts.start.split(' ');
      const env = { PATH: process.env.PATH, PORT: String(port), PLATFORM_API_URL: platform.address };
      app = watch(spawn(SYSTEM_NODE, options, { cwd, env }));
      await app.line(/^Listening on /);
    } else if (program === 'npm') {
      const options = { cwd, env: { PATH: process.env.PATH, HOME: dev.folder } };
      const install = watch(spawn('npm', [...args, '--offline', '--no-audit', '--no-fund'], options));
      await install.line(/^added /);
    } else if (command === 'platform dev') {
      const to = ['--to', `http://localhost:${port}/webhooks`]; // the default is port 3000
      await watch(dev.start([...args, ...to], { cwd })).line(/^Forwarding deliveries of /);
    } else {
      expect(program, command).toBe('platform');
      const run = await dev.platform(args, { cwd });
      expect(run, command).toMatchObject({ code: 0 });
      triggered = run.stdout;
    }
  }
  return { cwd, origin: `http://localhost:${port}`, app: app ?? expect.unreachable(), triggered };
}

async function replaceIn(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replaceAll(from, to));
}

/** Runs the guide's own document as the app. */
async function execute<Data>(guide: string, cwd: string, id: string): Promise<Data> {
  const [, document = ''] = /^```graphql\n(.*?)^```$/ms.exec(readFileSync(guide, 'utf8')) ?? [];
  const args = ['execute', '-', '--env', '.env', '--json', '--variables', JSON.stringify({ id })];
  const run = await dev.platform(args, { cwd, stdin: document });
  expect(run).toMatchObject({ code: 0 });
  return JSON.parse(run.stdout).data as Data; // the caller names the document's fields
}

describe('the guide to assigning cleanings', () => {
  const guide = 'docs/guides/assign-cleanings.md';

  test("the guide's commands and document assign real tasks", async () => {
    const { cwd, app, triggered } = await follow(guide);
    const [, first = ''] = /Task (\d+) \(/.exec(triggered) ?? [];
    await app.line(new RegExp(`^Task ${first} of devteam goes to `));
    expect(await assigneeOf(first)).not.toBe(null);

    // Until it has exited, the app would still assign the next task.
    const exited = once(app.child, 'exit');
    app.child.kill('SIGTERM');
    await exited;
    const again = await dev.platform(['trigger', 'task.assignment_requested'], { cwd });
    const [, id = ''] = /Task (\d+) \(/.exec(again.stdout) ?? [];
    expect(await assigneeOf(id)).toBe(null);
    const { taskAssign } = await execute<{ taskAssign: object }>(guide, cwd, id);
    expect(taskAssign).toMatchObject({ task: { id, assigneeName: 'Ada' }, userErrors: [] });
    expect(await assigneeOf(id)).toBe('Ada');
  });

  async function assigneeOf(id: string): Promise<string | null | undefined> {
    const [task] = await platform.database.query<{ assignee_name: string | null }>(
      'SELECT assignee_name FROM tasks.task WHERE id = $1',
      [id],
    );
    return task?.assignee_name;
  }
});

describe('the guide to taking payments', () => {
  const guide = 'docs/guides/take-payments.md';

  test("the guide's commands and document confirm bookings", async () => {
    const { cwd, origin, triggered } = await follow(guide);
    const page = /sends its guest to (\S+?)\.$/m.exec(triggered)?.[1] ?? '';
    expect(page).toMatch(new RegExp(`^${origin}/pay/`));
    const paid = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'approve' }),
      redirect: 'manual',
    });
    expect(paid.status).toBe(303);
    expect(paid.headers.get('location')).toMatch(/^http:\/\/sandbox\.localhost:\d+\/bookings\//);
    expect(await bookingOf(triggered)).toBe('confirmed');

    const again = await dev.platform(['trigger', 'payment_session'], { cwd });
    const [, id = ''] = /\/pay\/(\S+?)\.$/m.exec(again.stdout) ?? [];
    expect(await bookingOf(again.stdout)).toBe('held');
    const { paymentSessionResolve } = await execute<{ paymentSessionResolve: object }>(guide, cwd, id);
    expect(paymentSessionResolve).toMatchObject({ paymentSession: { id }, userErrors: [] });
    expect(await bookingOf(again.stdout)).toBe('confirmed');
  });

  async function bookingOf(message: string): Promise<string | undefined> {
    const [reference] = /BK-\w{8}/.exec(message) ?? [];
    const [booking] = await platform.database.query<{ status: string }>(
      'SELECT status FROM checkout.bookings WHERE reference = $1',
      [reference],
    );
    return booking?.status;
  }
});

describe('the guide to charging for an app', () => {
  const guide = 'docs/guides/charge-for-your-app.md';

  test("the guide's commands, plans and document record use that never costs anything", async () => {
    const { cwd, app, triggered } = await follow(guide);
    expect(triggered).toMatch(
      /107 units of "cleaning" were recorded, so that usage reached 80% of the cap\.$/m,
    );
    await app.line(/^The usage of devteam is near its cap\.$/);
    const [, plans = ''] = /^```toml\n(.*?)^```$/ms.exec(readFileSync(guide, 'utf8')) ?? [];
    expect(await readFile(join(cwd, 'plans.toml'), 'utf8')).toContain(plans);

    interface Recorded {
      readonly appUsageRecordCreate: {
        readonly usageRecord: { readonly id: string; readonly amount: number };
      };
    }
    const first = await execute<Recorded>(guide, cwd, 'task-1');
    expect(first.appUsageRecordCreate).toMatchObject({ usageRecord: { amount: 150 }, userErrors: [] });
    expect(await execute<Recorded>(guide, cwd, 'task-1')).toEqual(first);
    const changed = await dev.platform(['trigger', 'app.subscription_changed'], { cwd });
    expect(changed.stdout).toContain('The plan is now "Flat rate".');
    const late = await execute<{ appUsageRecordCreate: object }>(guide, cwd, 'task-2');
    expect(late.appUsageRecordCreate).toMatchObject({
      usageRecord: null,
      userErrors: [{ code: 'INVALID', field: ['input', 'usageKey'] }],
    });
    const charges = await platform.database.query('SELECT 1 FROM apps.charges');
    expect(charges).toEqual([]);
  });
});
