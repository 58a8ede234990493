import { currencyDigits } from '#kit/money.ts';
import { type Line, readTable } from './csv.ts';
import { type CellFormat, type RowMistake, slashOrderOf } from './csv-cells.ts';
import { NIGHT_COLUMNS, nightsOf } from './csv-nights.ts';
import { isUnitTypeColumn, unitTypeOf } from './csv-unit-types.ts';
import type { NightsDefinition } from './definition.ts';
import { gatherMistakes } from './mistakes.ts';
import { NO_SETUP, type WantedFile, type WantedProperty, type WantedUnitType, WrongFile } from './wanted.ts';

/** The currencies of the storefront's properties, by their ids in files; tables need them. */
export type Currencies = ReadonlyMap<string, string>;

/**
 * Reads a table of unit types, or of their nights, for existing properties; the columns determine which of
 * the two it is. An error on one line doesn't prevent checking the others. See
 * docs/interface/import.md#tables.
 */
export function readCsv(text: string, currencies: Currencies): WantedFile {
  const { columns, lines } = readTable(text);
  const ofNights = columns.includes('night') || columns.includes('from');
  const isKnown = (column: string) => (ofNights ? NIGHT_COLUMNS.includes(column) : isUnitTypeColumn(column));
  const unknown = columns.find((column) => !isKnown(column));
  if (unknown !== undefined) {
    const known = ofNights
      ? NIGHT_COLUMNS
      : ['property', 'unit_type', 'name', 'units', 'base_rate', 'max_guests'];
    throw new WrongFile(
      `The column “${unknown.slice(0, 60)}” isn’t known. Known columns are, for example, ${known.join(', ')}.`,
    );
  }
  if (!columns.includes('unit_type'))
    throw new WrongFile('The column “unit_type” is missing. It contains the id of the unit type.');
  const only = currencies.size === 1 ? [...currencies.keys()][0] : undefined;
  if (!columns.includes('property') && only === undefined)
    throw new WrongFile(
      'The column “property” is missing. It contains the id of the property, and is required unless there is exactly one property.',
    );
  const gathered = gather(lines, only);
  const mistakes = gatherMistakes();
  const slashes = slashOrderOf(datesOf(lines));
  const properties = [...gathered].map(([externalId, own], at): WantedProperty => {
    const currency = currencies.get(externalId) ?? 'EUR';
    const format = { currency, digits: currencyDigits(currency), slashes };
    const refuse = ({ line, cells }: Line, { field, code, message }: RowMistake) =>
      mistakes.add({
        line,
        field,
        code,
        message,
        property: at,
        path: `line ${line}`,
        kind: ofNights ? 'nights' : 'unit_type',
        externalId: cells.unit_type || null,
      });
    const unitTypes = ofNights ? readNights(own, format, refuse) : readUnitTypes(own, format, refuse);
    return {
      path: `property ${externalId}`,
      line: own[0]?.line ?? null,
      externalId,
      definition: null,
      unitTypes,
    };
  });
  return { policies: [], properties, setup: NO_SETUP, unreadable: mistakes.all() };
}

/** Every date cell in a table of nights. */
const datesOf = (lines: readonly Line[]): readonly string[] =>
  lines.flatMap(({ cells }) => [cells.night ?? '', cells.from ?? '', cells.until ?? '']);

type Refuse = (line: Line, mistake: RowMistake) => void;

/** Lines by property, in the file's order. */
function gather(lines: readonly Line[], only: string | undefined): ReadonlyMap<string, readonly Line[]> {
  const gathered = new Map<string, Line[]>();
  for (const line of lines) {
    const property = line.cells.property || only || '';
    const own = gathered.get(property);
    if (own) own.push(line);
    else gathered.set(property, [line]);
  }
  return gathered;
}

function readUnitTypes(
  lines: readonly Line[],
  format: CellFormat,
  refuse: Refuse,
): readonly WantedUnitType[] {
  const seen = new Set<string>();
  return lines.flatMap((line) => {
    const read = unitTypeOf(line.cells, format);
    if ('mistakes' in read) {
      for (const mistake of read.mistakes) refuse(line, mistake);
      return [];
    }
    const { externalId } = read.definition;
    if (seen.has(externalId)) {
      refuse(line, {
        field: 'unit_type',
        code: 'DUPLICATE',
        message: `“${externalId}” appears twice. Keep only one of the lines.`,
      });
      return [];
    }
    seen.add(externalId);
    return [
      { path: `line ${line.line}`, line: line.line, externalId, definition: read.definition, nights: null },
    ];
  });
}

function readNights(lines: readonly Line[], format: CellFormat, refuse: Refuse): readonly WantedUnitType[] {
  const types = new Map<string, { readonly ranges: NightsDefinition[]; readonly lines: number[] }>();
  for (const line of lines) {
    const read = nightsOf(line.cells, format);
    if ('mistakes' in read) {
      for (const mistake of read.mistakes) refuse(line, mistake);
      continue;
    }
    const externalId = line.cells.unit_type ?? '';
    const own = types.get(externalId) ?? { ranges: [], lines: [] };
    types.set(externalId, own);
    own.ranges.push(read.range);
    own.lines.push(line.line);
  }
  return [...types].map(([externalId, nights]) => ({
    path: `unit type ${externalId}`,
    line: nights.lines[0] ?? null,
    externalId,
    definition: null,
    nights: { mode: 'some', ...nights } as const,
  }));
}
