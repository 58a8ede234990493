import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Pool } from 'undici';
import { drive, percentile } from './agent.ts';
import { openWorld } from './world.ts';

/**
 * `GET /api/dev/apps/{slug}` against a bare Fastify route that makes the same look-ups (bench/management-floor.ts), in
 * alternating rounds: requests per second, latency, and the CPU a request costs the server process (Linux: /proc).
 */
const CLIENTS = Number(process.argv[2] ?? 8);
const ROUNDS = 5;
const REQUESTS = 1_000;
/** A token has 120 requests a minute. */
const PER_TOKEN = 100;

const world = await openWorld();
const server = await world.startServer();
const slug = 'lakeside-sync';
const tokens = await prepare();
const floor = spawn(process.execPath, ['bench/management-floor.ts'], {
  env: { PATH: process.env.PATH, DATABASE_URL: world.databaseUrl },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = (await once(createInterface({ input: floor.stdout }), 'line')) as [string];

const sides = [
  { name: 'management', address: server.address, pid: server.pid },
  { name: 'bare route', address: line.replace('ready ', ''), pid: floor.pid ?? 0 },
].map((side) => ({ ...side, used: 0, seconds: 0, cpuMs: 0, durations: [] as number[] }));

for (let round = 0; round <= ROUNDS; round++) {
  for (const side of sides) {
    const pool = new Pool(side.address, { connections: CLIENTS, pipelining: 1 });
    const cpuBefore = await cpuMsOf(side.pid);
    const startedAt = performance.now();
    const durations = await drive(CLIENTS, REQUESTS, async () => {
      const token = tokens[Math.floor(side.used++ / PER_TOKEN)];
      const headers = { authorization: `Bearer ${token}` };
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path: `/api/dev/apps/${slug}`,
        headers,
      });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${side.name} answered ${statusCode}: ${text}`);
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
const [management, bare] = sides;
if (management && bare) process.stdout.write(`CPU ratio ${(management.cpuMs / bare.cpuMs).toFixed(2)}\n`);
floor.kill();
await world.close();

/** An app of the demo developer, and enough tokens for every request. */
async function prepare(): Promise<readonly string[]> {
  const made = Array.from(
    { length: ((ROUNDS + 1) * REQUESTS) / PER_TOKEN },
    (_, i) => `platform_pat_bench-${i}`,
  );
  await world.database.query(
    `INSERT INTO apps.access_tokens (account_id, name, abilities, token_hash, hint, created_at)
     SELECT a.id, 'bench', '{develop-apps}', encode(sha256(token::bytea), 'hex'), 'x', now()
     FROM apps.accounts a, unnest($1::text[]) token WHERE a.email = 'developer@demo.test'`,
    [made],
  );
  const response = await fetch(`${server.address}/api/dev/apps`, {
    method: 'POST',
    headers: { authorization: `Bearer ${made[0]}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Lakeside Sync',
      slug,
      manifest: { scopes: ['read_rates'] },
      release: true,
    }),
  });
  if (response.status !== 201) throw new Error(await response.text());
  return made;
}

/** CPU time of a process so far: user and system, in ticks of 10 ms. */
async function cpuMsOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
