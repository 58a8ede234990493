import type { Language } from '#kit/language.ts';
import type { Minor } from '#kit/money.ts';
import type { ChargeKind } from '../../folio/domain/entry-kinds.ts';

/** Everything that a document shows in addition to its number, dates and sums, as of its issue. */
export interface InvoiceDocument {
  readonly language: Language;
  readonly issuer: {
    readonly legalName: string;
    readonly taxId: string | null;
    readonly address: string | null;
  };
  /** Absent in documents from before logos, and without one. */
  readonly logo?: { readonly sha256: string; readonly width: number; readonly height: number };
  readonly recipient: Recipient;
  readonly propertyName: string;
  readonly reference: string;
  /** Check-in date, `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
  readonly booked: readonly string[];
  readonly lines: readonly DocumentLine[];
  readonly taxes: readonly DocumentTax[];
  readonly payments: readonly DocumentPayment[];
  /** A credit note's reason. */
  readonly reason: string | null;
}

/** Person or company that a document is made out to. */
export interface Recipient {
  readonly name: string | null;
  readonly company: string | null;
  readonly vatNumber: string | null;
  readonly address: string | null;
}

export interface DocumentLine {
  readonly kind: ChargeKind;
  readonly name: string;
  /** Includes all taxes on it. */
  readonly amount: Minor;
  /** Taxes contained in the amount, by their index in the document's taxes. */
  readonly taxes: readonly { readonly tax: number; readonly amount: Minor }[];
  /** Percentages of these taxes, added up; null without one. */
  readonly percent: number | null;
  /** Nights that the line is for, if the stay's nights are on several lines. */
  readonly from?: string;
  readonly until?: string;
}

/** A tax and its rate; `net` is the amount that the rate applies to. */
export interface DocumentTax {
  readonly name: string;
  readonly percent: number | null;
  readonly net: Minor | null;
  readonly amount: Minor;
}

export interface DocumentPayment {
  /** `YYYY-MM-DD`, at the property. */
  readonly date: string;
  readonly method: string;
  /** Negative for a refund. */
  readonly amount: Minor;
}

/** Returns the taxes contained in a line. */
export const taxOf = ({ taxes }: Pick<DocumentLine, 'taxes'>): Minor =>
  taxes.reduce((sum, { amount }) => sum + amount, 0);
