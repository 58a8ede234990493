import { ibansIn } from './iban.ts';

/** A payment card's number, with its position in the text. */
export interface CardNumber {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
}

/** Error for a text that contains a card number; its code is `CARD_DATA`. */
export const CARD_REFUSAL = "This contains a card number. Remove it: card data isn't accepted here.";

/** True if a text contains a payment card number. */
export const hasCardNumber = (text: string): boolean => cardNumbersIn(text).length > 0;

/**
 * Finds card numbers however people write them: with any separators, over several lines, with invisible characters, in full-width
 * digits, before an expiry date or a security code, behind other digits. Tries every window of 13 to 19 digits. A window counts if
 * an issuer uses its prefix and length, the Luhn check passes, and it's grouped like a card rather than like phone numbers, dates
 * or amounts. Skips valid IBANs; inside a longer number, also links, payment references and parcel numbers.
 *
 * Arbitrary digits on both sides hide a card unless the words before them name one ("card 9999…"): half of all 28-digit numbers have
 * a window that passes by chance, so order and tracking numbers couldn't be written down if every window counted everywhere.
 */
export function cardNumbersIn(text: string): readonly CardNumber[] {
  const found = runsOf(text).flatMap((run) => cardsOfRun(text, run));
  if (found.length === 0) return found;
  const accounts = ibansIn(text);
  return found.filter((card) => !accounts.some(({ start, end }) => start < card.end && card.start < end));
}

const SHORTEST = 13;
const LONGEST = 19;

/** An ASCII digit and the position of the character it was read from. */
interface Digit {
  readonly digit: string;
  readonly start: number;
  readonly end: number;
}

/** Adjacent digits, ignoring invisible characters between them. */
interface Group {
  readonly digits: Digit[];
  /** Visible characters before the group; empty for a run's first group. */
  readonly separator: string;
}

/** Groups with only separators between them. */
interface Run {
  readonly groups: Group[];
  /** True after a plus sign, as in international phone numbers. */
  readonly afterPlus: boolean;
}

/** Longest separator within one number: characters in total, and characters other than white space. */
const LONGEST_SEPARATOR = 12;
const MOST_SIGNS = 3;

/** Characters people type between a number's digits. */
const SEPARATOR = /[\s\p{Pd}\p{Pc}.,:;/\\|*·•‧∙⋅'’`´~=()[\]{}<>⁄∕−]/u;
/**
 * Zero-width characters, soft hyphens, variation selectors, combining marks, fillers, and control characters
 * except white space.
 */
const INVISIBLE = /[\p{Cf}\p{M}\u115F\u1160\u3164\uFFA0]|(?!\s)\p{Cc}/u;

function runsOf(text: string): readonly Run[] {
  const runs: Run[] = [];
  let run: Run | null = null;
  let separator = '';
  let before = '';
  let start = 0;
  for (const character of text) {
    const end = start + character.length;
    const digits = digitsOf(character).map((digit) => ({ digit, start, end }));
    start = end;
    if (digits.length > 0) {
      const last = run?.groups.at(-1);
      if (run === null) {
        run = { groups: [{ digits, separator: '' }], afterPlus: before === '+' };
        runs.push(run);
      } else if (last && separator === '') last.digits.push(...digits);
      else run.groups.push({ digits, separator });
      separator = '';
    } else if (INVISIBLE.test(character)) {
    } else if (SEPARATOR.test(character)) {
      separator += character;
      if (separator.length > LONGEST_SEPARATOR || separator.replaceAll(/\s/g, '').length > MOST_SIGNS)
        run = null;
      if (character.trim() !== '') before = character;
    } else {
      run = null;
      separator = '';
      before = character.normalize('NFKC');
    }
  }
  return runs;
}

/** Reads full-width, circled and other scripts' digits too; empty for any other character. */
function digitsOf(character: string): readonly string[] {
  if (character >= '0' && character <= '9') return [character];
  if (!/\p{N}/u.test(character)) return [];
  return [...character.normalize('NFKC')].filter((sign) => /\p{Nd}/u.test(sign)).map(asciiDigit);
}

/** Unicode lists each script's ten digits in a row, zero first. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value % 10);
}

/** Returns a run's card numbers from left to right, without overlaps. */
function cardsOfRun(text: string, { groups, afterPlus }: Run): CardNumber[] {
  const all = groups.flatMap((group) => group.digits);
  const written = all.map(({ digit }) => digit).join('');
  if (all.length < SHORTEST || (afterPlus && all.length <= LONGEST_PHONE)) return [];
  const found: CardNumber[] = [];
  let from = 0;
  let free = 0;
  for (const [place, group] of groups.entries()) {
    const shortest = afterPlus && from === 0 ? LONGEST_PHONE + 1 : SHORTEST;
    for (let length = LONGEST; from >= free && length >= shortest; length--) {
      const digits = written.slice(from, from + length);
      const [head, tail] = [all[from], all[from + length - 1]];
      if (!head || !tail || !isIssued(digits) || !passesLuhn(digits)) continue;
      if (!isWrittenAsCard(groups.slice(place, place + length + 1), length)) continue;
      if (length === SHORTEST && isWrittenAsPhone(text.slice(0, head.start), digits)) continue;
      found.push({ start: head.start, end: tail.end, digits });
      free = from + length;
    }
    const hidden = from >= free ? hiddenIn(text, groups, place, written.slice(from, from + MOST_SEEN)) : null;
    if (hidden) {
      const [head, tail] = [all[from + hidden.from], all[from + hidden.until - 1]];
      if (head && tail) found.push({ start: head.start, end: tail.end, digits: hidden.digits });
      free = from + hidden.until;
    }
    from += group.digits.length;
  }
  return found;
}

/** Maximum digits searched in one group; people don't type longer numbers. */
const MOST_SEEN = 400;
/** Visa's 13 digits are left out: inside longer numbers, they match by chance. */
const SHORTEST_HIDDEN = 14;
/** MMYYYY and a security code. */
const LONGEST_ENDING = 10;

/** A card number with other digits directly before or after it. */
interface Hidden {
  readonly from: number;
  readonly until: number;
  readonly digits: string;
}

/**
 * Finds a card number inside a longer group. It ends the group, precedes an expiry date or a security code, or begins a group too
 * long for a card; or its first digits end the group and the next groups continue it as on a card. It may be anywhere in a number that
 * is called a card. If several windows match, the result covers all that overlap, so that masking leaves no digit of the card.
 */
function hiddenIn(text: string, groups: readonly Group[], place: number, written: string): Hidden | null {
  const size = groups[place]?.digits.length ?? 0;
  const first = groups[place]?.digits[0];
  if (size <= 4 || !first || isOtherNumber(text.slice(0, first.start), written.slice(0, size))) return null;
  const isCalledCard = CARD_WORDS.test(text.slice(0, first.start).slice(-60));
  const windows: Hidden[] = [];
  for (let from = 0; from < Math.min(size, MOST_SEEN); from++) {
    for (let length = LONGEST; length >= SHORTEST_HIDDEN; length--) {
      const until = from + length;
      const rest = size - until;
      const isWhole =
        rest >= 0 &&
        size > length &&
        (isCalledCard ||
          (rest <= LONGEST_ENDING &&
            (mayEnd(written.slice(until, size), groups[place + 1]) || (from === 0 && size > LONGEST))));
      if (!isWhole && (rest >= 0 || from === 0)) continue;
      const digits = written.slice(from, until);
      if (digits.length < length || !isIssued(digits) || !passesLuhn(digits)) continue;
      if (isWhole || continuesAsCard(groups.slice(place, place + LONGEST), from, length))
        windows.push({ from, until, digits });
    }
  }
  const best = windows.find(({ until }) => until >= size) ?? windows[0];
  if (!best) return null;
  const near = windows.filter(({ from, until }) => from < best.until && best.from < until);
  return {
    from: Math.min(...near.map(({ from }) => from)),
    until: Math.max(...near.map(({ until }) => until)),
    digits: best.digits,
  };
}

/**
 * Words for a payment card, with at most three short words before the number. SIM, key, gift and membership
 * cards don't count.
 */
const CARD_WORDS = new RegExp(
  String.raw`(?<!\p{L})(?<!(?:sim|key|gift|room|loyalty|member|membership)[ -])` +
    '(?:(?:credit|debit|bank|master|kredit|giro)?(?:card|karte|kaart)|carte|tarjeta|visa|amex|american express|maestro)' +
    String.raw`\p{L}*(?:[^\p{L}\d]{1,3}\p{L}{1,8}){0,3}[^\p{L}\d]{0,5}$`,
  'iu',
);

/** True if the groups match most cards' grouping, ignoring the first `from` digits. */
function continuesAsCard(groups: readonly Group[], from: number, length: number): boolean {
  const [first, ...others] = groups;
  if (!first) return false;
  const window = windowOf([{ ...first, digits: first.digits.slice(from) }, ...others], length);
  return (
    window !== null &&
    mayEnd(window.rest, groups[window.taken.length]) &&
    USUAL_GROUPS.test(window.taken.map(({ digits }) => digits.length).join('-'))
  );
}

/** Matches a link, a Swiss payment reference (27 digits) and a parcel number (GS1's SSCC, 22 digits of USPS). */
const isOtherNumber = (before: string, digits: string): boolean =>
  /(?:https?:\/\/|www\.)\S*$/i.test(before.slice(-200)) ||
  (digits.length === 27 && endsWithRecursiveCheck(digits)) ||
  (/^(?:00\d{18}|9\d{21})$/.test(digits) && endsWithParcelCheck(digits));

/** Modulo 10, recursive: the check digit of payment references. */
function endsWithRecursiveCheck(digits: string): boolean {
  const table = '0946827135';
  const carry = [...digits.slice(0, -1)].reduce(
    (kept, digit) => Number(table[(kept + Number(digit)) % 10]),
    0,
  );
  return (10 - carry) % 10 === Number(digits.at(-1));
}

/** Modulo 10 with weights 3 and 1. */
function endsWithParcelCheck(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce((whole, digit, place) => whole + Number(digit) * (place % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}

/**
 * Returns the groups that contain the first `length` digits, and the rest of the last such group; null if
 * there are too few digits.
 */
function windowOf(
  groups: readonly Group[],
  length: number,
): { readonly taken: readonly Group[]; readonly rest: string } | null {
  const taken: Group[] = [];
  let missing = length;
  for (const group of groups) {
    taken.push(group.digits.length > missing ? { ...group, digits: group.digits.slice(0, missing) } : group);
    missing -= group.digits.length;
    if (missing > 0) continue;
    const left = missing === 0 ? [] : group.digits.slice(missing);
    return { taken, rest: left.map(({ digit }) => digit).join('') };
  }
  return null;
}

/** Prefix ranges with the lengths their issuers use. */
const ISSUERS: readonly (readonly [from: string, to: string, lengths: readonly number[]])[] = [
  ['4', '4', [13, 16, 19]], // Visa
  ['51', '55', [16]], // Mastercard
  ['2221', '2720', [16]],
  ['34', '34', [15]], // American Express
  ['37', '37', [15]],
  ['300', '305', [14, 16]], // Diners Club
  ['3095', '3095', [14, 16]],
  ['36', '36', [14, 16]],
  ['38', '39', [14, 16]],
  ['6011', '6011', [16, 17, 18, 19]], // Discover
  ['644', '649', [16, 17, 18, 19]],
  ['65', '65', [16, 17, 18, 19]],
  ['3528', '3589', [16, 17, 18, 19]], // JCB
  ['62', '62', [16, 17, 18, 19]], // UnionPay
  ['2200', '2204', [16, 17, 18, 19]], // Mir
  ['5018', '5018', [13, 14, 15, 16, 17, 18, 19]], // Maestro
  ['5020', '5020', [13, 14, 15, 16, 17, 18, 19]],
  ['5038', '5038', [13, 14, 15, 16, 17, 18, 19]],
  ['5612', '5612', [13, 14, 15, 16, 17, 18, 19]],
  ['5893', '5893', [13, 14, 15, 16, 17, 18, 19]],
  ['6304', '6304', [13, 14, 15, 16, 17, 18, 19]],
  ['6390', '6390', [13, 14, 15, 16, 17, 18, 19]],
  ['6703', '6703', [13, 14, 15, 16, 17, 18, 19]], // Bancontact
  ['6759', '6763', [13, 14, 15, 16, 17, 18, 19]],
  ['6767', '6767', [16, 18, 19]],
  ['6799', '6799', [13, 14, 15, 16, 17, 18, 19]],
  ['5019', '5019', [16]], // Dankort
  ['506', '506', [16, 19]], // Verve, Elo
  ['508', '508', [16]], // RuPay
  ['60', '60', [16]], // RuPay, Hipercard
  ['636', '636', [16]], // Elo, InstaPayment
  ['9792', '9792', [16]], // Troy
];

const isIssued = (digits: string): boolean =>
  ISSUERS.some(([from, to, lengths]) => {
    const prefix = digits.slice(0, from.length);
    return prefix >= from && prefix <= to && lengths.includes(digits.length);
  });

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((whole, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return whole + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/**
 * Groups of four, as on most cards, and the groupings used by American Express, Diners Club and Visa's 13
 * digits.
 */
const USUAL_GROUPS = /^(?:4(?:-4){2,3}(?:-[1-5])?|4-6-[45]|4-3-3-3)$/;

/**
 * Compares the first digits' groups with a card's: long groups, or short ones of equal size. A line break may cut a group in two,
 * and a security code or an expiry date may follow in the last group.
 */
function isWrittenAsCard(groups: readonly Group[], length: number): boolean {
  const window = windowOf(groups, length);
  if (window === null || !mayEnd(window.rest, groups[window.taken.length])) return false;
  return isGroupedAsCard(window.taken) || isGroupedAsCard(mendedLines(window.taken));
}

function isGroupedAsCard(groups: readonly Group[]): boolean {
  const sizes = groups.map(({ digits }) => digits.length);
  if (USUAL_GROUPS.test(sizes.join('-'))) return true;
  const [separator = '', ...others] = groups.slice(1).map((group) => group.separator);
  if ([separator, ...others].some((between) => /[,;]/.test(between))) return false; // a list of numbers
  const but = sizes.slice(0, -1);
  const [size = 0] = sizes;
  const isUniform = but.every((one) => one === size) && (sizes.at(-1) ?? 0) <= size;
  return but.every((one) => one >= 4) || (isUniform && others.every((between) => between === separator));
}

/** Joins groups across line breaks. */
function mendedLines(groups: readonly Group[]): readonly Group[] {
  const mended: Group[] = [];
  for (const group of groups) {
    const last = mended.at(-1);
    if (last && /^\s*[\r\n]\s*$/.test(group.separator))
      mended.splice(-1, 1, { ...last, digits: [...last.digits, ...group.digits] });
    else mended.push(group);
  }
  return mended;
}

/**
 * True if a card number may end before the rest of its last group. An expiry date's year may be a separate
 * group.
 */
const mayEnd = (rest: string, next: Group | undefined): boolean =>
  rest === '' ||
  mayFollowCard(rest) ||
  (/^(?:0[1-9]|1[0-2])$/.test(rest) && next !== undefined && isYear(next));

const isYear = ({ digits, separator }: Group): boolean =>
  /^\s*[/.-]\s*$/.test(separator) && (digits.length === 2 || digits.length === 4);

/** Matches a security code, an expiry date, or both. */
const mayFollowCard = (rest: string): boolean =>
  /^(?:\d{3,4}|(?:0[1-9]|1[0-2])(?:20)?\d\d(?:\d{3,4})?)$/.test(rest);

/** E.164: with the country code, but without the plus sign. */
const LONGEST_PHONE = 15;
const PHONE_WORDS =
  /(?:phone|tel|fon|mobil|cell|handy|whats\s?app|fax|call|sms|natel)\p{L}*[^\p{L}\d]{0,5}$/iu;

/**
 * Visa's 13-digit numbers look like German mobile numbers without a plus sign. For other countries, a word
 * for a phone before the number decides.
 */
const isWrittenAsPhone = (before: string, digits: string): boolean =>
  /^491[567]/.test(digits) || PHONE_WORDS.test(before.slice(-30));
