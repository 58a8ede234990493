import { CARD_REFUSAL, hasCardNumber } from '#kit/card-numbers.ts';
import { isEmail } from '#kit/email.ts';
import { isName } from '#kit/names.ts';
import { isTextWithin } from '#kit/text.ts';
import { MAX_CONTACT_LIST, MAX_NAME, MAX_PHONE } from '#schema/limits.ts';
import type { ContactUpdateInput } from '../../generated.ts';

const MAX_TAG = 50;
const MAX_NOTES = 5_000;
const MAX_SOURCE = 100;

/** Contact update without the id. */
export type ContactChange = Omit<ContactUpdateInput, 'id'>;

/** A refused field and the reason. */
export interface ContactFault {
  readonly field: readonly string[];
  readonly message: string;
  readonly code: 'INVALID' | 'CARD_DATA';
}

/** Returns the first refused field; null if all are valid. See docs/interface/bookings.md#contacts. */
export function contactFault(change: ContactChange): ContactFault | null {
  const { firstName, lastName, emails, phones, locale, country, notes, tags, marketingConsent } = change;
  const faults: readonly (readonly [wrong: boolean, field: readonly string[], message: string])[] = [
    [
      !isNameOrNone(firstName),
      ['firstName'],
      `The first name must have 1 to ${MAX_NAME} visible characters.`,
    ],
    [!isNameOrNone(lastName), ['lastName'], `The last name must have 1 to ${MAX_NAME} visible characters.`],
    [
      !isListOf(emails, isEmail),
      ['emails'],
      `Give at most ${MAX_CONTACT_LIST} valid email addresses, for example ada@example.com.`,
    ],
    [
      !isListOf(phones, isPhone),
      ['phones'],
      `Give at most ${MAX_CONTACT_LIST} phone numbers of 1 to ${MAX_PHONE} characters.`,
    ],
    [!isLocaleOrNone(locale), ['locale'], 'The locale must be a BCP 47 tag, for example de-CH.'],
    [
      country != null && !/^[A-Z]{2}$/.test(country),
      ['country'],
      'The country must be two capital letters, for example CH.',
    ],
    [
      notes != null && notes !== '' && !isTextWithin(notes, MAX_NOTES),
      ['notes'],
      `Notes can have at most ${MAX_NOTES} characters.`,
    ],
    [
      !isListOf(tags, (tag) => isName(tag, MAX_TAG)),
      ['tags'],
      `Give at most ${MAX_CONTACT_LIST} tags of 1 to ${MAX_TAG} visible characters.`,
    ],
    [
      marketingConsent?.source != null && !isTextWithin(marketingConsent.source, MAX_SOURCE),
      ['marketingConsent', 'source'],
      `The source must have 1 to ${MAX_SOURCE} characters.`,
    ],
  ];
  const [fault] = faults.filter(([wrong]) => wrong);
  return fault ? { field: ['input', ...fault[1]], message: fault[2], code: 'INVALID' } : cardFault(change);
}

function cardFault({ firstName, lastName, phones, notes, tags }: ContactChange): ContactFault | null {
  const texts = { firstName: [firstName], lastName: [lastName], phones, notes: [notes], tags };
  const found = Object.entries(texts).find(([, list]) => list?.some((text) => hasCardNumber(text ?? '')));
  return found ? { field: ['input', found[0]], message: CARD_REFUSAL, code: 'CARD_DATA' } : null;
}

const isNameOrNone = (text: string | null | undefined) => text == null || isName(text, MAX_NAME);
const isPhone = (text: string) => isTextWithin(text, MAX_PHONE) && !/\p{Cc}/u.test(text);
const isListOf = (list: readonly string[] | null | undefined, isOne: (text: string) => boolean) =>
  list == null || (list.length <= MAX_CONTACT_LIST && list.every(isOne));

function isLocaleOrNone(text: string | null | undefined): boolean {
  if (text == null) return true;
  try {
    return text.length <= 35 && new Intl.Locale(text).toString() === text;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
