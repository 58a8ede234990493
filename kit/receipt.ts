import { type Language, moneyIn, numberIn, plainDay } from './language.ts';
import { RECEIPT_WORDS } from './receipt-words.ts';

/** Issuer of a receipt or invoice. */
export interface Issuer {
  readonly legalName: string;
  readonly taxId: string | null;
  /** May have several lines. */
  readonly address: string | null;
}

/** A tax contained in charges. */
export interface ContainedTax {
  readonly name: string;
  /** Null for a tax that isn't a percentage. */
  readonly percent: number | null;
  /** Amount that the rate applies to; null without a rate. */
  readonly net: number | null;
  readonly amount: number;
}

/** A payment, or a refund with a negative amount. */
export interface ReceivedPayment {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** As in the folio. */
  readonly method: string;
  readonly amount: number;
}

/** Returns the issuer's name, then its address and tax id. */
export const issuerLines = (language: Language, { legalName, address, taxId }: Issuer): readonly string[] => [
  legalName,
  ...linesOf(address),
  ...(taxId === null ? [] : [RECEIPT_WORDS[language].taxId(taxId)]),
];

/** Returns a tax's name with its rate, such as "VAT, 7%". */
export const taxLabel = (language: Language, { name, percent }: ContainedTax): string =>
  percent === null ? name : `${name}, ${percentIn(language, percent)}`;

/** Returns a payment's date and method, such as "12 May 2027, Online payment". */
export function paymentLabel(language: Language, { date, method, amount }: ReceivedPayment): string {
  const words = RECEIPT_WORDS[language];
  const name = methodName(language, method);
  return `${plainDay(language, date)}, ${amount < 0 ? words.refund(name) : name}`;
}

/** Returns a receipt's taxes and payments as facts, for emails. */
export function receiptFacts(
  language: Language,
  {
    taxes,
    payments,
  }: { readonly taxes: readonly ContainedTax[]; readonly payments: readonly ReceivedPayment[] },
  currency: string,
): readonly (readonly [label: string, value: string])[] {
  const { included, net } = RECEIPT_WORDS[language];
  const money = (amount: number) => moneyIn(language, amount, currency);
  return [
    ...taxes.map((tax) => {
      const of = tax.net === null ? '' : ` (${net}: ${money(tax.net)})`;
      return [included(taxLabel(language, tax)), `${money(tax.amount)}${of}`] as const;
    }),
    ...payments.map((payment) => [paymentLabel(language, payment), money(payment.amount)] as const),
  ];
}

/** Formats a tax rate. */
export const percentIn = (language: Language, rate: number): string =>
  `${numberIn(language, rate)}${language === 'en' ? '%' : '\u00a0%'}`;

/** Returns a block's lines; none for null. */
export const linesOf = (block: string | null): readonly string[] => (block === null ? [] : block.split('\n'));

function methodName(language: Language, method: string): string {
  const { methods } = RECEIPT_WORDS[language];
  if (method.startsWith('app:')) return methods.app;
  return method in methods ? methods[method as keyof typeof methods] : methods.other; // a key, as just checked
}
