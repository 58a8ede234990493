import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { recoveryPath, runOperator } from '../support/operator-program.ts';
import { type Process, readLines } from '../support/process.ts';
import { EFFORT, tries } from '../support/seeded.ts';

/** Moments in a first start, recognized by the data folder's files. */
const MOMENTS: Readonly<Record<string, (names: readonly string[], dataDir: string) => boolean>> = {
  'while the cluster is made': (names) => names.some((name) => name.startsWith('postgres.draft-')),
  'when the cluster is made': (names) => names.includes('postgres'),
  'when the database is up': (_names, dataDir) => existsSync(join(dataDir, 'postgres', 'postmaster.pid')),
  'while the demo world is made': (names) => names.includes('demo.json'),
};

/** The demo operator's email address. */
const OPERATOR = 'operator@demo.test';

const makeDataDir = () => mkdtemp(join(tmpdir(), 'platform-first-'));
const removeDataDir = (dataDir: string) => rm(dataDir, { recursive: true, force: true, maxRetries: 10 });

async function newDataDir(): Promise<string> {
  const dataDir = await makeDataDir();
  onTestFinished(() => removeDataDir(dataDir));
  return dataDir;
}

function start(dataDir: string, settings: Readonly<Record<string, string>> = {}): Process {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
  };
  const child = spawn(process.execPath, ['server/start.js'], { env: { ...env, ...settings } });
  return readLines(child);
}

async function end({ child }: Process, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
  return child.exitCode;
}

/** Other users can read no file in the data folder; PostgreSQL protects its own folder. */
async function expectPrivate(dataDir: string): Promise<void> {
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    const folder = entry.isDirectory() && entry.name !== 'postgres' ? join(dataDir, entry.name) : null;
    const files = folder ? (await readdir(folder).catch(() => [])).map((name) => join(folder, name)) : [];
    for (const file of entry.isFile() ? [join(dataDir, entry.name)] : files) {
      const found = await stat(file).catch(() => null); // it may already be deleted
      if (found?.isFile()) expect(found.mode & 0o077, file).toBe(0);
    }
  }
}

async function until(moment: (names: readonly string[]) => boolean, server: Process, dataDir: string) {
  const { child } = server;
  const runs = () => child.exitCode === null && child.signalCode === null;
  while (!moment(await readdir(dataDir)) && runs()) await sleep(5);
  await expectPrivate(dataDir);
}

interface World {
  readonly storefronts: readonly { readonly host: string }[];
  readonly accounts: readonly { readonly key: string; readonly pat: string | null }[];
}

/** Starts successfully with the whole demo world and the secrets in `demo.json`. */
async function expectWhole(dataDir: string): Promise<void> {
  const server = start(dataDir);
  const origin = (await server.line(/^ready /)).slice('ready '.length);
  const world: World = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  const token = world.accounts.find(({ key }) => key === 'developer')?.pat;
  const apps = await fetch(`${origin}/api/dev/apps`, { headers: { authorization: `Bearer ${token}` } });
  expect(apps.status).toBe(200);
  expect(world.storefronts.length).toBeGreaterThanOrEqual(5);
  const query = JSON.stringify({ query: '{ apiVersion }' });
  const headers = { 'content-type': 'application/json' };
  const api = await fetch(`${origin}/developer/api/2026-01/graphql`, {
    method: 'POST',
    headers,
    body: query,
  });
  expect(api.status).toBe(200);
  expect(await end(server)).toBe(0);
}

/** Moments at which consecutive starts in one data folder are killed; nightly, each moment has its own folder. */
const KILLED: readonly (readonly string[])[] =
  EFFORT > 1
    ? Object.keys(MOMENTS).map((moment) => [moment])
    : [['while the cluster is made', 'while the demo world is made']];

describe('a first start', () => {
  test.each(KILLED.map((moments) => [moments.join(', and '), moments] as const))(
    'the server recovers from a first start killed %s',
    async (_title, moments) => {
      const dataDir = await newDataDir();
      for (const moment of moments) {
        const server = start(dataDir);
        await until((names) => MOMENTS[moment]?.(names, dataDir) ?? false, server, dataDir);
        await end(server, 'SIGKILL');
      }
      await expectWhole(dataDir);
    },
    120_000,
  );

  test('a first start interrupted with Ctrl-C during setup exits with 0', async () => {
    const dataDir = await newDataDir();
    const server = start(dataDir);
    await until((names) => names.some((each) => each.startsWith('postgres.draft-')), server, dataDir);
    expect(await end(server, 'SIGINT')).toBe(0);
    if (EFFORT > 1) await expectWhole(dataDir); // every run covers a kill at the same moment
  }, 120_000);

  test.runIf(EFFORT > 1)(
    'the server recovers from a first start killed at any moment',
    async () => {
      for (let n = 0; n < tries(7); n++) {
        const dataDir = await newDataDir();
        const server = start(dataDir);
        await sleep(200 + Math.random() * 6_000);
        await end(server, 'SIGKILL');
        await expectWhole(dataDir);
      }
    },
    3_600_000,
  );
});

describe('a server that was started with nothing', () => {
  let dataDir: string;
  let server: Process;
  let origin: string;
  beforeAll(async () => {
    dataDir = await makeDataDir();
    server = start(dataDir, { LOG_LEVEL: 'info' });
    origin = (await server.line(/^ready /)).slice('ready '.length);
  }, 120_000);
  afterAll(async () => {
    await end(server);
    await removeDataDir(dataDir);
  });

  test('a server started without settings prints everything a developer needs first', () => {
    const printed = server.lines.join('\n');
    for (const wanted of [
      /platform_pat_[\w-]{43}/,
      /host panel +http:\/\/\S+\/panel$/m,
      /\/developer\/explorer/,
      /docs +http:\/\/\S+\/docs$/m,
      /sandbox\.localhost:\d+/,
      /npm run demo/,
    ]) {
      expect(printed).toMatch(wanted);
    }
  });

  test('startup prints JSON besides the setup and ready lines and the list of links and credentials', async () => {
    await server.line(/"msg":"The process is warm"/);
    const logged = server.lines.filter((line) => !/^(?:setup |ready | {2}\S)/.test(line));
    const entries = logged.map(
      (line) => JSON.parse(line) as { readonly msg: string; readonly route?: string },
    );
    expect(entries.length).toBeGreaterThan(1);
    expect(server.lines.filter((line) => line.includes('Warning'))).toEqual([]);
    // Its own warm-up is no caller's request; publishing the demo's apps uploads their pictures like any developer.
    const requests = entries.filter(({ msg, route }) => msg === 'request' && !route?.includes('/uploads/'));
    expect(requests).toEqual([]);
  }, 120_000);

  test('npm run operator recovers an operator next to a running server with embedded PostgreSQL', async () => {
    const path = recoveryPath(await runOperator({ DATA_DIR: dataDir }, OPERATOR));
    expect((await fetch(`${origin}${path}`)).status).toBe(200);
  }, 120_000);

  test('a server restarts its PostgreSQL after a kill', async () => {
    const pid = async () =>
      Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
    const first = await pid();
    process.kill(first, 'SIGKILL');
    const another = async () => (await pid().catch(() => first)) !== first;
    await expect.poll(another, { interval: 50 }).toBe(true);
    const readiness = async () => (await fetch(`${origin}/readyz`)).status;
    await expect.poll(readiness, { timeout: 30_000, interval: 100 }).toBe(200);
    expect((await fetch(`${origin}/`)).status).toBe(200);
    expect(await end(server)).toBe(0);
  }, 120_000);

  test('npm run operator recovers an operator while the server is stopped', async () => {
    const ran = await runOperator({ DATA_DIR: dataDir }, OPERATOR);
    expect([ran.code, recoveryPath(ran)]).toEqual([0, expect.stringMatching(/^\/recover\/[\w-]{43}$/)]);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  }, 120_000);
});

describe('production', () => {
  const production = { NODE_ENV: 'production', SECRET_KEY: 'a'.repeat(40) };
  /** Shared by both tests: production without a demo world may request one later. */
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await makeDataDir();
  });
  afterAll(() => removeDataDir(dataDir));

  test('production creates a demo world only on request', async () => {
    const server = start(dataDir, production);
    await server.line(/^ready /);
    expect(existsSync(join(dataDir, 'demo.json'))).toBe(false);
    expect(await end(server)).toBe(0);
  }, 120_000);

  test('production prints no demo credentials', async () => {
    const server = start(dataDir, { ...production, SEED: 'demo' });
    await server.line(/^ready /);
    const text = await readFile(join(dataDir, 'demo.json'), 'utf8');
    const secrets = (JSON.parse(text) as { accounts: { password: string; pat: string | null }[] }).accounts
      .flatMap(({ password, pat }) => [password, pat])
      .filter((secret) => secret !== null);
    for (const secret of secrets) expect(server.lines.join('\n')).not.toContain(secret);
    expect(await end(server)).toBe(0);
  }, 120_000);
});
