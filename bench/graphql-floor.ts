import Fastify from 'fastify';
import pg from 'pg';
import { hashToken } from '#kit/secrets.ts';

/** Floor for bench/graphql.ts: a bare Fastify route with the same look-ups as `{ property(id) { … } }`. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });

const INSTALL = `SELECT i.team_id, i.scopes FROM apps.runtime_tokens r JOIN apps.installs i ON i.id = r.install_id
  JOIN apps.apps a ON a.id = i.app_id WHERE r.token_hash = $1 AND r.revoked_at IS NULL AND i.is_active`;
const PROPERTY = `SELECT p.id::text, p.name, p.currency, p.time_zone AS "timeZone" FROM catalog.property p
  JOIN catalog.storefront s ON s.id = p.storefront_id WHERE p.id = $1 AND s.team_id = $2`;

const app = Fastify();
app.post<{ Body: { variables: { id: string } } }>(
  '/developer/api/2026-01/graphql',
  async ({ body, headers }) => {
    const tokenHash = hashToken(headers.authorization?.slice(7) ?? '');
    const [install] = (await pool.query(INSTALL, [tokenHash])).rows;
    const [property] = (await pool.query(PROPERTY, [body.variables.id, install?.team_id])).rows;
    return { data: { property: property ?? null } };
  },
);
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`ready ${app.listeningOrigin}\n`);
