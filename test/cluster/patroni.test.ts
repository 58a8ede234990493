import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acpSurfaceTo } from '../support/acp-storefront.ts';
import { type BookingLoad, startBookingLoad } from '../support/booking-load.ts';
import { brokenInvariants } from '../support/invariants.ts';
import {
  hasPatroni,
  PATRONI_PACKAGES,
  PATRONI_VERSION,
  type PatroniCluster,
  startPatroniCluster,
} from '../support/patroni.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { chanceOf, SEED } from '../support/seeded.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { eventually } from '../support/task-world.ts';

// The setup of docs/guides/production.md#a-replicated-database on loopback: two gateways and a worker use a cluster of three
// PostgreSQL servers through HAProxy while agents book. Each fault must end without an operator, and without losing a
// booking that an agent was sent.

if (!hasPatroni) process.stderr.write(`The cluster is not tested: install ${PATRONI_PACKAGES}.\n`);
else if (PATRONI_VERSION < 4)
  process.stderr.write(
    'Patroni 3 can lose bookings, because commits stop waiting for a replica once it restarts. Set TEST_PATRONI to Patroni 4.\n',
  );

/** Bookings are possible again within this time after any single fault. */
const BACK_WITHIN_MS = 30_000;
const CLIENTS = 6;
/** Bookings after each fault, to see that they keep coming. */
const STEADY = 40;
/** Commits measured. */
const COMMITS = 200;
const TIMEOUT_MS = 600_000;
/** Long enough on a busy machine to see how late a reaction was. */
const REACTS_WITHIN_MS = 120_000;

type Places = Awaited<ReturnType<PatroniCluster['places']>>;

interface Fault {
  readonly inflict: (cluster: PatroniCluster, before: Places) => Promise<unknown>;
  /** True once the cluster has reacted. */
  readonly isOver: (cluster: PatroniCluster, before: Places, now: Places) => boolean | Promise<boolean>;
  /** Patroni's earliest major version that survives the fault. */
  readonly sincePatroni?: number;
  /** Repairs the machine, as its owner does later. */
  readonly repair: (cluster: PatroniCluster, before: Places) => unknown;
}

const isReplaced: Fault['isOver'] = (_cluster, before, now) =>
  now.primary !== null && now.primary !== before.primary;
const hasNewReplica: Fault['isOver'] = (_cluster, before, now) =>
  now.synchronous !== null && now.synchronous !== before.synchronous;

const FAULTS: Readonly<Record<string, Fault>> = {
  "the primary's machine is lost": {
    async inflict({ member }, { primary }) {
      await member(primary).signal('SIGKILL', 'patroni');
      await member(primary).signal('SIGKILL', 'postgres');
    },
    isOver: isReplaced,
    repair: ({ member }, { primary }) => member(primary).start(),
  },
  'the primary is cut off from etcd and its replicas, but not from the platform': {
    inflict: async ({ member }, { primary }) => member(primary).cutOff(),
    isOver: isReplaced,
    repair: ({ member }, { primary }) => member(primary).mend(),
  },
  "the primary's machine freezes": {
    inflict: ({ member }, { primary }) => member(primary).signal('SIGSTOP'),
    isOver: isReplaced,
    repair: ({ member }, { primary }) => member(primary).signal('SIGCONT'),
  },
  "the primary's PostgreSQL is killed": {
    inflict: ({ member }, { primary }) => member(primary).signal('SIGKILL', 'postgres'),
    isOver: async ({ query }) => {
      const [row] = await query<{ young: boolean }>(
        "SELECT pg_postmaster_start_time() > now() - interval '1 minute' AS young",
      ).catch(() => []);
      return row?.young ?? false;
    },
    repair: () => undefined,
  },
  "the primary's Patroni is killed": {
    inflict: ({ member }, { primary }) => member(primary).signal('SIGKILL', 'patroni'),
    isOver: isReplaced,
    repair: ({ member }, { primary }) => member(primary).start(),
  },
  "the primary's Patroni restarts": {
    async inflict({ member }, { primary }) {
      await member(primary).signal('SIGKILL', 'patroni');
      await member(primary).start();
    },
    isOver: (_cluster, _before, now) => now.primary !== null,
    sincePatroni: 4,
    repair: () => undefined,
  },
  "the synchronous replica's machine is lost": {
    async inflict({ member }, { synchronous }) {
      await member(synchronous).signal('SIGKILL', 'patroni');
      await member(synchronous).signal('SIGKILL', 'postgres');
    },
    isOver: hasNewReplica,
    repair: ({ member }, { synchronous }) => member(synchronous).start(),
  },
  "the synchronous replica's machine freezes": {
    inflict: ({ member }, { synchronous }) => member(synchronous).signal('SIGSTOP'),
    isOver: hasNewReplica,
    repair: ({ member }, { synchronous }) => member(synchronous).signal('SIGCONT'),
  },
  'all etcd servers stop': {
    inflict: ({ etcd }) => Promise.all(etcd.map((server) => server.stop())),
    // Every 5 s: this is longer than the primary's lease of 20 s.
    isOver: async ({ logged }) => (await logged('continue to run as a leader because failsafe mode')) > 5,
    repair: ({ etcd }) => Promise.all(etcd.map((server) => server.start())),
  },
  'an operator switches to the synchronous replica': {
    inflict: ({ control }, { synchronous }) =>
      control('switchover', '--force', '--candidate', String(synchronous), 'platform'),
    isOver: isReplaced,
    repair: () => undefined,
  },
};

describe.runIf(hasPatroni)('a cluster of PostgreSQL servers', () => {
  let cluster: PatroniCluster;
  let processes: readonly ServerProcess[];
  let load: BookingLoad;
  let dataDir: string;
  const inflicted: { readonly name: string; readonly at: number }[] = [];

  beforeAll(async () => {
    cluster = await startPatroniCluster();
    dataDir = await mkdtemp(join(tmpdir(), 'platform-cluster-'));
    const start = (ROLE: string) =>
      startServerProcess({
        ROLE,
        DATABASE_URL: cluster.url,
        DATA_DIR: dataDir,
        SECRET_KEY: TEST_SECRET_KEY,
        AGENT_HOLD_NIGHTS: '100000',
        AGENT_RATE_LIMIT: '1000000',
      });
    await (await start('all')).stop(); // creates the demo world
    processes = [await start('gateway'), await start('gateway'), await start('worker')];
    await cluster.query('UPDATE catalog.night SET total = 10000');
    await cluster.query('UPDATE catalog.storefront SET max_held_share_percent = 100');
    const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
    load = startBookingLoad({
      surfaces: processes.slice(0, 2).map(({ address }) => acpSurfaceTo({ address, demo }, 'instant')),
      clients: CLIENTS,
      chance: chanceOf(SEED),
    });
    await load.more(STEADY);
  }, TIMEOUT_MS);

  afterAll(async () => {
    // Each one even if another fails, so that nothing keeps running.
    await Promise.allSettled([load?.stop(), ...(processes ?? []).map((one) => one.stop())]);
    await cluster?.close();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  }, TIMEOUT_MS);

  const faults = Object.entries(FAULTS).filter(([, { sincePatroni = 0 }]) => PATRONI_VERSION >= sincePatroni);
  test.each(faults)(
    'bookings continue within 30 s when %s',
    async (name, { inflict, isOver, repair }) => {
      await cluster.whole();
      const before = await cluster.places();
      expect(await waitsFor(cluster)).toContain(before.synchronous);
      const acknowledged = load.acknowledged.length;
      const refused = load.refused();
      const at = performance.now();
      inflicted.push({ name, at });
      await inflict(cluster, before);
      await until(async () => isOver(cluster, before, await cluster.places()));
      await load.more(STEADY);
      const backMs = load.longestGapSince(at);
      await repair(cluster, before);
      await cluster.whole();
      expect(await waitsFor(cluster)).toContain((await cluster.places()).synchronous);
      await load.more(STEADY);
      report(
        `${(backMs / 1000).toFixed(1).padStart(5)} s without bookings when ${name}: ` +
          `${load.acknowledged.length - acknowledged} bookings, ${load.refused() - refused} times 503`,
      );
      expect(backMs).toBeLessThan(BACK_WITHIN_MS);
    },
    TIMEOUT_MS,
  );

  test(
    'every acknowledged booking exists once after all faults',
    async () => {
      await load.stop();
      const broken = () => brokenInvariants(cluster, { overdueMs: 10_000_000 });
      await eventually(broken, (found) => Object.keys(found).length === 0);
      const ids = load.acknowledged.map(({ id }) => id);
      const kept = await cluster.query<{ id: string }>(
        'SELECT checkout_id AS id FROM checkout.bookings WHERE checkout_id = ANY ($1::uuid[])',
        [ids],
      );
      report(
        `${ids.length} bookings acknowledged, ${ids.length - kept.length} lost; ` +
          `${load.refused()} times 503; slowest response ${(load.slowestMs() / 1000).toFixed(1)} s`,
      );
      const found = new Set(kept.map(({ id }) => id));
      const lost = load.acknowledged
        .filter(({ id }) => !found.has(id))
        .map(({ id, at }) => {
          const last = inflicted.findLast((fault) => fault.at < at);
          return `${id}, acknowledged ${Math.round(at - (last?.at ?? 0))} ms after the fault: ${last?.name}`;
        });
      expect(lost).toEqual([]);
      expect(new Set(ids).size).toBe(ids.length);
    },
    TIMEOUT_MS,
  );

  test('no request was refused for good because of a fault', () => {
    expect([...load.unexpected]).toEqual([]);
  });

  test(
    'all processes are ready after the faults, without a restart',
    async () => {
      for (const { address } of processes)
        await eventually(
          async () => (await fetch(`${address}/readyz`)).status,
          (status) => status === 200,
        );
    },
    TIMEOUT_MS,
  );

  test(
    'all jobs are completed after the faults',
    async () => {
      const unfinished = () =>
        cluster.query(
          "SELECT name, state FROM pgboss.job WHERE state = 'failed' OR (state <> 'completed' AND start_after < now())",
        );
      await eventually(unfinished, (jobs) => jobs.length === 0);
    },
    TIMEOUT_MS,
  );

  test(
    'a commit waits for a replica',
    async () => {
      const { waiting, local } = await commitTimes(cluster);
      report(`a commit takes ${waiting.toFixed(1)} ms, ${local.toFixed(1)} ms without waiting for a replica`);
      expect(waiting).toBeGreaterThan(local);
    },
    TIMEOUT_MS,
  );
});

/** Prints a figure immediately: the whole run takes minutes. */
const report = (line: string) => process.stderr.write(`${line}\n`);

/** Replicas that a commit waits for, from PostgreSQL itself. */
async function waitsFor({ query }: PatroniCluster): Promise<string> {
  const [row] = await query<{ names: string }>(
    `SELECT current_setting('synchronous_standby_names') AS names`,
  );
  return row?.names ?? '';
}

/** Median times of a commit in milliseconds, with and without waiting for a replica. */
async function commitTimes({ query }: PatroniCluster) {
  await query('CREATE TABLE commit_times (n int)');
  const times: Record<'on' | 'local', number[]> = { on: [], local: [] };
  for (let n = 0; n < COMMITS; n++) {
    for (const waits of ['on', 'local'] as const) {
      const at = performance.now();
      await query(
        `BEGIN; SET LOCAL synchronous_commit = ${waits}; INSERT INTO commit_times VALUES (1); COMMIT`,
      );
      times[waits].push(performance.now() - at);
    }
  }
  await query('DROP TABLE commit_times');
  const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[COMMITS / 2] ?? 0;
  return { waiting: median(times.on), local: median(times.local) };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + REACTS_WITHIN_MS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('The cluster did not react.');
    await sleep(250);
  }
}
