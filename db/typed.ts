import type { EntityMetadata, EntityProperty, Platform } from '@mikro-orm/core';
import { type EntityManager, type InferKyselyDB, MikroKyselyPlugin } from '@mikro-orm/postgresql';
import {
  AliasNode,
  ColumnNode,
  type Compilable,
  type CompiledQuery,
  IdentifierNode,
  type Kysely,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  type RawBuilder,
  ReferenceNode,
  type RootOperationNode,
  sql,
  TableNode,
} from 'kysely';
import type { SubgraphContext } from './context.ts';

/** Column names and values in typed statements: entity property names, with entity values. */
const TYPED = { columnNamingStrategy: 'property', convertValues: true } as const;

/** Tables by entity, with property names. */
export type TypedTables<Entity extends { readonly name: string }> = InferKyselyDB<Entity, typeof TYPED>;

/**
 * Returns typed statements over a PostgreSQL schema's tables, with entity names
 * (docs/contributing/statements.md). `sql` returns the driver's values, where timestamps are text.
 */
export const typedTables =
  <Tables>(schema: string) =>
  (em: EntityManager): Kysely<Tables> =>
    // MikroORM types the connection with all entities; this narrows it to one schema's entities.
    (em.getKysely<unknown>() as unknown as Kysely<Tables>).withPlugin(namesOf(em)).withSchema(schema);

const plugins = new WeakMap<object, PropertyNames>();

function namesOf(em: EntityManager): PropertyNames {
  const metadata = em.getMetadata();
  const known = plugins.get(metadata) ?? new PropertyNames(em);
  plugins.set(metadata, known);
  return known;
}

type ReadRow = (row: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** Entities and renamed properties behind one statement's rows, and the reader built from them. */
interface Reading {
  readonly entities: readonly EntityMetadata[];
  readonly renamed: ReadonlyMap<string, string>;
  read: ReadRow | null;
}

/** By statement, which may be reused: see `prepared`. */
const readings = new WeakMap<QueryId, Reading>();

/**
 * MikroORM's plugin names columns and converts written values. Reads use a function built once per statement,
 * because the plugin would look up each row again, which takes longer than the statement.
 */
class PropertyNames implements KyselyPlugin {
  readonly #mikro: MikroKyselyPlugin;
  readonly #byTable: ReadonlyMap<string, EntityMetadata>;
  readonly #platform: Platform;

  constructor(em: EntityManager) {
    this.#mikro = new MikroKyselyPlugin(em, TYPED);
    this.#platform = em.getPlatform();
    const all = [...em.getMetadata().getAll().values()] as EntityMetadata[];
    this.#byTable = new Map(all.map((meta) => [`${meta.schema}.${meta.tableName}`, meta]));
  }

  transformQuery(args: PluginTransformQueryArgs) {
    const entities = tablesIn(args.node).flatMap((table) => this.#byTable.get(table) ?? []);
    readings.set(args.queryId, { entities, renamed: renamedIn(args.node), read: null });
    return this.#mikro.transformQuery(args);
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs) {
    const reading = readings.get(queryId);
    const [first] = result.rows;
    if (!reading || !first) return result;
    reading.read ??= readerOf(reading, Object.keys(first), this.#platform);
    return { ...result, rows: result.rows.map(reading.read) };
  }
}

/**
 * Returns the tables a statement itself reads or writes, as `schema.table`; subquery columns have their own
 * names.
 */
function tablesIn(node: RootOperationNode): string[] {
  const named = [
    ...('from' in node ? (node.from?.froms ?? []) : []),
    ...('joins' in node ? (node.joins?.map(({ table }) => table) ?? []) : []),
    ...('into' in node && node.into ? [node.into] : []),
    ...('table' in node && node.table ? [node.table] : []),
  ];
  return named
    .map((one) => (AliasNode.is(one) ? one.node : one))
    .filter(TableNode.is)
    .map(({ table }) => `${table.schema?.name}.${table.identifier.name}`);
}

/** Returns properties renamed by a statement, by new name; they're read like the others. */
function renamedIn(node: RootOperationNode): ReadonlyMap<string, string> {
  const selections = [
    ...('selections' in node ? (node.selections ?? []) : []),
    ...('returning' in node ? (node.returning?.selections ?? []) : []),
  ];
  const renamed = new Map<string, string>();
  for (const { selection } of selections) {
    if (!AliasNode.is(selection) || !IdentifierNode.is(selection.alias)) continue;
    const { node: of, alias } = selection;
    if (ReferenceNode.is(of) && ColumnNode.is(of.column)) renamed.set(alias.name, of.column.column.name);
  }
  return renamed;
}

/** Reads rows with these columns; a column without a matching property stays unchanged. */
function readerOf({ entities, renamed }: Reading, columns: readonly string[], platform: Platform): ReadRow {
  const fields = columns.map((column) => {
    const known = renamed.get(column) ?? column;
    const property = entities
      .flatMap(({ props }) => props)
      .find(({ name, fieldNames }) => fieldNames?.[0] === known || name === known);
    return {
      column,
      name: renamed.has(column) ? column : (property?.name ?? column),
      read: property ? readerOfValue(property, platform) : null,
    };
  });
  return (row) => {
    const read: Record<string, unknown> = {};
    for (const { column, name, read: convert } of fields) {
      const value = row[column];
      read[name] = convert && value !== null ? convert(value) : value;
    }
    return read;
  };
}

/** Returns a converter from the driver's value to the property's; null if they're the same. */
function readerOfValue(property: EntityProperty, platform: Platform): ((value: unknown) => unknown) | null {
  const { customType, runtimeType } = property;
  if (customType) return (value) => customType.convertToJSValue(value, platform);
  if (runtimeType === 'Date')
    return (value) => (typeof value === 'string' ? platform.parseDate(value) : value);
  return null;
}

/** Placeholders for a statement's values, by name. */
export type Given<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> };

/** Placeholder for a value in each run. */
class Place {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** A typed statement with named placeholders. */
type Build<Tables, Values, Row> = (db: Kysely<Tables>, given: Given<Values>) => Compilable<Row>;

/**
 * Creates a typed statement for frequent requests, built once on its first run. Values are sent unchanged:
 * JSON as its text. Given a context, it runs on its own; given a transaction, it runs inside it.
 */
export function prepared<Tables, Values extends object, Row>(
  tables: (em: EntityManager) => Kysely<Tables>,
  build: Build<Tables, Values, Row>,
): (where: Pick<SubgraphContext, 'db'> | EntityManager, values: Values) => Promise<Row[]> {
  let built: CompiledQuery<Row> | null = null;
  const given = new Proxy({} as Parameters<typeof build>[1], {
    get: (_none, name) => sql`${new Place(name)}`,
  });
  const outside = new WeakMap<EntityManager, Kysely<Tables>>();
  /** Like `statements` (`db/transaction.ts`), returns the same instance every time outside transactions. */
  const tablesOf = (em: EntityManager): Kysely<Tables> => {
    const known = outside.get(em) ?? tables(em.fork());
    outside.set(em, known);
    return known;
  };
  return async (where, values) => {
    const db = 'db' in where ? tablesOf(where.db.orm.em) : tables(where);
    built ??= build(db, given).compile();
    const parameters = built.parameters.map((one) =>
      one instanceof Place ? values[one.name as keyof Values] : one,
    );
    const { rows } = await db.executeQuery<Row>({ ...built, parameters });
    return rows;
  };
}
