import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, createWriteStream, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { hasPostgresTools, POSTGRES_BIN, postgresOwner } from './postgres-tools.ts';
import { freePort } from './process.ts';
import { programAt } from './programs.ts';
import { openWire, type Wire } from './wire.ts';

const run = promisify(execFile);

const PROGRAMS = {
  patroni: programAt(process.env.TEST_PATRONI, ['/usr/bin/patroni', '/usr/local/bin/patroni']),
  etcd: programAt(process.env.TEST_ETCD, ['/usr/bin/etcd', '/usr/local/bin/etcd']),
  haproxy: programAt(process.env.TEST_HAPROXY, ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy']),
};

/** True if this machine has the programs. */
export const hasPatroni = hasPostgresTools && Object.values(PROGRAMS).every((path) => path !== null);

/** Patroni's major version; 0 if it's missing. */
export const PATRONI_VERSION = hasPatroni
  ? Number(/\d+/.exec(execFileSync(PROGRAMS.patroni ?? '', ['--version'], { encoding: 'utf8' }))?.[0] ?? 0)
  : 0;

/** Debian packages that the cluster needs. */
export const PATRONI_PACKAGES = 'patroni, etcd-server, haproxy and postgresql';

/** Machines in the examples of `deploy/patroni`, numbered from 1. */
const MACHINES = [1, 2, 3] as const;
type Machine = (typeof MACHINES)[number];

/** A member's place in the cluster, as Patroni's API shows it. */
interface Place {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

/** A database machine: Patroni with its PostgreSQL. */
export interface Member {
  readonly name: string;
  /** Sends a signal to Patroni, to PostgreSQL with all of its processes, or to both. */
  readonly signal: (signal: NodeJS.Signals, to?: 'patroni' | 'postgres') => Promise<void>;
  /** Starts Patroni again after a kill, as systemd does. */
  readonly start: () => Promise<void>;
  /** Cuts it off etcd and the other members without a word; clients still reach it. `mend` ends this. */
  readonly cutOff: () => void;
  readonly mend: () => void;
}

/** Three database machines with etcd, and HAProxy, on loopback: the setup of docs/guides/production.md. */
export interface PatroniCluster {
  /** The platform's database, through HAProxy. */
  readonly url: string;
  /** The etcd servers. */
  readonly etcd: readonly { readonly stop: () => Promise<void>; readonly start: () => Promise<void> }[];
  /** Names of the primary and its synchronous replica, null while there is none. */
  readonly places: () => Promise<{ readonly primary: string | null; readonly synchronous: string | null }>;
  /** Resolves once every member follows one primary and one replica is synchronous. */
  readonly whole: () => Promise<void>;
  readonly member: (name: string | null) => Member;
  /** Runs `patronictl`. */
  readonly control: (...args: string[]) => Promise<string>;
  readonly query: <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
  /** Number of lines with this text in the members' logs. */
  readonly logged: (text: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

const PASSWORD = 'loopback';
const EXAMPLES = 'deploy/patroni';

/** Long enough for a machine with other work. */
const WHOLE_WITHIN_MS = 240_000;

export async function startPatroniCluster(): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'platform-patroni-'));
  const owner = postgresOwner();
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  chmodSync(folder, 0o755);
  const running = new Set<ChildProcess>();

  /** Runs a program as the database's user; its output is in a file. */
  function launch(name: string, path: string | null, args: readonly string[], env: Settings): ChildProcess {
    if (path === null) throw new Error(`There is no ${name}: install ${PATRONI_PACKAGES}.`);
    const child = spawn(path, [...args], {
      ...owner,
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  }

  const ports = await portsOf();
  const { etcdPort, peerPort, postgresPort, apiPort, haproxyPort } = ports;

  const etcd = MACHINES.map((machine) => {
    const settings = settingsOf('etcd.env.example', machine, (text) =>
      text
        .replaceAll(/10\.0\.0\.1(\d):2380/g, (_all, n) => `127.0.0.1:${peerPort(n)}`)
        .replaceAll(/10\.0\.0\.1(\d):2379/g, (_all, n) => `127.0.0.1:${etcdPort(n)}`)
        .replaceAll('/var/lib/etcd/', `${folder}/etcd-${machine}-`),
    );
    const start = () => launch(`etcd-${machine}`, PROGRAMS.etcd, [], settings);
    let child = start();
    return {
      stop: () => ended(child),
      async start() {
        child = start();
      },
    };
  });

  /** Each machine reaches the others' PostgreSQL and API, and etcd, only through wires. */
  const wires = await Promise.all(
    MACHINES.map(async (machine) => ({
      postgres: await openWire(postgresPort(machine)),
      api: await openWire(apiPort(machine)),
      etcd: await Promise.all(MACHINES.map((server) => openWire(etcdPort(server)))),
    })),
  );
  const wiresOf = (machine: number | string) => wires[Number(machine) - 1] ?? missing(machine);

  const config = join(folder, 'patroni.yml');
  writeFileSync(
    config,
    readFileSync(join(EXAMPLES, 'patroni.yml'), 'utf8').replaceAll('10.0.0.0/24', '127.0.0.0/8'),
    { mode: 0o644 },
  );
  const environment = (machine: Machine): Settings => ({
    ...settingsOf('patroni.env.example', machine, (text) =>
      text
        .replace('0.0.0.0:8008', `127.0.0.1:${apiPort(machine)}`)
        .replace('0.0.0.0:5432', `127.0.0.1:${postgresPort(machine)}`)
        .replaceAll(/10\.0\.0\.1(\d):8008/g, (_all, n) => `127.0.0.1:${wiresOf(n).api.port}`)
        .replaceAll(/10\.0\.0\.1(\d):5432/g, (_all, n) => `127.0.0.1:${wiresOf(n).postgres.port}`)
        .replaceAll(
          /10\.0\.0\.1(\d):2379/g,
          (_all, n) => `127.0.0.1:${wiresOf(machine).etcd[Number(n) - 1]?.port}`,
        )
        .replaceAll(/\/usr\/lib\/postgresql\/\d+\/bin/g, POSTGRES_BIN ?? '')
        .replaceAll('/var/lib/postgresql/', `${folder}/postgres-${machine}-`)
        .replaceAll(/PASSWORD=$/gm, `PASSWORD=${PASSWORD}`),
    ),
    // Otherwise Patroni reads the servers' addresses from etcd and bypasses the wires.
    PATRONI_ETCD3_USE_PROXIES: 'true',
  });

  const dataOf = (machine: Machine) =>
    environment(machine).PATRONI_POSTGRESQL_DATA_DIR ?? missing('PATRONI_POSTGRESQL_DATA_DIR');

  const members = MACHINES.map((machine): Member => {
    const settings = environment(machine);
    const name = `postgres-${machine}`;
    const start = () => launch(name, PROGRAMS.patroni, [config], settings);
    let patroni = start();
    const data = dataOf(machine);
    const { postgres, etcd: links } = wiresOf(machine);
    // All of the cluster's API, because a wire can't distinguish its callers: otherwise the primary would reach the others, and
    // failsafe mode would keep it.
    const cut = [postgres, ...links, ...wires.map(({ api }) => api)];
    return {
      name,
      async signal(signal, to) {
        if (to !== 'postgres') patroni.kill(signal);
        if (to !== 'patroni') for (const pid of await postgresOf(data)) kill(pid, signal);
      },
      async start() {
        await ended(patroni);
        patroni = start();
      },
      cutOff: () => each(cut, (wire) => wire.stall()),
      mend: () => each(cut, (wire) => wire.resume()),
    };
  });

  const haproxyConfig = join(folder, 'haproxy.cfg');
  writeFileSync(
    haproxyConfig,
    readFileSync(join(EXAMPLES, 'haproxy.cfg'), 'utf8')
      .replace('127.0.0.1:5432', `127.0.0.1:${haproxyPort}`)
      .replaceAll(
        /10\.0\.0\.1(\d):5432 check port 8008/g,
        (_all, n) => `127.0.0.1:${postgresPort(n)} check port ${apiPort(n)}`,
      )
      .replaceAll(/^ +(user|group) .*$/gm, ''),
  );
  launch('haproxy', PROGRAMS.haproxy, ['-db', '-f', haproxyConfig], {});

  /** Places of all members; empty if there's no primary. */
  async function cluster(): Promise<readonly Place[]> {
    const shown = await Promise.all(MACHINES.map((machine) => shownBy(apiPort(machine)).catch(() => [])));
    return shown.find((found) => found.length > 0) ?? [];
  }

  async function places() {
    const found = await cluster();
    const named = (role: string) => found.find((place) => place.role === role)?.name ?? null;
    return { primary: named('leader'), synchronous: named('sync_standby') };
  }

  async function whole(): Promise<void> {
    const until = performance.now() + WHOLE_WITHIN_MS;
    for (;;) {
      const found = await cluster();
      const roles = found.map(({ role }) => role).sort();
      const isHealthy = found.every(({ state }) => state === 'running' || state === 'streaming');
      if (isHealthy && roles.join() === 'leader,replica,sync_standby') return;
      if (performance.now() > until)
        throw new Error(`The cluster isn't whole: ${JSON.stringify(found)}\n${await logs()}`);
      await sleep(250);
    }
  }

  const logOf = (name: string) => readFile(join(folder, `${name}.log`), 'utf8').catch(() => '');

  /** The programs' last lines. */
  async function logs(): Promise<string> {
    const names = [...MACHINES.map((machine) => `postgres-${machine}`), 'haproxy'];
    const texts = names.map(
      async (name) => `--- ${name}\n${(await logOf(name)).split('\n').slice(-40).join('\n')}`,
    );
    return (await Promise.all(texts)).join('\n');
  }

  async function logged(text: string): Promise<number> {
    const all = await Promise.all(MACHINES.map((machine) => logOf(`postgres-${machine}`)));
    return all.join('').split(text).length - 1;
  }

  async function close(): Promise<void> {
    for (const member of members) member.mend();
    await Promise.all(members.map((member) => member.signal('SIGCONT')));
    // Patroni first, so that it doesn't start PostgreSQL again.
    await Promise.all(members.map((member) => member.signal('SIGKILL', 'patroni')));
    // Not SIGKILL, which would leave shared memory behind.
    await Promise.all(members.map((member) => member.signal('SIGQUIT', 'postgres')));
    await Promise.all([...running].map(ended));
    await Promise.all(MACHINES.map((machine) => stopped(dataOf(machine))));
    for (const { postgres, api, etcd: links } of wires)
      each([postgres, api, ...links], (wire) => wire.close());
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  const admin = `postgres://postgres:${PASSWORD}@127.0.0.1:${haproxyPort}`;
  const url = `postgres://platform:${PASSWORD}@127.0.0.1:${haproxyPort}/platform`;
  try {
    await whole();
    await asAdmin(`${admin}/postgres`, [
      `CREATE ROLE platform LOGIN PASSWORD '${PASSWORD}'`,
      'CREATE DATABASE platform OWNER platform',
    ]);
  } catch (error) {
    await close();
    throw error;
  }
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => {}); // a failover ends idle connections
  return {
    url,
    etcd,
    places,
    whole,
    member: (name) => members.find((member) => member.name === name) ?? missing(name),
    async control(...args) {
      const env = { ...process.env, LC_ALL: 'C.UTF-8', ...environment(1) };
      const { stdout } = await run(
        join(dirname(PROGRAMS.patroni ?? ''), 'patronictl'),
        ['-c', config, ...args],
        { env },
      );
      return stdout;
    },
    async query<Row extends object>(sql: string, values: readonly unknown[] = []) {
      return (await pool.query<Row>(sql, [...values])).rows;
    },
    logged,
    async close() {
      await pool.end();
      await close();
    },
  };
}

type Settings = Readonly<Record<string, string>>;

/** Settings from an example for the first machine, with another machine's name and addresses. */
function settingsOf(file: string, machine: Machine, adapt: (text: string) => string): Settings {
  const lines = readFileSync(join(EXAMPLES, file), 'utf8').matchAll(/^([A-Z0-9_]+)=(.*)$/gm);
  return Object.fromEntries(
    [...lines].map(([, name = '', value = '']) => {
      const isList = value.includes(',');
      const own = isList
        ? value
        : value.replaceAll('10.0.0.11', `10.0.0.1${machine}`).replace(/^(etcd|postgres)-1$/, `$1-${machine}`);
      return [name, adapt(`${name}=${own}`).slice(name.length + 1)];
    }),
  );
}

async function portsOf() {
  const ports = await Promise.all(Array.from({ length: 4 * MACHINES.length + 1 }, () => freePort()));
  const of = (row: number) => (machine: number | string) =>
    ports[row * MACHINES.length + Number(machine) - 1] ?? 0;
  return {
    etcdPort: of(0),
    peerPort: of(1),
    postgresPort: of(2),
    apiPort: of(3),
    haproxyPort: ports.at(-1) ?? 0,
  };
}

/** Places that a primary's API shows; empty from any other member. */
async function shownBy(port: number): Promise<readonly Place[]> {
  const get = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2_000) });
  if ((await get('/primary')).status !== 200) return [];
  const shown = (await (await get('/cluster')).json()) as { readonly members: readonly Place[] };
  return shown.members;
}

async function asAdmin(connectionString: string, commands: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const command of commands) await client.query(command);
  } finally {
    await client.end();
  }
}

/** Process ids of a data directory's PostgreSQL, the postmaster first; empty if it isn't running. */
async function postgresOf(data: string): Promise<readonly number[]> {
  const file = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const postmaster = Number(file.split('\n')[0]);
  // A killed server leaves its file, and its number may be another process's by now.
  const folder = await readlink(`/proc/${postmaster}/cwd`).catch(() => null);
  if (folder !== data) return [];
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...children.split(' ').map(Number).filter(Boolean)];
}

/** Waits until a data directory's PostgreSQL has ended. */
async function stopped(data: string): Promise<void> {
  while ((await postgresOf(data)).length > 0) await sleep(50);
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const each = (wires: readonly Wire[], act: (wire: Wire) => void) => {
  for (const wire of wires) act(wire);
};

function missing(what: unknown): never {
  throw new Error(`There is no ${what}.`);
}
