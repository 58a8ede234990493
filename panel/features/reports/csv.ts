import { BYTE_ORDER_MARK, csvLine } from '../../../kit/csv-line.ts';

/** Saves rows as a CSV file. */
export function saveCsv(name: string, rows: readonly (readonly (string | number)[])[]): void {
  const text = BYTE_ORDER_MARK + rows.map(csvLine).join('');
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
