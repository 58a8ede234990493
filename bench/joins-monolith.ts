import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { PreparedFetch } from '#gateway/engine/data-source.ts';
import { inProcess } from '#gateway/jit/in-process.ts';
import { newUuid } from '#kit/ids.ts';
import { statementsOf } from '../test/support/statements.ts';
import { announce, contextOf, platform, schema } from './monolith.ts';

/**
 * Monolith for bench/joins.ts, run by graphql-jit in a Fastify route: each document is compiled once and
 * never validated. `/statements` counts the statements that the product's own engine runs in this process.
 */
const monolith = inProcess({ name: 'monolith', schema });
const prepared = new Map<string, PreparedFetch>();
const prepare = (text: string): PreparedFetch => {
  const known = prepared.get(text) ?? monolith.prepare(text, undefined);
  prepared.set(text, known);
  return known;
};

interface Body {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}
const app = Fastify();
app.post<{ Body: Body }>('/developer/api/unstable/graphql', async ({ body, headers }) =>
  prepare(body.query)(body.variables, await contextOf(headers.authorization)),
);
app.post<{ Body: Body }>('/statements', async ({ body, headers }) => {
  const { viewer } = await contextOf(headers.authorization);
  const { query, variables } = body;
  const { statements } = await statementsOf(() =>
    platform.execute({ text: query }, variables, { viewer, requestId: newUuid() }),
  );
  return { statements: statements.length };
});
await app.listen({ port: 0, host: '127.0.0.1' });
announce((app.server.address() as AddressInfo).port, () => app.close());
