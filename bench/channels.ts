import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDeveloper } from './webhooks-developer.ts';
import { openWorld } from './world.ts';

/**
 * How long after the commit of a change a channel has it: `node bench/channels.ts [connections] [changes]`. All connections sell the same
 * unit type, so each change of one of its nights goes to all of them, and every tenth channel is deaf while there are changes. Prints p50, p95 and the most, from the commit to the
 * arrival of the message that has the change, and what server and PostgreSQL spend at rest with and without connections.
 */
const CONNECTIONS = Number(process.argv[2] ?? 100);
const CHANGES = Number(process.argv[3] ?? 40);
const DEAF = 10;
const NIGHT = 20;
const REST_MS = 20_000;

/** What each connection heard, and when: rates only rise, and one message may have several changes. */
let isBusy = false;
const arrived = new Map<number, { readonly rate: number; readonly at: number }[]>();
const channel = createServer(async (request, response) => {
  const message = (await json(request)) as {
    readonly connection_id: number;
    readonly changes: readonly { readonly rates?: readonly { readonly amount: number }[] }[];
  };
  if (isBusy && message.connection_id % DEAF === 0) return; // never answered
  const rates = message.changes.flatMap(({ rates = [] }) => rates.map(({ amount }) => amount));
  const heard = arrived.get(message.connection_id) ?? [];
  arrived.set(message.connection_id, [...heard, { rate: Math.max(...rates), at: performance.now() }]);
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"accepted":true}');
});
channel.listen(0, '127.0.0.1');
await once(channel, 'listening');
const origin = `http://127.0.0.1:${(channel.address() as AddressInfo).port}`;

const world = await openWorld();
const server = await world.startServer({ WEBHOOK_ALLOW_PRIVATE: '1' });
const developer = await openDeveloper(world, server);
await developer.installManifest('bench-channel', {
  ...{ type: 'channel', scopes: [], channel: { name: 'Bench', features: ['rates'] } },
  endpoints: { channel_test: `${origin}/t`, channel_products: `${origin}/p`, channel_ari: `${origin}/ari` },
});

const cpu = async () => {
  const text = await (
    await fetch(`${server.address}/metrics`, {
      headers: { authorization: `Bearer ${world.settings['METRICS_TOKEN']}` },
    })
  ).text();
  return Number(/^process_cpu_seconds_total(?:\{[^}]*\})? ([\d.e-]+)/m.exec(text)?.[1] ?? Number.NaN);
};
/** What PostgreSQL did so far in this database; it counts some seconds late. */
const work = async () => {
  const {
    rows: [row],
  } = await world.database.query<{ commits: number; rows: number; ids: number }>(
    `SELECT xact_commit::float8 AS commits, (tup_returned + tup_fetched)::float8 AS rows,
       pg_snapshot_xmax(pg_current_snapshot())::text::float8 AS ids FROM pg_stat_database WHERE datname = current_database()`,
  );
  return [row?.commits ?? 0, row?.rows ?? 0, row?.ids ?? 0] as const;
};
async function atRest(name: string): Promise<void> {
  await sleep(5_000);
  const [cpuBefore, before] = [await cpu(), await work()];
  await sleep(REST_MS);
  const [cpuAfter, after] = [await cpu(), await work()];
  const seconds = REST_MS / 1000;
  const [commits = 0, rows = 0, ids = 0] = after.map(
    (value, place) => (value - (before[place] ?? 0)) / seconds,
  );
  process.stdout.write(
    `at rest ${name}: ${(((cpuAfter - cpuBefore) / seconds) * 1000).toFixed(1)} ms of CPU, ${commits.toFixed(1)} commits, ${rows.toFixed(0)} rows read, ${ids.toFixed(1)} transaction ids a second\n`,
  );
}
await atRest('without a channel');

const {
  rows: [room],
} = await world.database.query<{ unitType: number; property: number }>(
  'SELECT min(u.id) AS "unitType", min(u.property_id) AS property FROM catalog.unit_type u WHERE u.property_id = 1',
);
await world.database.query(
  `WITH made AS (
     INSERT INTO catalog.channel_connection (team_id, property_id, install_id, app_slug, name, channel_property_id, currency, status,
       overbooking, collects, created_at, updated_at)
     SELECT $1, $2, (SELECT max(id) FROM apps.installs), 'bench-channel', 'Bench', 'P-' || n, 'EUR', 'active', 'flag', 'channel', now(), now()
     FROM generate_series(1, $3::int) n RETURNING id),
   room AS (INSERT INTO catalog.channel_room (connection_id, channel_room_id, unit_type_id) SELECT id, 'room', $4 FROM made)
   INSERT INTO catalog.channel_push (connection_id, features, horizon_days, full_wanted, full_day, waiting_since, next_attempt_at)
   SELECT id, '{rates}', 500, true, current_date, now(), now() FROM made`,
  [developer.teamId, room?.property, CONNECTIONS, room?.unitType],
);
const { rows: made } = await world.database.query<{ id: number }>(
  'SELECT id FROM catalog.channel_connection',
);
const hearing = made.map(({ id }) => id).filter((id) => id % DEAF !== 0);
while (arrived.size < made.length) await sleep(100);
await atRest(`with ${CONNECTIONS} connections`);

isBusy = true;
const FIRST = 10_000_000;
const committed: number[] = [];
for (let change = 0; change < CHANGES; change++) {
  await world.database.query(
    'UPDATE catalog.night SET rate = $1 WHERE unit_type_id = $2 AND night = current_date + $3::int',
    [FIRST + change, room?.unitType, NIGHT],
  );
  committed.push(performance.now());
  await sleep(1_500 + ((change * 137) % 400)); // at no fixed phase of the looks
}
await sleep(10_000);

const waits = committed.flatMap((at, change) =>
  hearing.map(
    (id) =>
      (arrived.get(id)?.find(({ rate }) => rate >= FIRST + change)?.at ?? Number.POSITIVE_INFINITY) - at,
  ),
);
waits.sort((one, other) => one - other);
const share = (part: number) =>
  waits[Math.min(waits.length - 1, Math.floor(waits.length * part))]?.toFixed(0);
const missing = waits.filter((wait) => wait === Number.POSITIVE_INFINITY).length;
process.stdout.write(
  `${hearing.length} of ${CONNECTIONS} channels that answer, ${CHANGES} changes: commit to accepted p50 ${share(0.5)} ms, p95 ${share(0.95)} ms, most ${share(1)} ms, ${missing} of ${waits.length} missing\n`,
);
channel.closeAllConnections();
channel.close();
await world.close();
