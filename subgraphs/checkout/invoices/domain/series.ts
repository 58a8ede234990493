/** Document kinds. */
export type DocumentKind = 'invoice' | 'credit_note';

/** A number series; test bookings have their own, so that they leave no gaps in the others. */
export type Series = DocumentKind | `test_${DocumentKind}`;

const PREFIXES: Readonly<Record<Series, string>> = {
  invoice: '',
  credit_note: 'CN-',
  test_invoice: 'TEST-',
  test_credit_note: 'TEST-CN-',
};

/** Returns a document's series. */
export const seriesOf = (kind: DocumentKind, isTest: boolean): Series => (isTest ? `test_${kind}` : kind);

/** Formats a number: `2027-0001`, or `CN-2027-0001` for a credit note. */
export const documentNumber = (series: Series, year: number, sequence: number): string =>
  `${PREFIXES[series]}${year}-${String(sequence).padStart(4, '0')}`;
