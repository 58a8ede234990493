import Fastify from 'fastify';
import pg from 'pg';
import { hashToken } from '#kit/secrets.ts';

/** Floor for bench/management.ts: a bare Fastify route with the same look-ups as `GET /api/dev/apps/{slug}`. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });

const TAKE = `INSERT INTO rate_limits AS held (key, used, ends_at) VALUES ('floor:' || $1, 1, now() + interval '1 minute')
  ON CONFLICT (key) DO UPDATE SET used = held.used + 1 RETURNING used`;
const ACCOUNT = `SELECT account_id, abilities FROM apps.access_tokens WHERE token_hash = $1 AND revoked_at IS NULL`;
const APP = `SELECT a.slug, a.name, a.type, a.distribution, v.status, a.live_version_id AS live_version, a.client_id,
    (SELECT count(*)::int FROM apps.installs i WHERE i.app_id = a.id AND i.is_active) AS install_count
  FROM apps.apps a LEFT JOIN apps.app_versions v ON v.id = a.live_version_id
  WHERE a.account_id = $1 AND a.slug = $2`;

const app = Fastify();
app.get<{ Params: { slug: string } }>('/api/dev/apps/:slug', async ({ params, headers }, reply) => {
  const tokenHash = hashToken(headers.authorization?.slice(7) ?? '');
  await pool.query(TAKE, [tokenHash]);
  const [account] = (await pool.query(ACCOUNT, [tokenHash])).rows;
  if (!account) return reply.code(401).send();
  const [found] = (await pool.query(APP, [account.account_id, params.slug])).rows;
  return found ?? reply.code(404).send();
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`ready ${app.listeningOrigin}\n`);
