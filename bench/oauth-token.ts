import { againstFloor } from './against-floor.ts';
import { openWorld } from './world.ts';

/**
 * Compares `POST /oauth/token` for an already installed app with a bare route that makes the same look-ups
 * and writes (bench/hosts-floor.ts). Every request has its own code, and addresses rotate, since a client is
 * limited to 120 requests a minute per address. Run with `npx node bench/oauth-token.ts`: half a minute.
 */
const ROUNDS = 5;
const REQUESTS = 300;
const APPS = 4;
const PER_ADDRESS = 100;
const REDIRECT_URI = 'https://crew.example.com/oauth/callback';
const PAT = 'platform_pat_bench-oauth';

interface Client {
  readonly client_id: string;
  readonly client_secret: string;
}

const world = await openWorld();
const { database } = world;
const server = await world.startServer({ TRUSTED_PROXIES: '127.0.0.1' });
const clients = await makeClients();
await makeCodes();
await againstFloor({
  name: 'OAuth token',
  server,
  floor: 'bench/hosts-floor.ts',
  databaseUrl: world.databaseUrl,
  databasePid: world.databasePid,
  clients: APPS,
  rounds: ROUNDS,
  requests: REQUESTS,
  async ask(pool, index, side) {
    const client = clients[index % APPS];
    const form = {
      grant_type: 'authorization_code',
      client_id: client?.client_id ?? '',
      client_secret: client?.client_secret ?? '',
      redirect_uri: REDIRECT_URI,
      code: `${side}-${index}`,
    };
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/oauth/token',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `10.0.${Math.floor(index / PER_ADDRESS)}.1`,
      },
      body: `${new URLSearchParams(form)}`,
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${statusCode}: ${text}`);
  },
});
await world.close();

async function makeClients(): Promise<readonly Client[]> {
  await database.query(
    `INSERT INTO apps.access_tokens (account_id, name, abilities, token_hash, hint, created_at)
     SELECT a.id, 'bench', '{develop-apps}', encode(sha256($1::bytea), 'hex'), 'x', now()
     FROM apps.accounts a WHERE a.email = 'host@demo.test'`,
    [PAT],
  );
  const made: Client[] = [];
  for (let n = 0; n < APPS; n++) {
    const manifest = { scopes: ['read_tasks'], oauth: { redirect_uris: [REDIRECT_URI] } };
    const response = await fetch(`${server.address}/api/dev/apps`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${PAT}`,
        'x-platform-team': 'lakeside',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ name: 'Bench', slug: `bench-oauth-${n}`, manifest, release: true }),
    });
    if (response.status !== 201) throw new Error(await response.text());
    made.push((await response.json()) as Client);
  }
  return made;
}

/** Creates a code for every request on both sides. */
async function makeCodes(): Promise<void> {
  await database.query(
    `INSERT INTO apps.authorization_codes (code_hash, app_id, team_id, account_id, redirect_uri, scopes, capabilities, created_at, expires_at)
     SELECT encode(sha256((side || '-' || n)::bytea), 'hex'), a.id, t.id, m.account_id, $1, '{read_tasks}', '{}', now(),
       now() + interval '10 minutes'
     FROM unnest('{0,1}'::int[]) side CROSS JOIN generate_series(0, $2::int - 1) n
     JOIN apps.apps a ON a.client_id = ($3::text[])[1 + n % $4::int] JOIN apps.teams t ON t.slug = 'lakeside'
     JOIN LATERAL (SELECT account_id FROM apps.memberships WHERE team_id = t.id LIMIT 1) m ON true`,
    [REDIRECT_URI, (ROUNDS + 1) * REQUESTS, clients.map(({ client_id }) => client_id), APPS],
  );
}
