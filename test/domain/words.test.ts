import { describe, expect, test } from 'vitest';
import { THREAD_WORDS } from '#adapters/storefront-pages/thread.ts';
import { CANCEL_WORDS } from '#adapters/storefront-pages/words/cancel-words.ts';
import { CHANGE_WORDS } from '#adapters/storefront-pages/words/change-words.ts';
import { REQUEST_WORDS } from '#adapters/storefront-pages/words/request-words.ts';
import { STATEMENT_WORDS } from '#adapters/storefront-pages/words/statement-words.ts';
import { WORDS } from '#adapters/storefront-pages/words/words.ts';
import { CANCELLATION_WORDS } from '#kit/cancellation-words.ts';
import { formsNeeded, type Language, PARTY_FORMS } from '#kit/language.ts';
import { LANGUAGES } from '#kit/languages.ts';
import { AMENITIES } from '#schema/amenities.ts';
import { BOOKING_MAIL_WORDS } from '#subgraphs/apps/emails/domain/booking-words/words.ts';
import { PROBLEM_WORDS } from '#subgraphs/catalog/stays/domain/problem-words/words.ts';
import { MESSAGE_WORDS } from '#subgraphs/checkout/sessions/domain/message-words/words.ts';
import { problemsOf } from '../support/dictionary.ts';

// docs/interface/storefronts.md#languages

const amenityNames = Object.fromEntries(AMENITIES.map(([key, name]) => [key, name]));

/** All text for guests and their agents in one language. */
const textsIn = (language: Language) => ({
  pages: { ...WORDS[language], amenities: WORDS[language].amenities ?? amenityNames },
  requests: REQUEST_WORDS[language],
  threads: THREAD_WORDS[language],
  cancels: CANCEL_WORDS[language],
  changes: CHANGE_WORDS[language],
  statements: STATEMENT_WORDS[language],
  cancellation: CANCELLATION_WORDS[language],
  emails: BOOKING_MAIL_WORDS[language],
  party: PARTY_FORMS[language],
  problems: PROBLEM_WORDS[language],
  messages: MESSAGE_WORDS[language],
});

type Translated = Exclude<Language, 'en'>;
const TRANSLATED = LANGUAGES.filter((language): language is Translated => language !== 'en');

/** Text that's the same as in English. */
const SAME = {
  de: [
    'Team',
    'Website',
    'Internet',
    'Pool',
    'Wellness',
    'Service',
    'Garage',
    'Toaster',
    'Minibar',
    'Bidet',
    'Safe',
    'Sauna',
    'Restaurant',
    'Bar',
    'Concierge',
    '[Test] ',
  ],
  fr: [
    'Contact',
    'Photos',
    'Total',
    'Marketing',
    'Internet',
    'Wi-Fi',
    'Garage',
    'Kitchenette',
    'Minibar',
    'Bidet',
    'Piano',
    'Barbecue',
    'Sauna',
    'Spa',
    'Massages',
    'Restaurant',
    'Bar',
    'Dates',
    'Messages',
    '[Test] ',
  ],
  es: ['Total', 'Marketing', 'No', 'Internet', 'Minibar', 'Piano', 'Sauna', 'Spa', 'Bar'],
  it: [
    'Team',
    'Marketing',
    'Self check-in',
    'No',
    'Internet',
    'Wi-Fi',
    'Garage',
    'Minibar',
    'Bidet',
    'Barbecue',
    'Sauna',
    'Bar',
    'Concierge',
  ],
  nl: [
    'Team',
    'Contact',
    'Website',
    'Marketing',
    'Internet',
    'Wellness',
    'Service',
    'Lift',
    'Garage',
    'Kitchenette',
    'Oven',
    'Minibar',
    'Bidet',
    'Piano',
    'Barbecue',
    'Sauna',
    'Massages',
    'Restaurant',
    'Bar',
    'Printer',
    'Later',
    '[Test] ',
  ],
} as const satisfies Readonly<Record<Translated, readonly string[]>>;

describe.each(TRANSLATED)('the dictionary for %s', (language) => {
  test('every text is translated, and every noun has all of its plural forms', () => {
    const same: readonly string[] = SAME[language];
    const problems = problemsOf(textsIn(language), textsIn('en'), formsNeeded(language));
    expect(problems.filter(({ text }) => text === null || !same.includes(text))).toEqual([]);
  });
});

test('the check reports a missing plural form and an untranslated text', () => {
  const english = { nights: { one: 'night', other: 'nights' }, pay: 'Pay now' };
  const french = { nights: { one: 'nuit', other: 'nuits' }, pay: 'Pay now' };
  expect(problemsOf(french, english, ['one', 'many', 'other'])).toEqual([
    { at: 'nights', problem: 'lacks many', text: null },
    { at: 'pay', problem: 'untranslated', text: 'Pay now' },
  ]);
});
