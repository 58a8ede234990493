import { againstFloor } from './against-floor.ts';
import { openWorld } from './world.ts';

/**
 * One property through Apollo Server and the engine, against a bare Fastify route that makes the same look-ups
 * (bench/graphql-floor.ts).
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
        authorization: `Bearer ${tokens[Math.floor(index / PER_INSTALL)]}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query: QUERY, variables: { id: '1' } }),
    });
    const text = await body.text();
    if (statusCode !== 200 || !text.includes('"currency"')) throw new Error(`${statusCode}: ${text}`);
  },
});
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
