import { againstFloor } from './against-floor.ts';
import { installApps } from './installs.ts';
import { openWorld } from './world.ts';

/**
 * Compares one property query through Apollo Server and the engine with a bare Fastify route that makes the
 * same look-ups (bench/graphql-floor.ts).
 */
const CLIENTS = Number(process.argv[2] ?? 8);
const ROUNDS = 4;
const REQUESTS = 1_000;
/** An install has 2,000 points; the query costs 1. */
const PER_INSTALL = 1_500;

const QUERY = 'query ($id: ID!) { property(id: $id) { id name currency timeZone } }';
const world = await openWorld();
const server = await world.startServer();
const needed = Math.ceil(((ROUNDS + 1) * REQUESTS) / PER_INSTALL);
const installs = await installApps({ ...server, database: world.database }, needed, ['read_properties']);
await againstFloor({
  name: 'GraphQL',
  server,
  floor: 'bench/graphql-floor.ts',
  databaseUrl: world.databaseUrl,
  clients: CLIENTS,
  rounds: ROUNDS,
  requests: REQUESTS,
  async ask(pool, index) {
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/developer/api/2026-01/graphql',
      headers: {
        authorization: `Bearer ${installs[Math.floor(index / PER_INSTALL)]?.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query: QUERY, variables: { id: '1' } }),
    });
    const text = await body.text();
    if (statusCode !== 200 || !text.includes('"currency"')) throw new Error(`${statusCode}: ${text}`);
  },
});
await world.close();
