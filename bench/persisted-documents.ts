import { Pool } from 'undici';
import { drive } from './agent.ts';
import { installApps } from './installs.ts';
import { finelyCpuMsOf, printTable, untilWarm } from './support.ts';
import { openWorld } from './world.ts';

/**
 * Compares requests for a registered document by its id with the same query as text: the server's CPU per
 * request, in alternating rounds.
 * Run: node bench/persisted-documents.ts [clients]
 */
const CLIENTS = Number(process.argv[2] ?? 8);
const ROUNDS = 5;
const REQUESTS = 1_500;
/** An install has 2,000 points for queries; `board` costs about 10. */
const PER_INSTALL = 150;

const DOCUMENTS = {
  property: 'query property($id: ID!) { property(id: $id) { id name currency timeZone } }',
  board: `query board($first: Int) {
    properties(first: $first) {
      nodes {
        id name currency timeZone address { street postalCode locality country } checkInFrom checkInUntil
        unitTypes { id name } updatedAt
      }
      pageInfo { hasNextPage endCursor }
    }
  }`,
} as const;
const VARIABLES = { property: { id: '1' }, board: { first: 1 } } as const;

const world = await openWorld();
const server = await world.startServer();
const many = Math.ceil(((ROUNDS + 1) * REQUESTS) / PER_INSTALL);
const installs = await installApps(
  { ...server, database: world.database },
  many,
  ['read_properties'],
  DOCUMENTS,
);
await untilWarm(server);

for (const name of ['property', 'board'] as const) {
  const variables = VARIABLES[name];
  const sides = [
    { side: 'text', body: JSON.stringify({ query: DOCUMENTS[name], variables }), asked: 0, cpuMs: [0] },
    { side: 'id', body: JSON.stringify({ documentId: name, variables }), asked: 0, cpuMs: [0] },
  ];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const one of sides) {
      const pool = new Pool(server.address, { connections: CLIENTS, pipelining: 1 });
      const before = await finelyCpuMsOf([server.pid]);
      await drive(CLIENTS, REQUESTS, async () => {
        const { token } = installs[Math.floor(one.asked++ / PER_INSTALL)] ?? { token: '' };
        const { statusCode, body } = await pool.request({
          method: 'POST',
          path: '/developer/api/2027-01/graphql',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: one.body,
        });
        const text = await body.text();
        if (statusCode !== 200 || text.includes('"errors"')) throw new Error(`${statusCode}: ${text}`);
      });
      await pool.close();
      if (round > 0) one.cpuMs.push(((await finelyCpuMsOf([server.pid])) - before) / REQUESTS);
    }
  }
  const medians = sides.map(({ cpuMs }) => cpuMs.slice(1).sort((a, b) => a - b)[ROUNDS >> 1] ?? 0);
  const [asText = 0, byId = 0] = medians;
  printTable(
    `${name}: server CPU a request, median of ${ROUNDS} rounds`,
    ['', 'ms', 'body'],
    [
      ...sides.map(({ side, body }, n) => [side, (medians[n] ?? 0).toFixed(3), `${body.length} bytes`]),
      ['id / text', (byId / asText).toFixed(2), ''],
    ],
  );
}
await world.close();
