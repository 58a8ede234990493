import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openEmbeddedServer } from '#db/server.ts';
import { startServerProcess } from '../test/support/server-process.ts';
import { cpuMsOf, printTable } from './support.ts';

/**
 * Measures idle processes over the demo world: statements, CPU, resident memory and connections per process.
 * Run: node bench/rest.ts [processes] [seconds]
 */
const PROCESSES = Number(process.argv[2] ?? 1);
const SECONDS = Number(process.argv[3] ?? 60);
/** A new process warms up and runs every job once. */
const WARM_UP_MS = 20_000;
const MOST_SHOWN = 15;

const dataDir = await mkdtemp(join(tmpdir(), 'platform-rest-'));
const server = await openEmbeddedServer(dataDir, { shared_preload_libraries: 'pg_stat_statements' });
const admin = new pg.Client({ connectionString: server.url, application_name: 'bench' });
await admin.connect();
await admin.query('CREATE EXTENSION pg_stat_statements');

const settings = { DATABASE_URL: server.url, SECRET_KEY: 'k'.repeat(32) };
const processes = [];
for (let n = 0; n < PROCESSES; n++) {
  processes.push(await startServerProcess({ ...settings, DATA_DIR: join(dataDir, String(n)) }));
}
await sleep(WARM_UP_MS);
await admin.query('SELECT pg_stat_statements_reset()');
const cpuBefore = await Promise.all(processes.map(({ pid }) => cpuMsOf(pid)));
await sleep(SECONDS * 1_000);

const { rows } = await admin.query<{ query: string; calls: number; ms: number }>(`
  SELECT query, calls::int, total_exec_time::int AS ms FROM pg_stat_statements
  WHERE query NOT LIKE '%pg_stat_statements%' ORDER BY calls DESC`);
const { rows: open } = await admin.query<{ name: string; n: number }>(`
  SELECT application_name AS name, count(*)::int AS n FROM pg_stat_activity
  WHERE datname = 'platform' AND application_name <> 'bench' GROUP BY 1 ORDER BY 1`);
const cpuAfter = await Promise.all(processes.map(({ pid }) => cpuMsOf(pid)));
const perMinute = (n: number) => ((n * 60) / SECONDS / PROCESSES).toFixed(1);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

printTable(
  `Each of ${PROCESSES} at rest, over ${SECONDS} s`,
  ['', 'a process'],
  [
    ['statements a minute', perMinute(rows.reduce((sum, { calls }) => sum + calls, 0))],
    [
      'CPU a minute, PostgreSQL apart',
      `${perMinute(mean(cpuAfter.map((ms, n) => ms - (cpuBefore[n] ?? 0))) * PROCESSES)} ms`,
    ],
    ['PostgreSQL a minute', `${perMinute(rows.reduce((sum, { ms }) => sum + ms, 0))} ms`],
    ['resident', `${mean(await Promise.all(processes.map(({ pid }) => residentMb(pid)))).toFixed(0)} MB`],
    ...open.map(({ name, n }) => [`connections ${name}`, (n / PROCESSES).toFixed(1)]),
  ],
);
printTable(
  'The most frequent',
  ['statement', 'a minute'],
  rows
    .slice(0, MOST_SHOWN)
    .map(({ query, calls }) => [query.replace(/\s+/g, ' ').slice(0, 110), perMinute(calls)]),
);

for (const each of processes) await each.stop();
await admin.end();
await server.release();
await rm(dataDir, { recursive: true, force: true });

async function residentMb(pid: number): Promise<number> {
  const kb = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1024;
}
