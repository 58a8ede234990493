import { isCardNumber, POSSIBLE_CARDS } from './card-numbers.ts';

const MASK = '•••• ';

/** Two letters, two check digits and 11 to 30 more, in fours or in a row, as accounts are written. */
const POSSIBLE_IBANS = /(?<![A-Z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}(?![A-Z0-9])/gi;

/** The text without numbers of cards and bank accounts: of each, only the last four characters stay. */
export const masked = (text: string): string =>
  text
    .replaceAll(POSSIBLE_IBANS, (found) => maskedIban(found))
    .replaceAll(POSSIBLE_CARDS, (found) => (isCardNumber(found) ? lastFour(found) : found));

const lastFour = (found: string): string => `${MASK}${found.replaceAll(/[ -]/g, '').slice(-4)}`;

/** An account may be followed by words, which the pattern takes for more of it: the longest beginning that is one counts. */
function maskedIban(found: string): string {
  const ends = [...found.matchAll(/[A-Z0-9]/gi)].map(({ index }) => index + 1).reverse();
  const end = ends.find((at) => isIban(found.slice(0, at).replaceAll(' ', '').toUpperCase()));
  return end === undefined ? found : `${lastFour(found.slice(0, end))}${found.slice(end)}`;
}

const LONGEST_IBAN = 34;
const SHORTEST_IBAN = 15;

/** ISO 13616: the number that the letters and digits make is 1 modulo 97. */
function isIban(text: string): boolean {
  if (text.length < SHORTEST_IBAN || text.length > LONGEST_IBAN) return false;
  const turned = `${text.slice(4)}${text.slice(0, 4)}`;
  const digits = [...turned].map((sign) => Number.parseInt(sign, 36)).join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}
