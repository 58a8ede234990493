/** Digits in a row, with single spaces or dashes between them, as cards are written; none that begins as a phone number does. */
export const POSSIBLE_CARDS = /(?<![\d+])(?:2[2-7]|[3-6])\d(?:[ -]?\d){10,17}(?!\d)/g;

/** Whether a text has what can be the number of a payment card: 13 to 19 digits of a card's range, whose check digit is right. */
export const hasCardNumber = (text: string): boolean => (text.match(POSSIBLE_CARDS) ?? []).some(isCardNumber);

/** Whether digits, as they are written, are the number of a card. */
export const isCardNumber = (written: string): boolean => passesLuhn(written.replaceAll(/\D/g, ''));

function passesLuhn(digits: string): boolean {
  if (digits.length < 13 || digits.length > 19) return false;
  const sum = [...digits].reverse().reduce((whole, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return whole + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
