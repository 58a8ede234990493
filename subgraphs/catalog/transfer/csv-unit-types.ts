import { UNIT_TYPE_KINDS } from '../domain/content.ts';
import { type CellFormat, cellReader, type RowMistake } from './csv-cells.ts';
import type { UnitTypeDefinition } from './definition.ts';

const COLUMNS: readonly string[] = [
  'property',
  'unit_type',
  'name',
  'kind',
  'units',
  'base_rate',
  'active',
  'max_guests',
  'base_guests',
  'max_adults',
  'max_children',
  'adult_supplement',
  'child_supplement',
  'bedrooms',
  'bathrooms',
  'area_m2',
  'amenities',
  'position',
];
const DESCRIPTION = /^description_([a-z0-9_]{2,35})$/;

/** True if a table of unit types can have this column. `description_de`, for example, holds the German text. */
export const isUnitTypeColumn = (column: string): boolean =>
  COLUMNS.includes(column) || DESCRIPTION.test(column);

type Read = { readonly definition: UnitTypeDefinition } | { readonly mistakes: readonly RowMistake[] };

/** Reads a line's unit type; empty cells have no effect. */
export function unitTypeOf(cells: Readonly<Record<string, string>>, format: CellFormat): Read {
  const read = cellReader(cells, format);
  for (const column of ['units', 'base_rate', 'max_guests']) read.required(column);
  const descriptions = Object.entries(cells).flatMap(([column, markdown]) => {
    const [, locale] = DESCRIPTION.exec(column) ?? [];
    return locale && markdown !== '' ? [{ locale: localeOf(locale), markdown }] : [];
  });
  const amenities = read
    .text('amenities')
    ?.split(/[\s,;|]+/)
    .filter(Boolean);
  const definition: UnitTypeDefinition = {
    externalId: read.required('unit_type'),
    name: read.required('name'),
    kind: read.oneOf('kind', UNIT_TYPE_KINDS),
    units: read.whole('units') ?? 0,
    baseRate: read.amount('base_rate') ?? 0,
    active: read.truth('active'),
    maxGuests: read.whole('max_guests') ?? 0,
    baseGuests: read.whole('base_guests'),
    maxAdults: read.whole('max_adults'),
    maxChildren: read.whole('max_children'),
    adultSupplement: read.amount('adult_supplement'),
    childSupplement: read.amount('child_supplement'),
    bedrooms: read.whole('bedrooms'),
    bathrooms: read.whole('bathrooms'),
    areaM2: read.whole('area_m2'),
    amenities,
    position: read.whole('position'),
    ...(descriptions.length > 0 && { descriptions }),
  };
  return read.mistakes.length > 0 ? { mistakes: read.mistakes } : { definition };
}

/** Converts a column's `de_ch` to the language tag `de-CH`. */
function localeOf(column: string): string {
  try {
    return new Intl.Locale(column.replaceAll('_', '-')).toString();
  } catch {
    return column; // the content check refuses it and gives the reason
  }
}
