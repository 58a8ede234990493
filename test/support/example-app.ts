import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'smol-toml';
import { newUuid } from '#kit/ids.ts';
import { SYSTEM_NODE } from './cli.ts';
import { developer } from './management.ts';
import { demoAccount } from './oauth.ts';
import type { TestPlatform } from './platform.ts';
import { freePort, type Process, readLines } from './process.ts';

/** A webhook returned by `forward`. */
export interface Forwarded {
  readonly event_id: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An app in `examples/`: pushed, installed on a demo team, run by the developers' Node version. */
export interface ExampleApp {
  readonly slug: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly origin: string;
  readonly start: (env?: Readonly<Record<string, string>>) => Promise<Process>;
  readonly stop: () => Promise<void>;
  /**
   * The app's waiting webhooks, once there are some or the time is over; the app doesn't receive them this
   * way.
   */
  readonly take: (waitSeconds?: number) => Promise<readonly Forwarded[]>;
  /** Posts a webhook to the app and returns the response's status. */
  readonly hand: (webhook: Forwarded) => Promise<number>;
  readonly remove: () => Promise<void>;
}

/** Compiles packages/app-sdk, like `npm ci`. */
export async function buildSdk(): Promise<void> {
  await promisify(execFile)(process.execPath, ['packages/app-sdk/build.js']);
}

interface Example {
  readonly folder: string;
  readonly account: string;
  readonly team: string;
  /** True if it's installed with its first plan in plans.toml. */
  readonly paid?: boolean;
  /** True if its webhooks wait for `take`; otherwise the app receives them automatically. */
  readonly dev?: boolean;
}

/** Creates an app from the app.toml in `examples/{folder}` for a demo account and its team. */
export async function openExample(
  platform: TestPlatform,
  { folder, account, team, dev = true, paid = false }: Example,
): Promise<ExampleApp> {
  const cwd = resolve('examples', folder);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const toml = (await readFile(join(cwd, 'app.toml'), 'utf8')).replaceAll(/http:\/\/localhost:\d+/g, origin);
  const { name, type, distribution, ...manifest } = parse(toml);
  const slug = `${folder}-${newUuid().slice(0, 8)}`;
  const { call } = developer(platform.address, demoAccount(platform, account).pat ?? '');
  const body = { name, type, distribution, slug, manifest, release: true };
  const pushed = await call('POST', 'apps', { body });
  if (paid) {
    const { plans } = parse(await readFile(join(cwd, 'plans.toml'), 'utf8'));
    const saved = await call('PUT', `apps/${slug}/listing`, { body: { plans } });
    if (saved.status !== 200) throw new Error(JSON.stringify(saved.json));
  }
  const installed = await call('POST', `apps/${slug}/installs`, { team, body: { dev } });
  if (pushed.status !== 201 || installed.status !== 201) {
    throw new Error(JSON.stringify([pushed.json, installed.json]));
  }
  const data = await mkdtemp(join(tmpdir(), 'platform-example-'));
  let app: Process | null = null;
  const stop = async () => {
    if (!app || app.child.exitCode !== null) return;
    app.child.kill('SIGTERM');
    await once(app.child, 'exit');
  };
  return {
    slug,
    clientId: pushed.json.client_id,
    clientSecret: pushed.json.client_secret,
    origin,
    async start(env = {}) {
      const own = {
        PATH: process.env.PATH,
        PORT: String(port),
        APP_URL: origin,
        DATA_FILE: join(data, 'data.json'),
        PLATFORM_API_URL: platform.address,
        PLATFORM_CLIENT_ID: pushed.json.client_id,
        PLATFORM_CLIENT_SECRET: pushed.json.client_secret,
        PLATFORM_RUNTIME_TOKEN: installed.json.token,
        PLATFORM_WEBHOOK_SECRET: installed.json.webhook_secret,
        ...env,
      };
      app = readLines(spawn(SYSTEM_NODE, ['server.js'], { cwd, env: own }));
      await app.line(/^Listening on /);
      return app;
    },
    stop,
    take: async (waitSeconds = 10) =>
      (await call('GET', `apps/${slug}/forward?wait=${waitSeconds}`, { team })).json.data,
    async hand({ body: raw, headers }) {
      const json = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers: { ...json, ...headers }, body: raw };
      return (await fetch(`${origin}/webhooks`, init)).status;
    },
    async remove() {
      await stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}
