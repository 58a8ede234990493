import { BigIntType, type EntitySchema, type InferEntity, UnderscoreNamingStrategy } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';

/** Columns as a raw statement selects them; a row has them under these names. */
export interface Columns<Row> extends RawBuilder<unknown> {
  /** Never there: it carries the type. */
  readonly row?: Row;
}

/** What a row has of some columns. */
export type RowOf<C extends Columns<unknown>> = NonNullable<C['row']>;

/**
 * The columns of some properties of an entity under the names of the properties, for raw statements: `id, team_id AS "teamId"`.
 * Bigints are numbers, as entities have them; an instant is what the driver gives. `of` is the table's alias in the statement.
 */
export function columnsOf<E extends EntitySchema, const K extends keyof InferEntity<E> & string>(
  entity: E,
  names: readonly K[],
  of?: string,
): Columns<Readonly<Pick<InferEntity<E>, K>>> {
  const properties: Readonly<Record<string, Declared>> = entity.meta.properties;
  // As text, since each request puts its statements together: two dozen names take longer than all the rest.
  return sql.raw(names.map((name) => columnOf(name, properties[name], of)).join(', '));
}

/**
 * Every column of an entity except some, as {@link columnsOf} selects them: a column added to the entity is selected without a
 * change here. Relations must be among the exceptions, since a relation has no value of its own.
 */
export function columnsExcept<E extends EntitySchema, const K extends keyof InferEntity<E> & string>(
  entity: E,
  except: readonly K[],
  of?: string,
): Columns<Readonly<Omit<InferEntity<E>, K>>> {
  return columnsOf(entity, namesExcept(entity, except), of) as Columns<Readonly<Omit<InferEntity<E>, K>>>; // the same names
}

/** Names of an entity's properties except some. */
export function namesExcept<E extends EntitySchema, const K extends keyof InferEntity<E> & string>(
  entity: E,
  except: readonly K[],
): readonly Exclude<keyof InferEntity<E> & string, K>[] {
  type Name = keyof InferEntity<E> & string;
  const names = Object.keys(entity.meta.properties) as Name[]; // the keys of its own definition
  return names.filter((name): name is Exclude<Name, K> => !(except as readonly Name[]).includes(name));
}

/** What `defineEntity` keeps of a property; MikroORM fills in the rest when it starts. */
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
