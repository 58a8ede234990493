import { PROPERTY_FIELDS, UNIT_TYPE_FIELDS } from './columns.ts';
import type { PropertyRow, UnitTypeRow } from './entities.ts';

/** A property as a plain value. */
export type PropertyRecord = Pick<PropertyRow, (typeof PROPERTY_FIELDS)[number]>;

/** A unit type as a plain value; its property by id. */
export type UnitTypeRecord = Pick<UnitTypeRow, (typeof UNIT_TYPE_FIELDS)[number]> & {
  readonly propertyId: number;
};

/** Converts a property's row to a plain value. */
export const describeProperty = (row: PropertyRow): PropertyRecord => only(row, PROPERTY_FIELDS);

/** Converts a unit type's row to a plain value. */
export const describeUnitType = (row: UnitTypeRow): UnitTypeRecord => ({
  ...only(row, UNIT_TYPE_FIELDS),
  propertyId: row.property.id,
});

/** Picks some fields from a row. */
const only = <Row extends object, Field extends keyof Row>(row: Row, fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<Row, Field>; // exactly these fields
