import { againstFloor } from './against-floor.ts';
import { openWorld } from './world.ts';

/**
 * Compares `GET /api/dev/apps/{slug}` with a bare Fastify route that makes the same look-ups
 * (bench/management-floor.ts).
 */
const CLIENTS = Number(process.argv[2] ?? 8);
const ROUNDS = 5;
const REQUESTS = 1_000;
/** A token gets 120 requests a minute. */
const PER_TOKEN = 100;

const world = await openWorld();
const server = await world.startServer();
const slug = 'lakeside-sync';
const tokens = await prepare();
await againstFloor({
  name: 'management',
  server,
  floor: 'bench/management-floor.ts',
  databaseUrl: world.databaseUrl,
  clients: CLIENTS,
  rounds: ROUNDS,
  requests: REQUESTS,
  async ask(pool, index) {
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path: `/api/dev/apps/${slug}`,
      headers: { authorization: `Bearer ${tokens[Math.floor(index / PER_TOKEN)]}` },
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${statusCode}: ${text}`);
  },
});
await world.close();

/** Creates an app for the demo developer, and enough tokens for every request. */
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
