import { amountIn, type Language, languageOf, moneyIn, plainDay } from '#kit/language.ts';
import { issuerLines, linesOf, paymentLabel, percentIn, taxLabel } from '#kit/receipt.ts';
import type { Photo } from '../../photos.ts';
import type { InvoicePageQuery } from '../generated.ts';
import { INVOICE_WORDS } from '../words/invoice-words.ts';
import type { InvoiceWords } from '../words/invoices-en.ts';
import { WORDS } from '../words/words.ts';

/** A document as its page and its PDF read it. */
export type Invoice = NonNullable<InvoicePageQuery['permalinkInvoice']>;

/** A document in words: what the page and the PDF show, in the same order. */
export interface ShownInvoice {
  readonly language: string;
  readonly words: InvoiceWords;
  readonly title: string;
  readonly number: string;
  readonly issuedAt: Date;
  readonly isTest: boolean;
  /** Null without a logo. */
  readonly logo: Photo | null;
  /** The issuer's name, then its address and tax id. */
  readonly issuer: readonly string[];
  readonly recipient: readonly string[];
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** The lines' columns: description, net, rate, tax, amount. */
  readonly columns: readonly string[];
  readonly lines: readonly (readonly string[])[];
  /** Tax, net and amount; without lines if there are no taxes. */
  readonly taxes: readonly (readonly string[])[];
  readonly total: readonly [label: string, amount: string];
  /** Date and method, amount. */
  readonly payments: readonly (readonly [label: string, amount: string])[];
  /** Null for a credit note. */
  readonly balance: readonly [label: string, amount: string] | null;
  readonly notes: readonly string[];
}

/** Describes a document in its language. */
export function showInvoice(invoice: Invoice): ShownInvoice {
  const language = languageOf(invoice.language);
  const words = INVOICE_WORDS[language];
  const { currency, issuer, recipient, creditNoteOf } = invoice;
  const money = (amount: number) => moneyIn(language, amount, currency);
  const figure = (amount: number) => figureIn(language, amount, currency);
  const day = (date: string) => plainDay(language, date);
  const percent = (rate: number) => percentIn(language, rate);
  const { checkIn, checkOut } = WORDS[language];
  return {
    language,
    words,
    title: creditNoteOf ? words.creditNote : words.invoice,
    number: invoice.number,
    issuedAt: new Date(invoice.issuedAt),
    isTest: invoice.test,
    logo: invoice.logo,
    issuer: issuerLines(language, issuer),
    recipient: [
      ...(recipient.company === null ? [] : [recipient.company]),
      ...(recipient.name === null ? [] : [recipient.name]),
      ...linesOf(recipient.address),
      ...(recipient.vatNumber === null ? [] : [words.vatNumber(recipient.vatNumber)]),
    ],
    facts: [
      [words.number, invoice.number],
      [words.issuedOn, day(invoice.issuedOn)],
      [words.booking, invoice.bookingReference],
      [
        words.property,
        [invoice.propertyName, ...invoice.booked.map(unitOf(invoice.propertyName))].join('\n'),
      ],
      [checkIn, day(invoice.checkIn)],
      [checkOut, day(invoice.checkOut)],
    ],
    columns: [words.description, words.net, words.rate, words.tax, `${words.amount} (${currency})`],
    lines: invoice.lines.map(({ amount, taxPercent, taxAmount, ...line }) => [
      lineLabel(language, line),
      figure(amount - taxAmount),
      taxPercent === null ? '' : percent(taxPercent),
      taxAmount === 0 ? '' : figure(taxAmount),
      figure(amount),
    ]),
    taxes: taxRows(language, invoice.taxes, currency),
    total: [creditNoteOf ? words.credited : words.total, money(invoice.total)],
    payments: paymentRows(language, invoice.payments, currency),
    balance: creditNoteOf ? null : balanceOf(words, invoice.balance, money),
    notes: [
      ...(creditNoteOf ? [words.credits(creditNoteOf.number)] : []),
      ...(invoice.reason === null ? [] : [`${words.reason}: ${invoice.reason}`]),
      ...(creditNoteOf === null && invoice.balance === 0 ? [words.paidInFull] : []),
    ],
  };
}

/** Returns each tax with its net amount, empty without a rate, and its amount. */
export const taxRows = (
  language: Language,
  taxes: Invoice['taxes'],
  currency: string,
): readonly (readonly string[])[] =>
  taxes.map((tax) => [
    taxLabel(language, tax),
    tax.net === null ? '' : figureIn(language, tax.net, currency),
    figureIn(language, tax.amount, currency),
  ]);

/** Returns each payment's date and method, and its amount. */
export const paymentRows = (
  language: Language,
  payments: Invoice['payments'],
  currency: string,
): readonly (readonly [label: string, amount: string])[] =>
  payments.map((payment) => [paymentLabel(language, payment), figureIn(language, payment.amount, currency)]);

/** Returns a charge's name, with its nights if it's only for some of them. */
export const lineLabel = (language: Language, { name, from, until }: Omit<ShownLine, 'amount'>): string =>
  `${chargeName(INVOICE_WORDS[language], name)}${from && until ? ` (${plainDay(language, from)} – ${plainDay(language, until)})` : ''}`;

type ShownLine = Pick<Invoice['lines'][number], 'name' | 'amount' | 'from' | 'until'>;

const figureIn = (language: Language, amount: number, currency: string): string =>
  `${amount < 0 ? '-' : ''}${amountIn(language, Math.abs(amount), currency)}`;

/** Shortens `Lake room, Seehof` to `Lake room` below the property's name. */
const unitOf =
  (propertyName: string) =>
  (booked: string): string =>
    booked.endsWith(`, ${propertyName}`) ? booked.slice(0, -propertyName.length - 2) : booked;

/** Returns the balance in the reader's terms: an amount owed to the guest is positive. */
const balanceOf = (
  words: InvoiceWords,
  balance: number,
  money: (amount: number) => string,
): readonly [string, string] =>
  balance < 0 ? [words.owedToGuest, money(-balance)] : [words.balance, money(balance)];

/** Translates the platform's own charge names; hosts' names stay. */
function chargeName({ charges }: InvoiceWords, name: string): string {
  return name in charges ? charges[name as keyof typeof charges] : name; // a key, as just checked
}
