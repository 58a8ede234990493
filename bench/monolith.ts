import { buildSchema, type GraphQLObjectType, getNamedType, isObjectType, isScalarType } from 'graphql';
import { createCallers } from '#gateway/http/callers.ts';
import { systemClock } from '#kit/clock.ts';
import { readConfig } from '#kit/config.ts';
import type { Context } from '#kit/context.ts';
import { newUuid } from '#kit/ids.ts';
import { SCALARS } from '#kit/scalars.ts';
import { makeSubgraph } from '#kit/subgraph.ts';
import { apiSdl, subgraphSdl } from '#schema/sdl.ts';
import { SUBGRAPH_NAMES } from '#schema/views.ts';
import { installChanges } from '#server/changes.ts';
import { openPlatform } from '#server/platform.ts';
import { SUBGRAPHS } from '#server/subgraphs.ts';

/**
 * Schema for the peers in bench/joins.ts: all subgraphs' resolvers in one schema, on the product's data and
 * token cache, without planning, joins, pricing or limits.
 */
const config = readConfig({ ...process.env, ROLE: 'gateway', PORT: '0' });
export const platform = await openPlatform(config);

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
/** Returns the subgraph with most of a type's fields; the others only refer to it. */
const homeOf = (name: string) =>
  subgraphs.reduce((home, one) => (sizeIn(one, name) > sizeIn(home, name) ? one : home));

type ResolveReference = (reference: unknown, context: Context, info: unknown) => unknown;
const referenceOf = (name: string): ResolveReference | undefined => {
  const extensions = typeIn(homeOf(name), name)?.extensions as {
    readonly apollo?: { readonly subgraph?: { readonly resolveReference?: ResolveReference } };
  };
  return extensions?.apollo?.subgraph?.resolveReference;
};

export const schema = buildSchema(apiSdl('unstable'));
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

const { db, vault, services, execute } = platform;
const callers = createCallers(execute, installChanges(db));

/** Returns the context for a request with this header. */
export async function contextOf(authorization: string | undefined) {
  const requestId = newUuid();
  const { viewer } = await callers.of(authorization, requestId);
  return {
    viewer,
    requestId,
    address: null,
    apiVersion: 'unstable',
    clock: systemClock,
    log: platform.http.log,
    execute,
    db,
    vault,
    config,
    services,
  };
}

/** Prints a benchmark server's ready line, and closes the server on request. */
export function announce(port: number, close: () => Promise<unknown>): void {
  process.stdout.write(`ready http://localhost:${port}\n`);
  process.on('SIGTERM', () => {
    void close()
      .then(platform.close)
      .then(() => process.exit(0));
  });
}
