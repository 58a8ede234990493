import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { buildSchema, executeSync, getIntrospectionQuery, parse } from 'graphql';
import pg from 'pg';
import { hashToken } from '#kit/secrets.ts';
import { apiSdl } from '#schema/sdl.ts';
import { JOIN_OPERATIONS, OPERATION_HEADER, PLAIN_OPERATIONS } from './joins-operations.ts';

/**
 * Floor for bench/joins.ts: a bare Fastify route that returns the same data, from one prepared statement per
 * operation or from memory.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });

const INSTALL = {
  name: 'install',
  text: `SELECT i.id, i.team_id, i.scopes FROM apps.runtime_tokens r JOIN apps.installs i ON i.id = r.install_id
    JOIN apps.apps a ON a.id = i.app_id WHERE r.token_hash = $1 AND r.revoked_at IS NULL AND i.is_active`,
};
const introspection = JSON.stringify(
  executeSync({ schema: buildSchema(apiSdl('unstable')), document: parse(getIntrospectionQuery()) }),
);
const statements = new Map(
  [...JOIN_OPERATIONS, ...PLAIN_OPERATIONS].map(({ name, sql }) => [name, { name, text: sql }]),
);

interface Body {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

const app = Fastify();
app.post<{ Body: Body }>('/developer/api/unstable/graphql', async ({ body, headers }, reply) => {
  const statement = statements.get(String(headers[OPERATION_HEADER]));
  if (!statement) return reply.code(400).send();
  const tokenHash = hashToken(headers.authorization?.slice(7) ?? '');
  const [install] = (await pool.query({ ...INSTALL, values: [tokenHash] })).rows;
  if (body.query === getIntrospectionQuery()) return reply.type('application/json').send(introspection);
  const values = [install?.id, install?.team_id, ...Object.values(body.variables)];
  const [row] = (await pool.query({ ...statement, values })).rows;
  return { data: row?.data ?? null };
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`ready http://localhost:${(app.server.address() as AddressInfo).port}\n`);
