import { BigIntType, type EntitySchema, type InferEntity, UnderscoreNamingStrategy } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';

/** Columns for a raw statement's SELECT; rows have them under these names. */
export interface Columns<Row> extends RawBuilder<unknown> {
  /** Never set; carries the type. */
  readonly row?: Row;
}

/** Row type for a set of columns. */
export type RowOf<C extends Columns<unknown>> = NonNullable<C['row']>;

/**
 * Selects an entity's columns under their property names, for raw statements: `id, team_id AS "teamId"`.
 * Bigints are numbers, as in entities; instants stay as the driver returns them. `of` is the table's alias in
 * the statement.
 */
export function columnsOf<E extends EntitySchema, const K extends keyof InferEntity<E> & string>(
  entity: E,
  names: readonly K[],
  of?: string,
): Columns<Readonly<Pick<InferEntity<E>, K>>> {
  const properties: Readonly<Record<string, Declared>> = entity.meta.properties;
  // Plain text, because statements are built for each request, and building two dozen column references would
  // take longer than everything else.
  return sql.raw(names.map((name) => columnOf(name, properties[name], of)).join(', '));
}

/**
 * Selects all columns in an entity except some, as {@link columnsOf} does, so a new column needs no change
 * here. Exclude relations, since they have no value.
 */
export function columnsExcept<E extends EntitySchema, const K extends keyof InferEntity<E> & string>(
  entity: E,
  except: readonly K[],
  of?: string,
): Columns<Readonly<Omit<InferEntity<E>, K>>> {
  return columnsOf(entity, namesExcept(entity, except), of) as Columns<Readonly<Omit<InferEntity<E>, K>>>; // the same names
}

/** Returns an entity's property names, except some. */
export function namesExcept<E extends EntitySchema, const K extends keyof InferEntity<E> & string>(
  entity: E,
  except: readonly K[],
): readonly Exclude<keyof InferEntity<E> & string, K>[] {
  type Name = keyof InferEntity<E> & string;
  const names = Object.keys(entity.meta.properties) as Name[]; // the keys in its own definition
  return names.filter((name): name is Exclude<Name, K> => !(except as readonly Name[]).includes(name));
}

/** Property fields that `defineEntity` sets; MikroORM fills in the rest when it starts. */
interface Declared {
  readonly type: unknown;
  readonly customType?: unknown;
  readonly fieldName?: string;
}

const naming = new UnderscoreNamingStrategy();

function columnOf(name: string, property: Declared | undefined, of: string | undefined): string {
  if (!property) throw new Error(`There is no property ${name}.`);
  const column = property.fieldName ?? naming.propertyToColumnName(name);
  const reference = of ? `${quoted(of)}.${quoted(column)}` : quoted(column);
  const isBigint = [property.type, property.customType].some((type) => type instanceof BigIntType);
  if (isBigint) return `${reference}::float8 AS ${quoted(name)}`;
  return column === name ? reference : `${reference} AS ${quoted(name)}`;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
