import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Pool } from 'undici';
import { drive, percentile } from './agent.ts';
import { openWorld } from './world.ts';

/**
 * One property through Apollo Server and the engine, against a bare Fastify route that makes the same look-ups
 * (bench/graphql-floor.ts), in alternating rounds: requests per second, latency, and the CPU a request costs the server
 * process (Linux: /proc).
 */
const CLIENTS = Number(process.argv[2] ?? 8);
const ROUNDS = 4;
const REQUESTS = 1_000;
/** An install has 2,000 points; the query costs 1. */
const PER_INSTALL = 1_500;

const QUERY = 'query ($id: ID!) { property(id: $id) { id name currency timeZone } }';
const world = await openWorld();
const server = await world.startServer();
const tokens = await installs(Math.ceil(((ROUNDS + 1) * REQUESTS) / PER_INSTALL));
const floor = spawn(process.execPath, ['bench/graphql-floor.ts'], {
  env: { PATH: process.env.PATH, DATABASE_URL: world.databaseUrl },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = (await once(createInterface({ input: floor.stdout }), 'line')) as [string];

const sides = [
  { name: 'GraphQL', address: server.address, pid: server.pid },
  { name: 'bare route', address: line.replace('ready ', ''), pid: floor.pid ?? 0 },
].map((side) => ({ ...side, used: 0, seconds: 0, cpuMs: 0, durations: [] as number[] }));

for (let round = 0; round <= ROUNDS; round++) {
  for (const side of sides) {
    const pool = new Pool(side.address, { connections: CLIENTS, pipelining: 1 });
    const cpuBefore = await cpuMsOf(side.pid);
    const startedAt = performance.now();
    const durations = await drive(CLIENTS, REQUESTS, async () => {
      const token = tokens[Math.floor(side.used++ / PER_INSTALL)];
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/developer/api/2026-01/graphql',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: QUERY, variables: { id: '1' } }),
      });
      const text = await body.text();
      if (statusCode !== 200 || !text.includes('"currency"')) {
        throw new Error(`${side.name} answered ${statusCode}: ${text}`);
      }
    });
    await pool.close();
    if (round === 0) continue; // warm-up
    side.seconds += (performance.now() - startedAt) / 1000;
    side.cpuMs += (await cpuMsOf(side.pid)) - cpuBefore;
    side.durations.push(...durations);
  }
}

const count = ROUNDS * REQUESTS;
for (const { name, seconds, cpuMs, durations } of sides) {
  durations.sort((a, b) => a - b);
  process.stdout.write(
    `${name}: ${(count / seconds).toFixed(0)} requests/s at ${CLIENTS} clients, p50 ${percentile(durations, 0.5).toFixed(1)} ms, p99 ${percentile(durations, 0.99).toFixed(1)} ms, ${(cpuMs / count).toFixed(3)} ms CPU a request\n`,
  );
}
const [graphql, bare] = sides;
if (graphql && bare) process.stdout.write(`CPU ratio ${(graphql.cpuMs / bare.cpuMs).toFixed(2)}\n`);
floor.kill();
await world.close();

/** Runtime tokens of so many apps, each installed on lakeside. */
async function installs(many: number): Promise<readonly string[]> {
  const pat = 'platform_pat_bench-graphql';
  await world.database.query(
    `INSERT INTO apps.access_tokens (account_id, name, abilities, token_hash, hint, created_at)
     SELECT a.id, 'bench', '{develop-apps}', encode(sha256($1::bytea), 'hex'), 'x', now()
     FROM apps.accounts a WHERE a.email = 'host@demo.test'`,
    [pat],
  );
  const call = async (path: string, body: unknown) => {
    const response = await fetch(`${server.address}/api/dev/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${pat}`,
        'x-platform-team': 'lakeside',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (response.status !== 201) throw new Error(await response.text());
    return (await response.json()) as { readonly token: string };
  };
  const made: string[] = [];
  for (let n = 0; n < many; n++) {
    const slug = `bench-graphql-${n}`;
    await call('apps', { name: 'Bench', slug, manifest: { scopes: ['read_properties'] }, release: true });
    made.push((await call(`apps/${slug}/installs`, {})).token);
  }
  return made;
}

/** CPU time of a process so far: user and system, in ticks of 10 ms. */
async function cpuMsOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
