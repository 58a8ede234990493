import { type CellFormat, cellReader, type RowMistake } from './csv-cells.ts';
import type { NightsDefinition } from './definition.ts';

/** Columns in a table of nights. */
export const NIGHT_COLUMNS: readonly string[] = [
  'property',
  'unit_type',
  'night',
  'from',
  'until',
  'rate',
  'units',
  'closed',
  'reason',
  'min_stay',
  'max_stay',
  'closed_to_arrival',
  'closed_to_departure',
  'stop_sell',
];

type Read = { readonly range: NightsDefinition } | { readonly mistakes: readonly RowMistake[] };

/** Reads a line's nights: a single `night`, or `from` and `until`, both inclusive; empty cells have no effect. */
export function nightsOf(cells: Readonly<Record<string, string>>, format: CellFormat): Read {
  const read = cellReader(cells, format);
  read.required('unit_type');
  const night = read.date('night');
  const from = read.date('from') ?? night;
  const until = read.date('until') ?? night ?? from;
  if (from === undefined && read.mistakes.length === 0)
    read.refuse('night', 'Give either the night or from and until.');
  const set = {
    rate: read.amount('rate'),
    units: read.whole('units'),
    closed: read.whole('closed'),
    reason: read.text('reason'),
    minStay: read.whole('min_stay'),
    maxStay: read.whole('max_stay'),
    closedToArrival: read.truth('closed_to_arrival'),
    closedToDeparture: read.truth('closed_to_departure'),
    stopSell: read.truth('stop_sell'),
  };
  if (read.mistakes.length > 0) return { mistakes: read.mistakes };
  return { range: { from: from ?? '', until: until ?? '', ...set } };
}
