import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '#db/database.ts';
import { publish } from '#db/events.ts';
import { inTransaction } from '#db/transaction.ts';
import { startReceiver } from '../test/support/receiver.ts';
import { openDeveloper, taskCreated } from './webhooks-developer.ts';
import { openWorld } from './world.ts';

/**
 * Runs kill -9 on workers and PostgreSQL while webhooks go to an endpoint that fails 20 %, hangs 2 % and
 * resets 5 % of the time. Committed events all arrive, no others are sent, and bodies and event ids stay the
 * same. Run: node bench/webhooks-kill.ts [cycles]; every fifth cycle also kills PostgreSQL. A cycle takes 6 s
 * on two busy cores.
 */
const CYCLES = Number(process.argv[2] ?? 20);
const EVENTS_PER_SECOND = 25;
const SCHEDULE = `PT0S,PT0.1S,PT0.2S,PT0.5S,${Array(20).fill('PT1S').join(',')}`;
const SETTINGS = { WEBHOOK_ALLOW_PRIVATE: '1', WEBHOOK_RETRY_SCHEDULE: SCHEDULE, LOG_LEVEL: 'silent' };
/** The killed and restarted process: it creates and sends deliveries. */
const WORKER = { ...SETTINGS, ROLE: 'worker' };

const silent = { info() {}, warn() {}, error() {} };
const world = await openWorld();
world.database.on('error', () => {}); // the connection fails with PostgreSQL, as intended
let server = await world.startServer(SETTINGS); // all roles: it creates the demo world and installs the app
const developer = await openDeveloper(world, server);

const taken = new Map<number, number>();
const bodies = new Map<string, Set<string>>();
const receiver = await startReceiver(({ envelope, body }, response) => {
  const seen = bodies.get(envelope.event_id) ?? new Set();
  bodies.set(envelope.event_id, seen.add(body));
  const chance = Math.random();
  if (chance < 0.02) return;
  if (chance < 0.07) return response.destroy();
  if (chance < 0.27) return response.writeHead(500).end();
  taken.set(envelope.resource.id, Date.now());
  response.end();
});
await developer.install('kill', receiver.url);

const db = await openDatabase({ url: world.databaseUrl, entities: [], queues: [], log: silent, poolSize: 4 });
const committed = new Set<number>();
const unknown = new Set<number>();
let publishing = true;

async function publishOne(taskId: number): Promise<void> {
  unknown.add(taskId); // until the commit is confirmed: after a lost connection, its outcome is unknown
  await inTransaction({ db }, (em) =>
    publish({ db }, em, 'task.created', taskCreated(developer.teamId, taskId)),
  );
  committed.add(taskId);
}

const publisher = (async () => {
  for (let taskId = 1; publishing; taskId += 1) {
    void publishOne(taskId).catch(() => undefined);
    await sleep(1000 / EVENTS_PER_SECOND);
  }
})();

let databaseKills = 0;
for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
  await sleep(300 + Math.random() * 1_200);
  await server.stop('SIGKILL');
  if (cycle % 5 === 0) {
    databaseKills += 1;
    await killDatabase();
  }
  server = await world.startServer(WORKER);
}
publishing = false;
await publisher;
await server.stop('SIGKILL');
const lastKillAt = Date.now();
server = await world.startServer(WORKER);

const missing = () => [...committed].filter((id) => !taken.has(id));
while (missing().length > 0 && Date.now() - lastKillAt < 120_000) await sleep(100);
const redeliveredMs = Math.max(0, ...[...taken.values()].map((at) => at - lastKillAt));
await sleep(2_000);

const known = new Set([...committed, ...unknown]);
const result = {
  cycles: CYCLES,
  databaseKills,
  committed: committed.size,
  requests: receiver.received.length,
  lost: missing().length,
  phantom: [...taken.keys()].filter((id) => !known.has(id)).length,
  unstableBodies: [...bodies.values()].filter((seen) => seen.size > 1).length,
  eventsWithTwoIds: eventsWithTwoIds(),
  allRedeliveredAfterMs: redeliveredMs,
};
process.stdout.write(`${JSON.stringify(result)}\n`);

await db.close().catch(() => undefined);
await receiver.close();
await world.close().catch(() => undefined);

/** Counts tasks with only one event that arrived under different ids. */
function eventsWithTwoIds(): number {
  const ids = Map.groupBy(receiver.received, ({ envelope }) => envelope.resource.id);
  return [...ids.values()].filter((all) => new Set(all.map(({ envelope }) => envelope.event_id)).size > 1)
    .length;
}

/** Runs kill -9 on the postmaster, then restarts it on the same port. */
async function killDatabase(): Promise<void> {
  const folder = join(world.dataDir, 'postgres');
  const pid = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  const command = (await readFile(join(folder, 'postmaster.opts'), 'utf8')).trim();
  const { uid, gid } = await stat(folder);
  process.kill(pid, 'SIGKILL');
  for (;;) {
    await sleep(500); // backends must notice that the postmaster is gone before a restart
    const child = spawn('/bin/sh', ['-c', `exec ${command}`], {
      uid,
      gid,
      cwd: '/',
      detached: true,
      stdio: 'ignore',
    });
    child.unref();
    for (let tries = 0; tries < 40 && child.exitCode === null; tries += 1) {
      if (await answers()) return;
      await sleep(250);
    }
  }
}

async function answers(): Promise<boolean> {
  const client = new pg.Client({ connectionString: world.databaseUrl, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
