import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { buildSchema, type GraphQLObjectType, getNamedType, isObjectType, isScalarType } from 'graphql';
import type { PreparedFetch } from '#gateway/engine/data-source.ts';
import { authenticate } from '#gateway/http/authenticate.ts';
import { inProcess } from '#gateway/jit/in-process.ts';
import { systemClock } from '#kit/clock.ts';
import { readConfig } from '#kit/config.ts';
import type { Context } from '#kit/context.ts';
import { newUuid } from '#kit/ids.ts';
import { SCALARS } from '#kit/scalars.ts';
import { makeSubgraph } from '#kit/subgraph.ts';
import type { Viewer } from '#kit/viewer.ts';
import { apiSdl, subgraphSdl } from '#schema/sdl.ts';
import { SUBGRAPH_NAMES } from '#schema/views.ts';
import { openPlatform } from '#server/platform.ts';
import { SUBGRAPHS } from '#server/subgraphs.ts';
import { statementsOf } from '../test/support/statements.ts';

/**
 * The monolith of bench/joins.ts: the resolvers of all subgraphs under one schema, run by graphql-jit in a Fastify route. No
 * gateway: nothing is planned, joined, priced or validated, and a document is compiled once. `/statements` counts those of the
 * product's own engine in this process.
 */
const config = readConfig({ ...process.env, ROLE: 'gateway', PORT: '0' });
const platform = await openPlatform(config);

const subgraphs = SUBGRAPH_NAMES.map((name) =>
  makeSubgraph(
    name,
    subgraphSdl(name),
    SUBGRAPHS.find((subgraph) => subgraph.name === name)?.resolvers ?? {},
  ),
);
type Type = GraphQLObjectType<unknown, Context>;
const typeIn = (subgraph: (typeof subgraphs)[number], name: string): Type | null => {
  const type = subgraph.schema.getType(name);
  return isObjectType(type) ? type : null;
};
const sizeIn = (subgraph: (typeof subgraphs)[number], name: string) =>
  Object.keys(typeIn(subgraph, name)?.getFields() ?? {}).length;
/** The others refer to the subgraph that has most of a type. */
const homeOf = (name: string) =>
  subgraphs.reduce((home, one) => (sizeIn(one, name) > sizeIn(home, name) ? one : home));

type ResolveReference = (reference: unknown, context: Context, info: unknown) => unknown;
const referenceOf = (name: string): ResolveReference | undefined => {
  const extensions = typeIn(homeOf(name), name)?.extensions as {
    readonly apollo?: { readonly subgraph?: { readonly resolveReference?: ResolveReference } };
  };
  return extensions?.apollo?.subgraph?.resolveReference;
};

const schema = buildSchema(apiSdl('unstable'));
for (const type of Object.values(schema.getTypeMap())) {
  if (type.name.startsWith('__')) continue;
  if (isScalarType(type)) {
    const scalar = SCALARS[type.name as keyof typeof SCALARS];
    if (scalar) {
      const { serialize, parseValue, parseLiteral } = scalar;
      Object.assign(type, { serialize, parseValue, parseLiteral });
    }
  }
  if (!isObjectType(type)) continue;
  const homes = [homeOf(type.name), ...subgraphs];
  for (const field of Object.values(type.getFields())) {
    const owner = homes.find((one) => field.name in (typeIn(one, type.name)?.getFields() ?? {}));
    const resolve = owner && typeIn(owner, type.name)?.getFields()[field.name]?.resolve;
    const target = getNamedType(field.type).name;
    const refer = owner !== homeOf(target) ? referenceOf(target) : undefined;
    if (resolve) field.resolve = resolve;
    if (!resolve || !refer) continue;
    field.resolve = async (source, args, context: Context, info) => {
      const reference = await resolve(source, args, context, info);
      return reference ? refer(reference, context, info) : null;
    };
  }
}

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
const { db, vault, execute } = platform;
const run = async (viewer: Viewer, { query, variables }: Body) => {
  const context = {
    ...{ viewer, requestId: newUuid(), address: null, apiVersion: 'unstable' },
    ...{ clock: systemClock, log: platform.http.log, execute, db, vault, config },
  };
  return prepare(query)(variables, context);
};

const app = Fastify();
app.post<{ Body: Body }>('/developer/api/unstable/graphql', async ({ body, headers, id }) => {
  const viewer = await authenticate(execute, { authorization: headers.authorization, requestId: id });
  return run(viewer, body);
});
app.post<{ Body: Body }>('/statements', async ({ body, headers, id }) => {
  const viewer = await authenticate(execute, { authorization: headers.authorization, requestId: id });
  const { query, variables } = body;
  const { statements } = await statementsOf(() =>
    execute({ text: query }, variables, { viewer, requestId: newUuid() }),
  );
  return { statements: statements.length };
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`ready http://localhost:${(app.server.address() as AddressInfo).port}\n`);
process.on('SIGTERM', () => {
  void app
    .close()
    .then(platform.close)
    .then(() => process.exit(0));
});
