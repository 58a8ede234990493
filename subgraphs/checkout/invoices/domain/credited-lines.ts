import { allocate, divideHalfAwayFromZero, type Minor } from '#kit/money.ts';
import type { DocumentLine, DocumentTax } from './invoice-document.ts';

/** A document's lines and taxes. */
export interface Credited {
  readonly lines: readonly DocumentLine[];
  readonly taxes: readonly DocumentTax[];
}

/** Returns what earlier credit notes have left of an invoice's lines and taxes. */
export function leftOf(invoice: Credited, notes: readonly Credited[]): Credited {
  return {
    lines: invoice.lines.map((line, place) => ({
      ...line,
      amount: notes.reduce((left, note) => left + (note.lines[place]?.amount ?? 0), line.amount),
      taxes: line.taxes.map((one, at) => ({
        ...one,
        amount: notes.reduce((left, note) => left + (note.lines[place]?.taxes[at]?.amount ?? 0), one.amount),
      })),
    })),
    taxes: invoice.taxes.map((tax, place) => ({
      ...tax,
      net:
        tax.net === null ? null : notes.reduce((left, note) => left + (note.taxes[place]?.net ?? 0), tax.net),
      amount: notes.reduce((left, note) => left + (note.taxes[place]?.amount ?? 0), tax.amount),
    })),
  };
}

/**
 * Divides a credit over what's left of an invoice, by largest remainder. All amounts are negative, and a credit of
 * everything that's left leaves 0 of every line and tax. Each tax is rounded once.
 */
export function creditedLines({ lines, taxes }: Credited, credit: Minor): Credited {
  const left = lines.reduce((sum, { amount }) => sum + amount, 0);
  const amounts = allocate(
    -credit,
    lines.map(({ amount }) => amount),
  );
  const shareOf = (amount: Minor): Minor =>
    -Number(divideHalfAwayFromZero(BigInt(amount) * BigInt(credit), BigInt(left)));
  const taxAmounts = taxes.map(({ amount }) => shareOf(amount));
  const parts = taxes.map((_, tax) =>
    allocate(
      taxAmounts[tax] ?? 0,
      lines.map((line) => line.taxes.find((one) => one.tax === tax)?.amount ?? 0),
    ),
  );
  return {
    lines: lines.map((line, place) => ({
      ...line,
      amount: amounts[place] ?? 0,
      taxes: line.taxes.map(({ tax }) => ({ tax, amount: parts[tax]?.[place] ?? 0 })),
    })),
    taxes: taxes.map((tax, place) => ({
      ...tax,
      net: tax.net === null ? null : shareOf(tax.net),
      amount: taxAmounts[place] ?? 0,
    })),
  };
}
