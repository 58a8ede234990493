import { cardNumbersIn } from '#kit/card-numbers.ts';
import { ibansIn } from '#kit/iban.ts';

/** Replaces all but the last four characters of a card or account number. */
export const MASK = '••••';

/** Masks card and bank account numbers in a text; only the last four characters remain. */
export function masked(text: string): string {
  const found = [
    ...ibansIn(text).map((iban) => ({ ...iban, last: lastFour(text.slice(iban.start, iban.end)) })),
    ...cardNumbersIn(text).map((card) => ({ ...card, last: card.digits.slice(-4) })),
  ].sort((a, b) => b.start - a.start);
  return found.reduce(
    (kept, { start, end, last }) => `${kept.slice(0, start)}${MASK} ${last}${kept.slice(end)}`,
    text,
  );
}

const lastFour = (account: string): string => account.replaceAll(/\s/g, '').slice(-4);
