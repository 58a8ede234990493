import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { panelHeaders, plainBrowser } from '../test/support/oauth.ts';
import { openDeveloper } from './webhooks-developer.ts';
import { openWorld } from './world.ts';

/**
 * Time from a host's rate change until a channel accepts it: `node bench/channels.ts [connections]
 * [changes]`. All connections sell the same unit type, so each change to a night goes to every connection;
 * every tenth channel doesn't respond while changes are made. Prints p50, p95, p99 and the maximum, from
 * before the host's request (and so before its commit) until the channel has sent its response to the message
 * with the change. Also prints idle server and PostgreSQL usage with and without connections.
 */
const CONNECTIONS = Number(process.argv[2] ?? 100);
const CHANGES = Number(process.argv[3] ?? 40);
const DEAF = 10;
const NIGHT = 20;
const REST_MS = 20_000;

/** Changes each connection accepted, with times: rates only rise, and a message can contain several changes. */
let isBusy = false;
const arrived = new Map<number, { readonly rate: number; readonly at: number }[]>();
const channel = createServer(async (request, response) => {
  const message = (await json(request)) as {
    readonly connection_id: number;
    readonly changes: readonly { readonly rates?: readonly { readonly amount: number }[] }[];
  };
  if (isBusy && message.connection_id % DEAF === 0) return; // never gets a response
  const rates = message.changes.flatMap(({ rates = [] }) => rates.map(({ amount }) => amount));
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"accepted":true}', () => {
    const heard = arrived.get(message.connection_id) ?? [];
    arrived.set(message.connection_id, [...heard, { rate: Math.max(...rates), at: performance.now() }]);
  });
});
channel.listen(0, '127.0.0.1');
await once(channel, 'listening');
const origin = `http://127.0.0.1:${(channel.address() as AddressInfo).port}`;

const world = await openWorld();
const server = await world.startServer({ WEBHOOK_ALLOW_PRIVATE: '1' });
const developer = await openDeveloper(world, server);
await developer.installManifest('bench-channel', {
  type: 'channel',
  scopes: [],
  channel: { name: 'Bench', features: ['rates'] },
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
/** PostgreSQL's work so far in this database; its counters lag by some seconds. */
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
} = await world.database.query<{ unitType: number; property: number; night: string }>(
  `SELECT u.id AS "unitType", p.id AS property, (current_date + $1::int)::text AS night
   FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id JOIN catalog.storefront s ON s.id = p.storefront_id
   JOIN apps.teams t ON t.id = s.team_id AND t.slug = 'lakeside' ORDER BY p.id, u.id LIMIT 1`,
  [NIGHT],
);
const { accounts } = JSON.parse(await readFile(join(world.dataDir, 'demo.json'), 'utf8'));
const { email, password } = accounts.find(({ key }: { readonly key: string }) => key === 'host');
const browser = plainBrowser(server.address);
await browser.submit(await browser.open('/login'), { email, password });
const headers = { ...(await panelHeaders(browser)), 'x-platform-team': 'lakeside' };

/** Sets a night's rate, as the host does in the panel. */
async function setRate(rate: number): Promise<void> {
  const query = 'mutation ($input: RatesSetInput!) { ratesSet(input: $input) { userErrors { message } } }';
  const input = { unitTypeId: String(room?.unitType), from: room?.night, until: room?.night, rate };
  const body = JSON.stringify({ query, variables: { input } });
  const answer = await (
    await fetch(`${server.address}/panel/graphql`, { method: 'POST', headers, body })
  ).text();
  if (!answer.includes('"userErrors":[]')) throw new Error(`The rate was not set: ${answer}`);
}
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
const asked: number[] = [];
for (let change = 0; change < CHANGES; change++) {
  asked.push(performance.now());
  await setRate(FIRST + change);
  await sleep(1_500 + ((change * 137) % 400)); // out of phase with the polling
}
await sleep(10_000);

const waits = asked.flatMap((at, change) =>
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
  `${hearing.length} of ${CONNECTIONS} channels that answer, ${CHANGES} changes: commit to accepted p50 ${share(0.5)} ms, p95 ${share(0.95)} ms, p99 ${share(0.99)} ms, most ${share(1)} ms, ${missing} of ${waits.length} missing\n`,
);
channel.closeAllConnections();
channel.close();
await world.close();
