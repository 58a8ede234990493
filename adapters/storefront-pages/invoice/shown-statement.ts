import { amountIn, type Language, moneyIn, monthIn, plainDay } from '#kit/language.ts';
import { linesOf } from '#kit/receipt.ts';
import { INVOICE_WORDS } from '../words/invoice-words.ts';
import { STATEMENT_WORDS, type StatementWords } from '../words/statement-words.ts';
import type { ShownInvoice } from './shown-invoice.ts';
import { statementLine } from './statement-line.ts';

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
  readonly reopenedAt: string | null;
  readonly creditNoteOf: string | null;
}

/** Describes a statement in a language. */
export function showStatement(statement: StatementDocument, language: Language): ShownInvoice {
  const { kind, number, currency, month, lines, tax, total, amountDue, creditNoteOf, reopenedAt } = statement;
  const words = INVOICE_WORDS[language];
  const own = STATEMENT_WORDS[language];
  const money = (amount: number) => moneyIn(language, amount, currency);
  const figure = (amount: number) => amountIn(language, amount, currency);
  const day = (instant: string) => plainDay(language, instant.slice(0, 10));
  const isStatement = kind === 'statement';
  return {
    language,
    words,
    title: isStatement ? own.statement : words.creditNote,
    number,
    issuedAt: new Date(statement.issuedAt),
    isTest: false,
    logo: null,
    issuer: statement.issuer ? partyLines(statement.issuer, own) : [],
    recipient: partyLines(statement.recipient, own),
    facts: [
      [words.number, number],
      [words.issuedOn, day(statement.issuedAt)],
      [own.month, monthIn(language, `${month}-01`)],
      ...(isStatement ? [[own.due, day(statement.dueAt)] as const] : []),
    ],
    columns: [words.description, '', '', '', `${words.amount} (${currency})`],
    lines: [
      ...lines.map(({ description, amount }) => [
        statementLine(language, description),
        '',
        '',
        '',
        figure(amount),
      ]),
      ...(tax === 0 ? [] : [[words.tax, '', '', '', figure(tax)]]),
    ],
    taxes: [],
    total: [isStatement ? words.total : words.credited, money(total)],
    payments: paymentsOf(statement, { figure, day, words: own }),
    balance: isStatement ? [words.balance, money(amountDue)] : null,
    notes: [
      ...(creditNoteOf === null ? [] : [own.corrects(creditNoteOf)]),
      ...(reopenedAt === null || amountDue === 0 ? [] : [own.takenBack]),
    ],
  };
}

interface Shown {
  readonly figure: (amount: number) => string;
  readonly day: (instant: string) => string;
  readonly words: StatementWords;
}

/** Returns the payment and the credits that reduced the balance. */
function paymentsOf(
  { kind, status, total, amountDue, paidAt, paidThrough, reopenedAt }: StatementDocument,
  { figure, day, words }: Shown,
): readonly (readonly [string, string])[] {
  const settled = total - amountDue;
  if (kind === 'credit_note' || settled === 0) return [];
  if (status !== 'paid' || paidAt === null)
    return [[reopenedAt === null ? words.credited : words.settled, figure(settled)]];
  return [[`${day(paidAt)}, ${paidThrough ?? words.recorded}`, figure(settled)]];
}

const partyLines = ({ name, address, taxId }: Party, words: StatementWords): readonly string[] => [
  name,
  ...(address === null ? [] : linesOf(address)),
  ...(taxId === null ? [] : [words.taxId(taxId)]),
];
