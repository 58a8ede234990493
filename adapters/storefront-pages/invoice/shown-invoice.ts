import { amountIn, type Language, languageOf, moneyIn, numberIn, plainDay } from '#kit/language.ts';
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
    issuer: issuerLines(words, issuer),
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
    lines: invoice.lines.map(({ name, amount, taxPercent, taxAmount, from, until }) => [
      `${chargeName(words, name)}${from && until ? ` (${day(from)} – ${day(until)})` : ''}`,
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

/** Returns the issuer's name, then its address and tax id. */
export const issuerLines = (
  words: InvoiceWords,
  { legalName, address, taxId }: Invoice['issuer'],
): readonly string[] => [legalName, ...linesOf(address), ...(taxId === null ? [] : [words.taxId(taxId)])];

/** Returns each tax with its net amount, empty without a rate, and its amount. */
export const taxRows = (
  language: Language,
  taxes: Invoice['taxes'],
  currency: string,
): readonly (readonly string[])[] =>
  taxes.map(({ name, percent, net, amount }) => [
    percent === null ? name : `${name}, ${percentIn(language, percent)}`,
    net === null ? '' : figureIn(language, net, currency),
    figureIn(language, amount, currency),
  ]);

/** Returns each payment's date and method, and its amount. */
export const paymentRows = (
  language: Language,
  payments: Invoice['payments'],
  currency: string,
): readonly (readonly [label: string, amount: string])[] =>
  payments.map(({ date, method, amount }) => {
    const words = INVOICE_WORDS[language];
    const name = methodName(words, method);
    return [
      `${plainDay(language, date)}, ${amount < 0 ? words.refund(name) : name}`,
      figureIn(language, amount, currency),
    ];
  });

const figureIn = (language: Language, amount: number, currency: string): string =>
  `${amount < 0 ? '-' : ''}${amountIn(language, Math.abs(amount), currency)}`;

const percentIn = (language: Language, rate: number): string =>
  `${numberIn(language, rate)}${language === 'en' ? '%' : '\u00a0%'}`;

const linesOf = (block: string | null): readonly string[] => (block === null ? [] : block.split('\n'));

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

function methodName({ methods }: InvoiceWords, method: string): string {
  if (method.startsWith('app:')) return methods.app;
  return method in methods ? methods[method as keyof typeof methods] : methods.other; // a key, as just checked
}
