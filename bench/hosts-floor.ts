import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { hashToken, mintToken } from '#kit/secrets.ts';

/**
 * Floor for bench/panel-list.ts and bench/oauth-token.ts: bare Fastify routes that make the same look-ups
 * and, for the token, the same writes, each with a prepared statement.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });

const SESSION = `SELECT s.id, s.account_id FROM apps.host_sessions s JOIN apps.accounts a ON a.id = s.account_id
  WHERE s.token_hash = $1 AND s.expires_at > now()`;
const TEAM = `SELECT t.id, m.role, m.property_ids FROM apps.teams t JOIN apps.memberships m ON m.team_id = t.id
  WHERE m.account_id = $1 AND t.slug = $2`;
const BOOKINGS = `SELECT json_build_object('hostBookings', json_build_object('nodes', coalesce(json_agg(json_build_object(
    'id', b.id::text, 'reference', b.reference, 'status', b.status, 'test', b.test, 'checkIn', b.check_in::text,
    'checkOut', b.check_out::text, 'currency', b.currency, 'total', b.total, 'version', b.version, 'guestFirstName', b.guest_first_name,
    'guestLastName', b.guest_last_name, 'holdExpiresAt', b.hold_expires_at, 'propertyId', b.property_id::text,
    'property', json_build_object('name', p.name, 'timeZone', p.time_zone),
    'party', json_build_object('adults', b.adults, 'children', b.children),
    'lines', (SELECT json_agg(json_build_object('title', l->>'title', 'quantity', l->'quantity', 'units', '[]'::json))
      FROM json_array_elements(b.lines::json) l))), '[]'))) AS data
  FROM (SELECT * FROM checkout.bookings WHERE team_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2) b
  JOIN catalog.property p ON p.id = b.property_id`;

const TAKE = `INSERT INTO rate_limits AS held (key, used, ends_at) VALUES ('floor:' || $1, 1, now() + interval '1 minute')
  ON CONFLICT (key) DO UPDATE SET used = held.used + 1 RETURNING used`;
const CLIENT = `SELECT a.id, a.name, a.client_secret_sealed, v.manifest FROM apps.apps a
  JOIN apps.app_versions v ON v.id = a.live_version_id WHERE a.client_id = $1`;
const CODE = `SELECT * FROM apps.authorization_codes WHERE code_hash = $1 AND app_id = $2 AND consumed_at IS NULL FOR UPDATE`;
const MEMBER = `SELECT 1 FROM apps.memberships WHERE account_id = $1 AND team_id = $2 FOR KEY SHARE`;
const INSTALL = `INSERT INTO apps.installs AS i (app_id, team_id, is_active, is_dev_install, scopes, capabilities, webhook_secret_sealed,
    installed_at) VALUES ($1, $2, true, false, $3, '{}', 'sealed', now())
  ON CONFLICT (app_id, team_id) DO UPDATE SET scopes = ARRAY(SELECT DISTINCT unnest(i.scopes || excluded.scopes)) RETURNING id, scopes`;
const EVENT = `INSERT INTO team_events (team_id, kind, at, account_id, subject) VALUES ($1, 'app.installed', now(), $2, $3)`;
const TOKEN = `INSERT INTO apps.runtime_tokens (install_id, token_hash, hint, created_at) VALUES ($1, $2, $3, now())`;
const CONSUMED = `UPDATE apps.authorization_codes SET consumed_at = now(), runtime_token_hash = $2 WHERE id = $1`;

type Rows = readonly Readonly<Record<string, unknown>>[];
const name = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 40);
const ask = async (on: pg.Pool | pg.PoolClient, text: string, values: readonly unknown[]): Promise<Rows> =>
  (await on.query({ name: name(text), text, values: [...values] })).rows;

const app = Fastify();
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
  done(null, body),
);
app.post<{ Body: { readonly variables: { readonly first: number } } }>(
  '/panel/graphql',
  async ({ body, headers }, reply) => {
    const token = /sid=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? '';
    const [session] = await ask(pool, SESSION, [hashToken(token)]);
    if (!session) return reply.code(401).send();
    const [team] = await ask(pool, TEAM, [session.account_id, headers['x-platform-team']]);
    if (!team) return reply.code(403).send();
    const [row] = await ask(pool, BOOKINGS, [team.id, body.variables.first]);
    return { data: row?.data };
  },
);
app.post<{ Body: string }>('/oauth/token', async ({ body }, reply) => {
  const form = new URLSearchParams(body);
  const clientId = form.get('client_id');
  await ask(pool, TAKE, [clientId]);
  const [client] = await ask(pool, CLIENT, [clientId]);
  const connection = await pool.connect();
  try {
    await connection.query('BEGIN');
    const [code] = await ask(connection, CODE, [hashToken(form.get('code') ?? ''), client?.id]);
    if (!code) throw new Error('There is no such code.');
    const { team_id: teamId, account_id: accountId } = code;
    await ask(connection, MEMBER, [accountId, teamId]);
    const [install] = await ask(connection, INSTALL, [client?.id, teamId, code.scopes]);
    await ask(connection, EVENT, [teamId, accountId, client?.name]);
    const { plain, hash, hint } = mintToken('platform_app_');
    await ask(connection, TOKEN, [install?.id, hash, hint]);
    await ask(connection, CONSUMED, [code.id, hash]);
    await connection.query('COMMIT');
    return { access_token: plain, token_type: 'Bearer', scope: install?.scopes };
  } catch (error) {
    await connection.query('ROLLBACK');
    return reply.code(400).send({ error: String(error) });
  } finally {
    connection.release();
  }
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`ready ${app.listeningOrigin}\n`);
