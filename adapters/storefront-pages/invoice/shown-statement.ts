import { monthIn, plainDay } from '#kit/language.ts';
import { formatMoney } from '#kit/money.ts';
import { linesOf } from '#kit/receipt.ts';
import { INVOICE_WORDS } from '../words/invoice-words.ts';
import type { ShownInvoice } from './shown-invoice.ts';

interface Party {
  readonly name: string;
  readonly address: string | null;
  readonly taxId: string | null;
}

/** A statement for paid apps, or its credit note, as its PDF reads it. */
export interface StatementDocument {
  readonly kind: 'statement' | 'credit_note';
  readonly number: string;
  readonly status: 'open' | 'paid' | 'credited';
  readonly currency: string;
  readonly month: string;
  readonly issuer: Party | null;
  readonly recipient: Party;
  readonly lines: readonly { readonly description: string; readonly amount: number }[];
  readonly tax: number;
  readonly total: number;
  readonly amountDue: number;
  readonly issuedAt: string;
  readonly dueAt: string;
  readonly paidAt: string | null;
  readonly paidThrough: string | null;
  readonly creditNoteOf: string | null;
}

/** Describes a statement in the platform's own language, English. */
export function showStatement(statement: StatementDocument): ShownInvoice {
  const { kind, number, currency, month, lines, tax, total, amountDue, creditNoteOf } = statement;
  const words = INVOICE_WORDS.en;
  const money = (amount: number) => formatMoney(amount, currency);
  const figure = (amount: number) => money(amount).replace(currency, '').trim();
  const isStatement = kind === 'statement';
  return {
    language: 'en',
    words,
    title: isStatement ? 'Statement' : words.creditNote,
    number,
    issuedAt: new Date(statement.issuedAt),
    isTest: false,
    logo: null,
    issuer: statement.issuer ? partyLines(statement.issuer) : [],
    recipient: partyLines(statement.recipient),
    facts: [
      [words.number, number],
      [words.issuedOn, day(statement.issuedAt)],
      ['Month', monthIn('en', `${month}-01`)],
      ...(isStatement ? [['Due', day(statement.dueAt)] as const] : []),
    ],
    columns: [words.description, '', '', '', `${words.amount} (${currency})`],
    lines: [
      ...lines.map(({ description, amount }) => [description, '', '', '', figure(amount)]),
      ...(tax === 0 ? [] : [[words.tax, '', '', '', figure(tax)]]),
    ],
    taxes: [],
    total: [isStatement ? words.total : words.credited, money(total)],
    payments: paymentsOf(statement, figure),
    balance: isStatement ? [words.balance, money(amountDue)] : null,
    notes: creditNoteOf === null ? [] : [`For statement ${creditNoteOf}.`],
  };
}

/** Returns the payment and the credits that reduced the balance. */
function paymentsOf(
  { kind, status, total, amountDue, paidAt, paidThrough }: StatementDocument,
  figure: (amount: number) => string,
): readonly (readonly [string, string])[] {
  const settled = total - amountDue;
  if (kind === 'credit_note' || settled === 0) return [];
  if (status !== 'paid' || paidAt === null) return [['Credited', figure(settled)]];
  return [[`${day(paidAt)}, ${paidThrough ?? 'recorded by the operator'}`, figure(settled)]];
}

const partyLines = ({ name, address, taxId }: Party): readonly string[] => [
  name,
  ...(address === null ? [] : linesOf(address)),
  ...(taxId === null ? [] : [`Tax ID: ${taxId}`]),
];

const day = (instant: string): string => plainDay('en', instant.slice(0, 10));
