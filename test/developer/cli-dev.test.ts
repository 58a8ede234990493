import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCli, openWorkplace, type Workplace } from '../support/cli.ts';
import { queueDelivery } from '../support/deliveries.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { freePort, watch } from '../support/process.ts';

let platform: TestPlatform;
let dev: Workplace;

beforeAll(async () => {
  [platform] = await Promise.all([startPlatform(), buildCli()]);
  const developer = platform.demo?.accounts.find(({ key }) => key === 'developer');
  dev = await openWorkplace({ PLATFORM_API_URL: platform.address, PLATFORM_TOKEN: developer?.pat ?? '' });
});
afterAll(async () => {
  await dev.remove();
  await platform.close();
});

describe('dev with a command', () => {
  const APP = `const { createServer } = require('node:http');
    createServer((request, response) => {
      console.log('asked for', request.url);
      if (request.url === '/end') process.exit(7);
      response.writeHead(204).end();
    }).listen(process.env.PORT, '127.0.0.1', () => console.error('up'));`;

  const listens = async (to: string): Promise<boolean> => {
    const socket = connect(Number(new URL(to).port), '127.0.0.1');
    try {
      await once(socket, 'connect');
      return true;
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  };

  /** Starts an app with `platform dev` by its app.toml. */
  const started = async (name: string) => {
    const to = `http://127.0.0.1:${await freePort()}/webhooks`;
    await writeFile(join(dev.folder, 'app.cjs'), APP);
    const command = JSON.stringify(`"${process.execPath}" app.cjs`);
    const toml = [`name = ${JSON.stringify(name)}`, '[dev]', `command = ${command}`, ''].join('\n');
    await writeFile(join(dev.folder, 'app.toml'), toml);
    const pushed = await dev.platform(['push', '--release', '--json']);
    expect(pushed).toMatchObject({ code: 0 });
    const { slug } = JSON.parse(pushed.stdout);
    await dev.platform(['install', '--dev']);
    return { slug, to, running: watch(dev.start(['dev', '--to', to])) };
  };

  test("dev runs the app's command and forwards deliveries once it listens", async () => {
    const { slug, to, running } = await started('Runs');
    await running.line(/^Forwarding deliveries of runs on devteam to /);
    // The app listens before its log line has passed through two processes.
    await running.line(/^app \| up$/);
    const eventId = await queueDelivery(platform, slug, '{}');
    await running.line(new RegExp(`^delivered {2}${eventId} `));
    await running.line(/^app \| asked for \/webhooks$/);
    running.child.kill('SIGINT');
    expect(await once(running.child, 'exit')).toEqual([0, null]);
    await expect(fetch(to)).rejects.toThrow('fetch failed');
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('dev ends the app at %s', async (signal) => {
    const { to, running } = await started(`Ends at ${signal}`);
    await running.line(/^Forwarding deliveries of ends-at-\w+ on devteam to /);
    running.child.kill(signal);
    expect(await once(running.child, 'exit')).toEqual([0, null]);
    await expect(fetch(to)).rejects.toThrow('fetch failed');
  });

  test('dev ends the app when its output is closed', async () => {
    const { slug, to, running } = await started('Unread');
    await running.line(/^Forwarding deliveries of unread on devteam to /);
    const exited = once(running.child, 'exit');
    running.child.stdout?.destroy();
    running.child.stderr?.destroy();
    await queueDelivery(platform, slug, '{}');
    await exited;
    await expect.poll(() => listens(to)).toBe(false); // without a request, because writing output would end it
  });

  test('dev exits with 1 when the app ends', async () => {
    const { to, running } = await started('Ends');
    await running.line(/^Forwarding deliveries of ends on devteam to /);
    const ended = once(running.child, 'close'); // with all its output
    await fetch(new URL('/end', to)).catch(() => {});
    expect(await ended).toEqual([1, null]);
    expect(running.lines).toContain('error  The app exited with status 7.');
  });
});
