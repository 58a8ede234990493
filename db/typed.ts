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

/** How typed statements name columns and read values: by the properties of entities, and as entities have them. */
const TYPED = { columnNamingStrategy: 'property', convertValues: true } as const;

/** The tables of some entities, by the names of their properties. */
export type TypedTables<Entity extends { readonly name: string }> = InferKyselyDB<Entity, typeof TYPED>;

/**
 * Typed statements over the tables of a PostgreSQL schema, in the names of their entities (docs/contributing/statements.md).
 * `sql` gives what the driver does, where an instant is text.
 */
export const typedTables =
  <Tables>(schema: string) =>
  (em: EntityManager): Kysely<Tables> =>
    // MikroORM knows the connection by all entities there are; here are those of one schema.
    (em.getKysely<unknown>() as unknown as Kysely<Tables>).withPlugin(namesOf(em)).withSchema(schema);

const plugins = new WeakMap<object, PropertyNames>();

function namesOf(em: EntityManager): PropertyNames {
  const metadata = em.getMetadata();
  const known = plugins.get(metadata) ?? new PropertyNames(em);
  plugins.set(metadata, known);
  return known;
}

type ReadRow = (row: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** What rows of one statement mean, and how rows with certain columns are read. */
interface Reading {
  readonly entities: readonly EntityMetadata[];
  readonly renamed: ReadonlyMap<string, string>;
  read: ReadRow | null;
}

/** By the statement, which may be kept: see `prepared`. */
const readings = new WeakMap<QueryId, Reading>();

/**
 * MikroORM's plugin names columns and converts what is written; what is read is converted by a function made once for each
 * statement, where the plugin looks every row up again, which takes longer than the statement.
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

/** The tables a statement reads or writes itself, as `schema.table`; what subqueries read has names of its own. */
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

/** Properties that a statement gives another name, by that name: they are read like the others. */
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

/** Reads rows with these columns; one that is no property's, nor is called like one, is left as it is. */
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

/** What makes a value of a property out of the driver's; null where that is the same. */
function readerOfValue(property: EntityProperty, platform: Platform): ((value: unknown) => unknown) | null {
  const { customType, runtimeType } = property;
  if (customType) return (value) => customType.convertToJSValue(value, platform);
  if (runtimeType === 'Date')
    return (value) => (typeof value === 'string' ? platform.parseDate(value) : value);
  return null;
}

/** The places of a statement's values, by their names. */
export type Given<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> };

/** Stands for a value of each run. */
class Place {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** A typed statement with places for values, by name. */
type Build<Tables, Values, Row> = (db: Kysely<Tables>, given: Given<Values>) => Compilable<Row>;

/**
 * A typed statement that is built once, at its first run, for what each request runs. Values are sent as they are: JSON as its
 * text. It runs on its own where it is given a context, in a transaction where it is given that.
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
  /** As `statements` (`db/transaction.ts`): what is in no transaction always gives the same. */
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
